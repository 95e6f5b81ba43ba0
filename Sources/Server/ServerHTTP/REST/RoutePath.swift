/// A path with variable parts, such as `/v1/conversations/{id}`.
package struct RoutePath: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let description: String
  private let parts: [Substring]

  package init(stringLiteral template: String) {
    description = template
    parts = template.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Names of the variable parts, in order.
  package var variables: [String] {
    parts.filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
  }

  /// The variable parts of a path that fits; `nil` for any other.
  func match(_ segments: [String]) -> [String: String]? {
    guard segments.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      if part.first == "{" {
        guard !segment.isEmpty else { return nil }
        values[String(part.dropFirst().dropLast())] = segment
      } else if part != segment {
        return nil
      }
    }
    return values
  }

  /// The path with each variable part replaced by what `value` gives for its name.
  package func filled(_ value: (String) -> String) -> String {
    "/" + parts.map { $0.first == "{" ? value(String($0.dropFirst().dropLast())) : String($0) }.joined(separator: "/")
  }
}
