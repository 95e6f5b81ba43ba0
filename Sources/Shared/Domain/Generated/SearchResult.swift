// Made from wire/messages.json: change that and run `make wire`.

/// A message that matches a search, with the matching part of its text.
public struct SearchResult: Hashable, Sendable {
  public let conversation: ConversationID
  public let message: Message
  /// Part of the text with each match between U+0002 and U+0003.
  public let snippet: String

  public init(conversation: ConversationID, message: Message, snippet: String) {
    self.conversation = conversation
    self.message = message
    self.snippet = snippet
  }
}
