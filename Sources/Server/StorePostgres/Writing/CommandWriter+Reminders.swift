import Domain
import ServerCore

extension CommandWriter {
  private static let stored = "\(ReminderColumn.list), r.account AS account, u.id AS owner"
  private static let source = "reminders r JOIN users u ON u.key = r.account"

  private static func reminder(_ row: PostgresRow) throws -> StoredReminder {
    StoredReminder(
      account: row.integer("account"), user: try row.id("owner"), reminder: try ReminderRows.reminder(row))
  }

  func reminder(_ id: ReminderID) throws -> StoredReminder? {
    try connection.first(
      "SELECT \(Self.stored) FROM \(Self.source) WHERE r.id = ?", .id(id), map: Self.reminder)
  }

  func reminders(_ selection: ReminderSelection) throws -> [StoredReminder] {
    switch selection {
    case .of(let message): try reminders("r.message = ? AND r.insight IS NULL", .id(message))
    case .ofTask(let insight): try reminders("r.insight = ?", .id(insight))
    case .about(let conversation, let user):
      try reminders(
        "r.account = (SELECT key FROM users WHERE id = ?) AND r.conversation = ?", .id(user), .id(conversation))
    case .digests(let user):
      try reminders("r.account = (SELECT key FROM users WHERE id = ?) AND r.kind = 'digest'", .id(user))
    }
  }

  private func reminders(_ condition: String, _ values: PostgresValue...) throws -> [StoredReminder] {
    var found: [StoredReminder] = []
    try connection.scan(
      "SELECT \(Self.stored) FROM \(Self.source) WHERE \(condition) AND r.state <> 'over' ORDER BY r.key", values
    ) {
      found.append(try Self.reminder($0))
      return true
    }
    return found
  }

  func waitingReminders(of account: Int64) throws -> Int {
    Int(
      try connection.integer(
        "SELECT count(*) FROM reminders WHERE account = ? AND state = 'waiting'", .integer(account)))
  }

  func hasReminder(of task: InsightID, dueAt: Timestamp, _ account: Int64) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM reminders WHERE insight = ? AND account = ? AND dueAt = ?)", .id(task),
      .integer(account), .time(dueAt)) == 1
  }

  func save(_ reminder: Reminder, of account: Int64) throws {
    try connection.queue("UPDATE users SET rev = ? WHERE key = ?", .integer(reminder.rev), .integer(account))
    try connection.queue(
      """
      INSERT INTO reminders (id, account, rev, kind, state, at, text, conversation, message, insight, output, dueAt,
        createdAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, state = excluded.state, at = excluded.at,
        text = excluded.text, conversation = excluded.conversation, message = excluded.message,
        output = excluded.output
      """, .id(reminder.id), .integer(account), .integer(reminder.rev), .text(reminder.kind.rawValue),
      .text(reminder.state.rawValue), .time(reminder.at), .text(reminder.text), .id(reminder.conversation),
      .id(reminder.message), .id(reminder.insight), .id(reminder.output), .time(reminder.dueAt),
      .time(reminder.createdAt))
  }

  func insert(_ push: ReminderPush, of reminder: Reminder, at time: Timestamp) throws {
    try connection.queue(
      """
      INSERT INTO pushAttempts (id, reminder, remindedAt, device, session, account, service, isUrgent, createdAt, dueAt)
      SELECT ?1, (SELECT key FROM reminders WHERE id = ?2), ?3, key, session, account, service, 0, ?5, ?6
      FROM pushDevices WHERE key = ?4 ON CONFLICT (reminder, remindedAt, device) DO NOTHING
      """, .id(push.id), .id(reminder.id), .time(reminder.at), .integer(push.device), .time(time), .time(push.dueAt))
  }

  // MARK: Digests

  func digestPlan(of account: Int64) throws -> DigestPlan? {
    try connection.first("\(ReminderRows.plans) WHERE p.account = ?", .integer(account), map: ReminderRows.plan)
  }

  func save(_ plan: DigestPlan, of account: Int64) throws {
    try connection.queue(
      """
      INSERT INTO digestPlans
        (account, days, time, inApp, byMail, day, lease, leasedUntil, failures, notBefore)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET days = excluded.days, time = excluded.time, inApp = excluded.inApp,
        byMail = excluded.byMail, day = excluded.day, lease = excluded.lease, leasedUntil =
        excluded.leasedUntil, failures = excluded.failures, notBefore = excluded.notBefore
      """, .integer(account), .integer(ReminderRows.bits(plan.times.days)), .integer(Int64(plan.times.time)),
      .flag(plan.times.inApp), .flag(plan.times.byMail), .integer(plan.day), .id(plan.lease),
      .time(plan.leasedUntil), .integer(Int64(plan.failures)), .time(plan.notBefore))
  }

  // MARK: Opinions

  func opinion(_ id: String, of account: Int64) throws -> Opinion? {
    try connection.first(
      "SELECT * FROM opinions WHERE account = ? AND id = ?", .integer(account), .text(id), map: ReminderRows.opinion)
  }

  func opinions(_ selection: OpinionSelection) throws -> [StoredOpinion] {
    let columns = "o.*, u.id AS owner"
    let source = "opinions o JOIN users u ON u.key = o.account"
    func stored(_ row: PostgresRow) throws -> StoredOpinion {
      StoredOpinion(
        account: row.integer("account"), user: try row.id("owner"), opinion: try ReminderRows.opinion(row))
    }
    return switch selection {
    case .on(let message):
      try connection.all(
        "SELECT \(columns) FROM \(source) WHERE o.message = ? AND o.feedback IS NOT NULL ORDER BY o.account, o.id",
        .id(message), map: stored)
    case .about(let conversation, let user):
      try connection.all(
        """
        SELECT \(columns) FROM \(source) WHERE u.id = ? AND o.conversation = ? AND o.feedback IS NOT NULL ORDER BY o.id
        """, .id(user), .id(conversation), map: stored)
    }
  }

  func save(_ opinion: Opinion, of account: Int64, _ origin: OpinionOrigin, at time: Timestamp) throws {
    try connection.queue("UPDATE users SET rev = ? WHERE key = ?", .integer(opinion.rev), .integer(account))
    try connection.queue(
      """
      INSERT INTO opinions
        (account, id, rev, subject, conversation, message, feedback, model, version, createdAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, id) DO UPDATE SET rev = excluded.rev, subject = excluded.subject, conversation =
        excluded.conversation, message = excluded.message, feedback = excluded.feedback, model =
        excluded.model, version = excluded.version, createdAt = excluded.createdAt
      """, .integer(account), .text(opinion.id), .integer(opinion.rev), .text(opinion.subject.rawValue),
      .id(opinion.conversation), .id(opinion.message), .optional(opinion.feedback?.rawValue), .text(origin.model),
      .text(origin.version), .time(time))
  }

  func remove(_ opinion: Opinion, of account: Int64) throws {
    try connection.queue("UPDATE users SET rev = ? WHERE key = ?", .integer(opinion.rev), .integer(account))
    try connection.queue(
      "UPDATE opinions SET feedback = NULL, rev = ? WHERE account = ? AND id = ?", .integer(opinion.rev),
      .integer(account), .text(opinion.id))
  }
}
