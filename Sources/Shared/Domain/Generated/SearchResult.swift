// Made from wire/messages.json: change that and run `make wire`.

/// A message that matches a search, with the matching part of its text.
public struct SearchResult: Hashable, Sendable {
  public let conversation: ConversationID
  public let message: Message
  /// Part of the message's text, or of the words of `file`, with each match between U+0002 and
  /// U+0003.
  public let snippet: String
  /// Name of the file that the snippet is of, when the message's own text has no match.
  public let file: String?

  public init(conversation: ConversationID, message: Message, snippet: String, file: String? = nil) {
    self.conversation = conversation
    self.message = message
    self.snippet = snippet
    self.file = file
  }
}
