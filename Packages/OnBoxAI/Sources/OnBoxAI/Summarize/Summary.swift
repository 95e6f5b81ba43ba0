/// What a conversation came to, in prose.
public struct Summary: Hashable, Sendable {
  /// In reading order. Empty when the turns say nothing.
  public var sentences: [SummarySentence]

  public init(sentences: [SummarySentence]) {
    self.sentences = sentences
  }

  /// The sentences as one paragraph.
  public var text: String { sentences.map(\.text).joined(separator: " ") }
}
