extension Message {
  /// How many former texts are kept.
  public static let maximumEditHistory = 10

  public var isEdited: Bool { editCount > 0 }
  public var isDeleted: Bool { deletedAt != nil }

  /// The message with `text` replaced, the former text kept in `edits` under the id of the edit
  /// that replaced it. An edit whose id is already in the history changes nothing but is not an
  /// error: it is a retry.
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

  /// The tombstone: content gone, place and author kept. Deleting twice changes nothing. `user` is
  /// `nil` for a message that was kept for as long as it was to be.
  package func deleted(by user: UserID?, at time: Timestamp, rev: Int64) -> Message {
    guard deletedAt == nil else { return self }
    var copy = self
    copy.text = ""
    copy.edits = []
    copy.attachments = []
    copy.deletedAt = time
    copy.deletedBy = user
    copy.rev = rev
    return copy
  }
}
