import Domain
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
    guard let found else { return nil }
    var messages = [found.message]
    try MessageRows.addDetails(to: &messages, conversation: found.place.conversation, on: connection)
    return StoredMessage(place: found.place, author: found.author, message: messages[0])
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
    guard claim(message.id) else { return false }
    let position = conversation.position(of: message.seq)
    let isDue = conversation.state.row.isIntelligenceOn
    let words = PlacedWords(conversation: conversation.key)
    let files = message.attachments.map(\.words).joined(separator: "\n")
    // It is sent with the commit, or before the next statement that has to be waited for.
    try connection.queue(
      isDue ? Self.insertDue : Self.insert, .integer(position), .id(message.id), .integer(author),
      .integer(message.rev), .time(message.createdAt), .id(message.replyTo),
      .integer(Int64(message.attachments.count)), .text(message.text), .text(words.vector(message.text, files)))
    if !message.attachments.isEmpty { try attach(message.attachments, to: position, words) }
    usage.changed(by: message.text.utf8.count, of: author)
    try PostCounts(connection: connection).posted(message.seq, in: conversation.key)
    return true
  }

  private static let insert = """
    INSERT INTO messages (position, id, sender, postRev, createdAt, replyTo, attachmentCount, text, words)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::text::tsvector)
    """
  private static let insertDue = """
    WITH posted AS (\(insert) RETURNING ordinal, position)
    INSERT INTO due (ordinal, position, isNew, dueAt) SELECT ordinal, position, 1, 1 FROM posted
    """

  func save(
    _ change: MessageChange, of found: StoredMessage, edit: EditID?, in conversation: LoadedConversation
  ) throws {
    let place = found.place
    if let edit {
      try save(change, edit: edit, at: place)
    } else {
      try saveDeletion(change.message, at: place)
    }
    // It is of words that are no longer there, and only its own model can make another.
    try connection.queue("DELETE FROM remoteVectors WHERE position = ?", .integer(place.position))
    usage.changed(by: change.growth, of: found.author)
  }

  private func save(_ change: MessageChange, edit: EditID, at place: MessagePlace) throws {
    let number = Int64(change.message.editCount)
    try connection.queue(
      "INSERT INTO edits (position, number, id, at, text) VALUES (?, ?, ?, ?, ?)",
      .integer(place.position), .integer(number), .id(edit), .time(change.message.editedAt), .text(change.formerText))
    // Ids stay for ever so that a late retry is recognised; old texts do not.
    try connection.queue(
      "UPDATE edits SET text = NULL WHERE position = ? AND number <= ? AND text IS NOT NULL",
      .integer(place.position), .integer(number - Int64(Message.maximumEditHistory)))
    let files = change.message.attachments.map(\.words).joined(separator: "\n")
    let words = PlacedWords(conversation: place.conversation).vector(change.message.text, files)
    try connection.queue(
      """
      UPDATE messages SET text = ?, editCount = ?, editedAt = ?, changedRev = ?, words = ?::text::tsvector
      WHERE position = ?
      """, .text(change.message.text), .integer(number), .time(change.message.editedAt), .integer(change.message.rev),
      .text(words), .integer(place.position))
  }

  private func saveDeletion(_ message: Message, at place: MessagePlace) throws {
    try connection.queue(
      """
      UPDATE messages SET text = '', words = '', attachmentCount = 0, deletedAt = ?,
        deletedBy = (SELECT key FROM users WHERE id = ?), changedRev = ?
      WHERE position = ?
      """, .time(message.deletedAt), .id(message.deletedBy), .integer(message.rev), .integer(place.position))
    for table in ["edits", "vectors", "signals"] {
      try connection.queue("DELETE FROM \(table) WHERE position = ?", .integer(place.position))
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
private enum SourceColumn: Int32, PostgresColumnList {
  case position, ordinal, rev, deletedAt, editedAt

  var sql: String { self == .rev ? "coalesce(changedRev, postRev)" : "\(self)" }
}
