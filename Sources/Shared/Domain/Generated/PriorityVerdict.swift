// Made from wire/intelligence.json: change that and run `make wire`.

/// The priority of one message for one reader, with the reason.
public struct PriorityVerdict: Hashable, Sendable, Codable {
  public let message: MessageID
  public let conversation: ConversationID
  public let seq: Int64
  public let sender: UserID
  public let excerpt: String
  public let createdAt: Timestamp
  public var priority: Priority
  /// 0...1, higher first.
  public var score: Double
  public var reason: String
  /// The reader set it.
  public var isCorrected: Bool
  public let isUnread: Bool

  public init(
    message: MessageID, conversation: ConversationID, seq: Int64, sender: UserID, excerpt: String, createdAt: Timestamp,
    priority: Priority, score: Double, reason: String, isCorrected: Bool = false, isUnread: Bool
  ) {
    self.message = message
    self.conversation = conversation
    self.seq = seq
    self.sender = sender
    self.excerpt = excerpt
    self.createdAt = createdAt
    self.priority = priority
    self.score = score
    self.reason = reason
    self.isCorrected = isCorrected
    self.isUnread = isUnread
  }
}
