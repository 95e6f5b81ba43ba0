/// Part of a message in which matches are marked, cut at the marks.
public struct SnippetText: Hashable, Sendable {
  public struct Part: Hashable, Sendable {
    public let text: String
    public let isMatch: Bool
  }

  /// In order; together they are the text.
  public let parts: [Part]

  /// Each match stands between U+0002 and U+0003.
  public init(_ snippet: String) {
    var parts: [Part] = []
    var rest = snippet[...]
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != "\u{2}" }
      rest = rest.dropFirst(plain.count + 1)
      if !plain.isEmpty { parts.append(Part(text: String(plain), isMatch: false)) }
      let match = rest.prefix { $0 != "\u{3}" }
      rest = rest.dropFirst(match.count + 1)
      if !match.isEmpty { parts.append(Part(text: String(match), isMatch: true)) }
    }
    self.parts = parts
  }

  public var text: String { parts.map(\.text).joined() }
}
