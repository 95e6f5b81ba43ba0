// Made from wire/intelligence.json: change that and run `make wire`.

/// A message that supports a claim. Opens by conversation and seq.
public struct Citation: Hashable, Sendable, Codable {
  public let conversation: ConversationID
  public let message: MessageID
  public let seq: Int64
  public let sender: UserID
  /// The cited words, at most 160 characters.
  public let excerpt: String
  public let createdAt: Timestamp

  public init(
    conversation: ConversationID, message: MessageID, seq: Int64, sender: UserID, excerpt: String, createdAt: Timestamp
  ) {
    self.conversation = conversation
    self.message = message
    self.seq = seq
    self.sender = sender
    self.excerpt = excerpt
    self.createdAt = createdAt
  }
}
