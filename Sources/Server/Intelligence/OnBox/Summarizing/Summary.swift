/// What a conversation came to, in prose.
package struct Summary: Hashable, Sendable {
  /// In reading order. Empty when the turns say nothing.
  package var sentences: [SummarySentence]

  package init(sentences: [SummarySentence]) {
    self.sentences = sentences
  }

  /// The sentences as one paragraph.
  package var text: String { sentences.map(\.text).joined(separator: " ") }
}
