import Domain

/// How message rows are named and read.
enum MessageRows {
  static let columns = """
    m.position, m.id, m.postRev, m.changedRev, s.id, m.text, m.createdAt, m.replyTo, m.editCount, m.editedAt, \
    m.deletedAt, d.id
    """
  static let source = """
    messages m CROSS JOIN users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy
    """

  static func position(conversation key: Int64, seq: Int64) -> Int64 { key << 32 | seq }
  static func seq(_ position: Int64) -> Int64 { position & 0xFFFF_FFFF }
  static func conversation(_ position: Int64) -> Int64 { position >> 32 }

  /// The message of a row without its former texts; see `addEdits`.
  static func message(_ row: SQLiteRow) throws -> Message {
    Message(
      id: try row.id(1), seq: seq(row.integer(0)), rev: row.optionalInteger(3) ?? row.integer(2),
      sender: try row.id(4), text: row.text(5), createdAt: row.time(6), replyTo: try row.optionalID(7),
      editCount: Int(row.integer(8)), editedAt: row.optionalTime(9), deletedAt: row.optionalTime(10),
      deletedBy: try row.optionalID(11))
  }

  /// Reads the former texts of those messages that were edited.
  static func addEdits(to messages: inout [Message], conversation key: Int64, on connection: SQLiteConnection) throws {
    for index in messages.indices where messages[index].editCount > 0 && !messages[index].isDeleted {
      let seq = messages[index].seq
      messages[index].edits = try edits(of: position(conversation: key, seq: seq), on: connection)
    }
  }

  static func edits(of position: Int64, on connection: SQLiteConnection) throws -> [MessageEdit] {
    let newestFirst = try connection.all(
      """
      SELECT id, text, at FROM edits WHERE position = ? AND text IS NOT NULL
      ORDER BY number DESC LIMIT \(Message.maximumEditHistory)
      """, .integer(position)
    ) { MessageEdit(id: try $0.id(0), text: $0.text(1), at: $0.time(2)) }
    return newestFirst.reversed()
  }
}
