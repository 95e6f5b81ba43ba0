import Domain
import ServerCore

extension CommandWriter {
  func retention() throws -> Retention { try RetentionRows.workspace(on: connection) }

  func save(_ retention: Retention) throws {
    try connection.queue("UPDATE workspace SET retentionDays = ?", .integer(retention.days))
  }

  func retention(of conversation: LoadedConversation) throws -> RetentionState {
    try connection.first(
      "SELECT days, isHeld, sweptSeq FROM retentions WHERE conversation = ?", .integer(conversation.key),
      map: RetentionRows.state) ?? RetentionState()
  }

  func save(_ state: RetentionState, of conversation: LoadedConversation) throws {
    try connection.queue(
      """
      INSERT INTO retentions (conversation, days, isHeld, sweptSeq) VALUES (?, ?, ?, ?)
      ON CONFLICT (conversation) DO UPDATE SET days = excluded.days, isHeld = excluded.isHeld, sweptSeq =
        excluded.sweptSeq
      """,
      .integer(conversation.key), .optional(state.own?.days), .flag(state.isHeld), .integer(state.sweptSeq))
  }

  func isHeld(_ account: Int64) throws -> Bool {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM holds WHERE account = ?)", .integer(account)) == 1
  }

  func saveHold(_ isHeld: Bool, of account: Int64) throws {
    try connection.queue(
      isHeld
        ? "INSERT INTO holds (account) VALUES (?) ON CONFLICT DO NOTHING" : "DELETE FROM holds WHERE account = ?",
      .integer(account))
  }

  func messages(in conversation: LoadedConversation, after seq: Int64, limit: Int) throws -> [AgingMessage] {
    try connection.all(
      """
      SELECT position, id, createdAt, deletedAt, EXISTS (SELECT 1 FROM holds h WHERE h.account = m.sender) AS isHeld
      FROM messages m WHERE position > ? AND position <= ? ORDER BY position LIMIT ?
      """, .integer(conversation.position(of: seq)),
      .integer(conversation.position(of: conversation.state.lastSeq)), .integer(Int64(max(0, limit)))
    ) { row in
      AgingMessage(
        id: try row.id("id"), seq: MessageRows.seq(row.integer("position")), createdAt: row.time("createdAt"),
        isDeleted: !row.isNull("deletedAt"), isHeld: row.flag("isHeld"))
    }
  }
}
