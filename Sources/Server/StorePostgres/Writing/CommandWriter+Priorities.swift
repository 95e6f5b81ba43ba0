import Domain
import ServerCore

extension CommandWriter {
  func marks(_ selection: MarkSelection) throws -> [StoredMark] {
    switch selection {
    case .on(let message): try marks("p.message = ?", .id(message))
    case .of(let user): try marks("p.account = (SELECT key FROM users WHERE id = ?)", .id(user))
    case .within(let conversation): try marks("p.conversation = ?", .id(conversation))
    }
  }

  private func marks(_ condition: String, _ value: PostgresValue) throws -> [StoredMark] {
    try connection.all(
      """
      SELECT \(PriorityColumn.list), p.account AS account, u.id AS reader
      FROM priorityMarks p JOIN users u ON u.key = p.account
      WHERE \(condition) AND p.reason IS NOT NULL ORDER BY p.until DESC, p.message DESC
      """, value
    ) { row in
      StoredMark(account: row.integer("account"), user: try row.id("reader"), mark: try PriorityRows.mark(row))
    }
  }

  func save(_ mark: PriorityMark, of account: Int64) throws {
    try connection.queue("UPDATE users SET rev = ? WHERE key = ?", .integer(mark.rev), .integer(account))
    try connection.queue(
      """
      INSERT INTO priorityMarks (account, message, rev, conversation, seq, reason, isByModel, until)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, message) DO UPDATE SET rev = excluded.rev, conversation = excluded.conversation,
        seq = excluded.seq, reason = excluded.reason, isByModel = excluded.isByModel, until = excluded.until
      """, .integer(account), .id(mark.message), .integer(mark.rev), .id(mark.conversation), .integer(mark.seq),
      .optional(mark.reason), .flag(mark.isByModel), .time(mark.until))
  }

  func forgetMarks(of account: Int64, at time: Timestamp) throws {
    try connection.queue(
      "DELETE FROM priorityMarks WHERE account = ? AND until <= ?", .integer(account), .time(time))
  }

  func reviewPlan(of account: Int64) throws -> ReviewPlan? {
    try connection.first("SELECT at, version FROM priorityReviews WHERE account = ?", .integer(account)) {
      ReviewPlan(at: $0.optionalTime("at"), version: $0.integer("version"))
    }
  }

  func save(_ plan: ReviewPlan, of account: Int64) throws {
    try connection.queue(
      """
      INSERT INTO priorityReviews (account, at, version) VALUES (?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET at = excluded.at, version = excluded.version
      """,
      .integer(account),
      .time(plan.at), .integer(plan.version))
  }

  func hasRecord(_ collection: PrivateRecord.Collection, id: String, of account: Int64) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM records WHERE account = ? AND collection = ? AND id = ?)", .integer(account),
      .text(collection.rawValue), .text(id)) != 0
  }
}
