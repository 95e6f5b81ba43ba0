import Domain
import ServerCore

/// How rows of reminders, opinions and plans of digests are read.
enum ReminderRows {
  static func reminder(_ row: SQLRow) throws -> Reminder {
    Reminder(
      id: try row.id(ReminderColumn.id), rev: row.integer(ReminderColumn.rev), kind: try row.word(ReminderColumn.kind),
      state: try row.word(ReminderColumn.state), at: row.time(ReminderColumn.at), text: row.text(ReminderColumn.text),
      conversation: try row.optionalID(ReminderColumn.conversation),
      message: try row.optionalID(ReminderColumn.message), insight: try row.optionalID(ReminderColumn.insight),
      output: try row.optionalID(ReminderColumn.output), dueAt: row.optionalTime(ReminderColumn.dueAt),
      createdAt: row.time(ReminderColumn.createdAt))
  }

  static func opinion(_ row: SQLRow) throws -> Opinion {
    Opinion(
      id: row.text("id"), rev: row.integer("rev"), subject: try row.word("subject"),
      conversation: try row.id("conversation"), message: try row.id("message"),
      feedback: row.isNull("feedback") ? nil : try row.word("feedback"))
  }

  static func plan(_ row: SQLRow) throws -> DigestPlan {
    let days = row.integer("days")
    let times = AIPreferences.DigestTimes(
      days: (1...7).filter { days >> ($0 - 1) & 1 == 1 }, time: Int(row.integer("time")), inApp: row.flag("inApp"),
      byMail: row.flag("byMail"))
    return DigestPlan(
      user: try row.id("id"), times: times, timeZone: row.optionalText("timeZone"), day: row.integer("day"),
      lease: try row.optionalID("lease"), leasedUntil: row.time("leasedUntil"), failures: Int(row.integer("failures")),
      notBefore: row.time("notBefore"))
  }

  static let plans = """
    SELECT p.*, u.id AS id, u.timeZone AS timeZone FROM digestPlans p JOIN users u ON u.key = p.\(Dialect.account)
    """

  /// The bits of `digestPlans.days`.
  static func bits(_ days: [Int]) -> Int64 { days.reduce(0) { $0 | 1 << Int64($1 - 1) } }

  static func privateRows(of key: Int64, after rev: Int64, on connection: SQLConnection) throws -> PrivateRows {
    PrivateRows(
      settings: try connection.all(
        """
        SELECT \(SettingsColumn.list), c.id AS conversation
        FROM settings s JOIN conversations c ON c.key = s.conversation
        WHERE s.\(Dialect.account) = ? AND s.rev > ? ORDER BY s.rev
        """, .integer(key), .integer(rev)
      ) { SettingsRows.settings($0, conversation: try $0.id("conversation")) },
      reminders: try connection.all(
        """
        SELECT \(ReminderColumn.list) FROM reminders r
        WHERE r.\(Dialect.account) = ? AND r.rev > ? ORDER BY r.rev, r.key
        """,
        .integer(key), .integer(rev), map: reminder),
      opinions: try connection.all(
        "SELECT * FROM opinions WHERE \(Dialect.account) = ? AND rev > ? ORDER BY rev, id",
        .integer(key), .integer(rev),
        map: opinion), priorities: try PriorityRows.changed(of: key, after: rev, on: connection))
  }

  static func unhelpful(to user: UserID, on connection: SQLConnection) throws -> Set<String> {
    Set(
      try connection.all(
        """
        SELECT o.id FROM users u JOIN opinions o ON o.\(Dialect.account) = u.key
        WHERE u.id = ? AND o.feedback = 'unhelpful'
        """, .id(user)
      ) { $0.text(.only) })
  }
}

enum ReminderColumn: Int32, SQLColumnList {
  case id, rev, kind, state, at, text, conversation, message, insight, output, dueAt, createdAt

  var sql: String { "r.\(self)" }
}
