import Domain
import GRDBSQLite
import ServerCore

extension CommandWriter {
  func message(_ id: MessageID) throws -> StoredMessage? {
    let found = try connection.first(
      "SELECT \(MessageRows.columns), \(PlaceColumn.list) FROM \(MessageRows.source) WHERE m.id = ?", .id(id)
    ) { row in
      let place = MessagePlace(
        position: row.integer(MessageColumn.position), ordinal: row.integer(PlaceColumn.ordinal))
      return StoredMessage(
        place: place, author: row.integer(PlaceColumn.sender), message: try MessageRows.message(row))
    }
    guard let found, found.message.editCount > 0, !found.message.isDeleted else { return found }
    var message = found.message
    message.edits = try MessageRows.edits(of: found.place.position, on: connection)
    return StoredMessage(place: found.place, author: found.author, message: message)
  }

  func source(_ id: MessageID) throws -> StoredSource? {
    try connection.first("SELECT \(SourceColumn.list) FROM messages WHERE id = ?", .id(id)) { row in
      StoredSource(
        place: MessagePlace(
          position: row.integer(SourceColumn.position), ordinal: row.integer(SourceColumn.ordinal)),
        state: SourceState(
          rev: row.integer(SourceColumn.rev), isDeleted: !row.isNull(SourceColumn.deletedAt),
          editedAt: row.optionalTime(SourceColumn.editedAt)))
    }
  }

  func insert(_ message: Message, by author: Int64, in conversation: LoadedConversation) throws -> Bool {
    try statements.insert(
      message, position: conversation.position(of: message.seq), sender: author, ordinal: nextOrdinal)
    guard sqlite3_changes(connection.handle) == 1 else { return false }
    nextOrdinal += 1
    usage.posted(message.text.utf8.count, by: author)
    try PostCounts(connection: connection).posted(message.seq, in: conversation.key)
    return true
  }

  func save(
    _ change: MessageChange, of found: StoredMessage, edit: EditID?, in conversation: LoadedConversation
  ) throws {
    try markErased()
    let place = found.place
    if let edit {
      try save(change, edit: edit, at: place)
    } else {
      try saveDeletion(change.message, at: place)
    }
    // It is of words that are no longer there, and only its own model can make another.
    try connection.run("DELETE FROM remoteVectors WHERE position = ?", .integer(place.position))
    let isIndexed = place.ordinal <= indexer.indexed
    try usage.changed(by: change.growth, of: found.author, isIndexed: isIndexed)
    guard isIndexed else { return }
    try statements.unindex(change.formerText, in: place.conversation, ordinal: place.ordinal)
    if edit != nil { try statements.index(change.message.text, in: place.conversation, ordinal: place.ordinal) }
  }

  private func save(_ change: MessageChange, edit: EditID, at place: MessagePlace) throws {
    let number = Int64(change.message.editCount)
    try connection.run(
      "INSERT INTO edits (position, number, id, at, text) VALUES (?, ?, ?, ?, ?)",
      .integer(place.position), .integer(number), .id(edit), .time(change.message.editedAt), .text(change.formerText))
    // Ids stay for ever so that a late retry is recognised; old texts do not.
    try connection.run(
      "UPDATE edits SET text = NULL WHERE position = ? AND number <= ? AND text IS NOT NULL",
      .integer(place.position), .integer(number - Int64(Message.maximumEditHistory)))
    try connection.run(
      "UPDATE messages SET text = ?, editCount = ?, editedAt = ?, changedRev = ? WHERE position = ?",
      .text(change.message.text), .integer(number), .time(change.message.editedAt), .integer(change.message.rev),
      .integer(place.position))
  }

  private func saveDeletion(_ message: Message, at place: MessagePlace) throws {
    try connection.run(
      """
      UPDATE messages SET text = '', deletedAt = ?, deletedBy = (SELECT key FROM users WHERE id = ?), changedRev = ?
      WHERE position = ?
      """, .time(message.deletedAt), .id(message.deletedBy), .integer(message.rev), .integer(place.position))
    for table in ["edits", "vectors", "signals"] {
      try connection.run("DELETE FROM \(table) WHERE position = ?", .integer(place.position))
    }
  }

  func isKnown(_ edit: EditID, at place: MessagePlace) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM edits WHERE position = ? AND id = ?", .integer(place.position), .id(edit)) > 0
  }

  func space(of author: Int64?) -> TextSpace { usage.space(of: author) }
}

extension MessagePlace {
  init(position: Int64, ordinal: Int64) {
    self.init(
      conversation: MessageRows.conversation(position), seq: MessageRows.seq(position), ordinal: ordinal)
  }

  var position: Int64 { MessageRows.position(conversation: conversation, seq: seq) }
}

extension LoadedConversation {
  func position(of seq: Int64) -> Int64 { MessageRows.position(conversation: key, seq: seq) }
}

/// Read for each reply, so by number.
private enum SourceColumn: Int32, SQLiteColumnList {
  case position, ordinal, rev, deletedAt, editedAt

  var sql: String { self == .rev ? "coalesce(changedRev, postRev)" : "\(self)" }
}
