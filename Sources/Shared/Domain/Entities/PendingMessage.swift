/// A message that the client has promised its user and the server has not yet acked.
public struct PendingMessage: Hashable, Sendable, Identifiable {
  public let id: MessageID
  public let conversation: ConversationID
  public let text: String
  public let replyTo: MessageID?
  public let createdAt: Timestamp
  /// `.sending` or `.failed`.
  public var status: MessageStatus
  /// Why it failed, for the user.
  public var failure: Refusal?
  /// As they are known before the server has looked into them.
  public var attachments: [Attachment]

  public init(
    id: MessageID, conversation: ConversationID, text: String, replyTo: MessageID? = nil,
    createdAt: Timestamp, status: MessageStatus = .sending, failure: Refusal? = nil, attachments: [Attachment] = []
  ) {
    self.id = id
    self.conversation = conversation
    self.text = text
    self.replyTo = replyTo
    self.createdAt = createdAt
    self.status = status
    self.failure = failure
    self.attachments = attachments
  }
}
