import Domain

/// A message that the asker may read, with its conversation.
package struct PlacedMessage: Sendable {
  package let conversation: ConversationID
  package let message: Message
  /// Keyword matches: part of the text, matches between U+0002 and U+0003. Else `nil`.
  package let snippet: String?
  /// Name of the file that `snippet` is of, when the message's own text has no match.
  package let file: String?
  /// What stands around the words in one of its files, some sentences, when a keyword match has it.
  package let passage: FilePassage?
  /// Keyword matches: BM25, higher is better. Else 0.
  package let keywordScore: Double
  /// `nil` when not worked on.
  package let signals: StoredSignals?

  package init(
    conversation: ConversationID, message: Message, snippet: String? = nil, file: String? = nil,
    passage: FilePassage? = nil, keywordScore: Double = 0, signals: StoredSignals? = nil
  ) {
    self.conversation = conversation
    self.message = message
    self.snippet = snippet
    self.file = file
    self.passage = passage
    self.keywordScore = keywordScore
    self.signals = signals
  }
}

/// A part of what stands in a file.
package struct FilePassage: Hashable, Sendable {
  /// The file's name.
  package let file: String
  package let text: String

  package init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}
