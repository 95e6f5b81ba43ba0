// Made from wire/files.json: change that and run `make wire`.

/// A file of a conversation, with where it was sent.
public struct SharedFile: Hashable, Sendable {
  public let attachment: Attachment
  public let message: MessageID
  /// Of the message.
  public let seq: Int64
  public let sender: UserID
  /// When the message was sent.
  public let createdAt: Timestamp

  public init(attachment: Attachment, message: MessageID, seq: Int64, sender: UserID, createdAt: Timestamp) {
    self.attachment = attachment
    self.message = message
    self.seq = seq
    self.sender = sender
    self.createdAt = createdAt
  }
}
