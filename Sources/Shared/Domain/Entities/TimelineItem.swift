/// One bubble of a chat: a committed message or one from the outbox, with everything that is
/// derived for it.
public struct TimelineItem: Hashable, Sendable, Identifiable {
  public let id: MessageID
  /// `nil` while pending.
  public let seq: Int64?
  public let sender: UserID
  public let senderName: String
  public let isMine: Bool
  /// Text to show: the newest local edit if one is waiting in the outbox. Empty when deleted.
  public let text: String
  public let createdAt: Timestamp
  public let replyTo: MessageID?
  public let editCount: Int
  public let edits: [MessageEdit]
  public let isDeleted: Bool
  /// Meaningful for my own messages; `.sent` for those of others.
  public let status: MessageStatus
  public let deliveredTo: [UserID]
  public let readBy: [UserID]
  public let failure: Refusal?
  /// An edit or deletion of it waits in the outbox.
  public let hasPendingChange: Bool
  /// None when deleted.
  public let attachments: [Attachment]
  /// Why the message is urgent for me; `nil` when it is not.
  public let urgentReason: String?

  public var isEdited: Bool { editCount > 0 }

  public init(
    id: MessageID, seq: Int64?, sender: UserID, senderName: String, isMine: Bool, text: String,
    createdAt: Timestamp, replyTo: MessageID? = nil, editCount: Int = 0, edits: [MessageEdit] = [],
    isDeleted: Bool = false, status: MessageStatus, deliveredTo: [UserID] = [], readBy: [UserID] = [],
    failure: Refusal? = nil, hasPendingChange: Bool = false, attachments: [Attachment] = [],
    urgentReason: String? = nil
  ) {
    self.id = id
    self.seq = seq
    self.sender = sender
    self.senderName = senderName
    self.isMine = isMine
    self.text = text
    self.createdAt = createdAt
    self.replyTo = replyTo
    self.editCount = editCount
    self.edits = edits
    self.isDeleted = isDeleted
    self.status = status
    self.deliveredTo = deliveredTo
    self.readBy = readBy
    self.failure = failure
    self.hasPendingChange = hasPendingChange
    self.attachments = attachments
    self.urgentReason = urgentReason
  }
}
