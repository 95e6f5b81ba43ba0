import Domain

/// A message that the asker may read, with its conversation.
package struct PlacedMessage: Sendable {
  package let conversation: ConversationID
  package let message: Message
  /// Keyword matches: part of the text, matches between U+0002 and U+0003. Else `nil`.
  package let snippet: String?
  /// Keyword matches: BM25, higher is better. Else 0.
  package let keywordScore: Double
  /// `nil` when not worked on.
  package let signals: StoredSignals?

  package init(
    conversation: ConversationID, message: Message, snippet: String? = nil, keywordScore: Double = 0,
    signals: StoredSignals? = nil
  ) {
    self.conversation = conversation
    self.message = message
    self.snippet = snippet
    self.keywordScore = keywordScore
    self.signals = signals
  }
}
