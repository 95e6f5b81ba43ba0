import Domain

/// A request's path and query, decoded.
struct RequestTarget {
  let segments: [String]
  let query: [String: String]

  /// Throws `malformed` for escapes that are not UTF-8.
  init(_ target: String) throws(Refusal) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first.map(String.init) ?? "/"
    guard path.hasPrefix("/") else { throw Self.malformed }
    var segments: [String] = []
    for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(try Self.decoded(segment, plusIsSpace: false))
    }
    self.segments = segments
    query = parts.count == 2 ? try Self.query(parts[1]) : [:]
  }

  /// Of a repeated name the first value counts.
  private static func query(_ text: Substring) throws(Refusal) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = halves.first else { continue }
      let name = try decoded(first, plusIsSpace: true)
      let value = halves.count == 2 ? try decoded(halves[1], plusIsSpace: true) : ""
      if query[name] == nil { query[name] = value }
    }
    return query
  }

  private static func decoded(_ text: Substring, plusIsSpace: Bool) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal)
        else { throw malformed }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw malformed }
    return decoded
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  private static let malformed = Refusal(.malformed, "The address is not valid.")
}
