/// A committed message as the server's row has it. A message that is still in an outbox is a `PendingMessage`.
public struct Message: Hashable, Sendable, Identifiable, Codable {
  /// How many former texts are kept.
  public static let maximumEditHistory = 10

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
  /// At most `maximumEditHistory` former texts, oldest first.
  public var edits: [MessageEdit]
  public var deletedAt: Timestamp?
  public var deletedBy: UserID?

  public var isEdited: Bool { editCount > 0 }
  public var isDeleted: Bool { deletedAt != nil }

  public init(
    id: MessageID, seq: Int64, rev: Int64, sender: UserID, text: String, createdAt: Timestamp,
    replyTo: MessageID? = nil, editCount: Int = 0, editedAt: Timestamp? = nil, edits: [MessageEdit] = [],
    deletedAt: Timestamp? = nil, deletedBy: UserID? = nil
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
  }

  /// The message with `text` replaced, the former text kept in `edits` under the id of the edit that replaced it.
  /// An edit whose id is already in the history changes nothing but is not an error: it is a retry.
  package func edited(to text: String, editID: EditID, at time: Timestamp, rev: Int64) -> Message {
    guard !edits.contains(where: { $0.id == editID }) else { return self }
    var copy = self
    copy.edits.append(MessageEdit(id: editID, text: self.text, at: time))
    copy.edits = Array(copy.edits.suffix(Self.maximumEditHistory))
    copy.text = text
    copy.editCount += 1
    copy.editedAt = time
    copy.rev = rev
    return copy
  }

  /// The tombstone: content gone, place and author kept. Deleting twice changes nothing.
  package func deleted(by user: UserID, at time: Timestamp, rev: Int64) -> Message {
    guard deletedAt == nil else { return self }
    var copy = self
    copy.text = ""
    copy.edits = []
    copy.deletedAt = time
    copy.deletedBy = user
    copy.rev = rev
    return copy
  }
}
