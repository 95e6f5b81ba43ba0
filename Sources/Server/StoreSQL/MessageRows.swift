import Domain

/// How message rows are named and read.
enum MessageRows {
  static let columns = MessageColumn.list
  static let source = """
    messages m \(Dialect.ordered) users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy
    """

  static func position(conversation key: Int64, seq: Int64) -> Int64 { key << 32 | seq }
  static func seq(_ position: Int64) -> Int64 { position & 0xFFFF_FFFF }
  static func conversation(_ position: Int64) -> Int64 { position >> 32 }

  /// The message of a row without its former texts and files; see `addDetails`.
  static func message(_ row: SQLRow) throws -> Message {
    Message(
      id: try row.id(MessageColumn.id), seq: seq(row.integer(MessageColumn.position)),
      rev: row.optionalInteger(MessageColumn.changedRev) ?? row.integer(MessageColumn.postRev),
      sender: try row.id(MessageColumn.sender), text: row.text(MessageColumn.text),
      createdAt: row.time(MessageColumn.createdAt), replyTo: try row.optionalID(MessageColumn.replyTo),
      editCount: Int(row.integer(MessageColumn.editCount)), editedAt: row.optionalTime(MessageColumn.editedAt),
      deletedAt: row.optionalTime(MessageColumn.deletedAt), deletedBy: try row.optionalID(MessageColumn.deletedBy),
      attachments: row.integer(MessageColumn.attachmentCount) > 0 ? FileRows.unread : [])
  }

  /// Reads the former texts of those messages that were edited, and the files of those that have
  /// any. The messages come from `message`.
  static func addDetails(
    to messages: inout [Message], conversation key: Int64, on connection: SQLConnection
  ) throws {
    for index in messages.indices where !messages[index].isDeleted {
      let position = position(conversation: key, seq: messages[index].seq)
      if messages[index].editCount > 0 { messages[index].edits = try edits(of: position, on: connection) }
      if !messages[index].attachments.isEmpty {
        messages[index].attachments = try FileRows.attachments(of: position, on: connection)
      }
    }
  }

  /// The message of a row, with its former texts and files.
  static func whole(_ row: SQLRow, on connection: SQLConnection) throws -> Message {
    var messages = [try message(row)]
    try addDetails(to: &messages, conversation: conversation(row.integer(MessageColumn.position)), on: connection)
    return messages[0]
  }

  private static func edits(of position: Int64, on connection: SQLConnection) throws -> [MessageEdit] {
    let newestFirst = try connection.all(
      """
      SELECT id, text, at FROM edits WHERE position = ? AND text IS NOT NULL
      ORDER BY number DESC LIMIT \(Message.maximumEditHistory)
      """, .integer(position)
    ) { MessageEdit(id: try $0.id("id"), text: $0.text("text"), at: $0.time("at")) }
    return newestFirst.reversed()
  }
}

enum MessageColumn: Int32, SQLColumnList {
  case position, id, postRev, changedRev, sender, text, createdAt, replyTo, editCount, editedAt, deletedAt, deletedBy,
    attachmentCount

  var sql: String {
    switch self {
    case .sender: "s.id"
    case .deletedBy: "d.id"
    default: "m.\(self)"
    }
  }
}

/// What follows `MessageColumn` where a message's own keys are needed.
enum PlaceColumn: Int32, SQLColumnList {
  case ordinal, sender

  static let offset = MessageColumn.count

  var sql: String { "m.\(self)" }
}
