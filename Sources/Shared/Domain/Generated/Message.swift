// Made from wire/messages.json: change that and run `make wire`.

/// A committed message as the server's row has it. A message that is still in an outbox has no row.
public struct Message: Hashable, Sendable, Identifiable, Codable {
  public let id: MessageID
  /// Position in the conversation, 1..n without a gap; the only thing that orders messages.
  public let seq: Int64
  public var rev: Int64
  public let sender: UserID
  /// Empty once deleted.
  public var text: String
  public let createdAt: Timestamp
  public let replyTo: MessageID?
  /// Counts on when `edits` no longer grows.
  public var editCount: Int
  public var editedAt: Timestamp?
  /// At most 10 former texts, oldest first.
  public var edits: [MessageEdit]
  public var deletedAt: Timestamp?
  public var deletedBy: UserID?
  /// At most 10. None once deleted.
  public var attachments: [Attachment]

  public init(
    id: MessageID, seq: Int64, rev: Int64, sender: UserID, text: String, createdAt: Timestamp,
    replyTo: MessageID? = nil, editCount: Int = 0, editedAt: Timestamp? = nil, edits: [MessageEdit] = [],
    deletedAt: Timestamp? = nil, deletedBy: UserID? = nil, attachments: [Attachment] = []
  ) {
    self.id = id
    self.seq = seq
    self.rev = rev
    self.sender = sender
    self.text = text
    self.createdAt = createdAt
    self.replyTo = replyTo
    self.editCount = editCount
    self.editedAt = editedAt
    self.edits = edits
    self.deletedAt = deletedAt
    self.deletedBy = deletedBy
    self.attachments = attachments
  }
}
