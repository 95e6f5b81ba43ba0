import Domain
import ServerCore

extension PostgresStore: ReminderStore {
  package func reminder(_ id: ReminderID, of user: UserID) throws -> Reminder? {
    try read { connection in
      try connection.first(
        "SELECT \(ReminderColumn.list) FROM reminders r JOIN users u ON u.key = r.account WHERE r.id = ? AND u.id = ?",
        .id(id), .id(user), map: ReminderRows.reminder)
    }
  }

  package func reminders(of user: UserID) throws -> [Reminder] {
    try read { connection in
      try connection.all(
        """
        SELECT \(ReminderColumn.list) FROM users u JOIN reminders r ON r.account = u.key
        WHERE u.id = ? AND r.state <> 'over' ORDER BY r.state, r.at, r.key
        """, .id(user), map: ReminderRows.reminder)
    }
  }

  package func dueReminders(at now: Timestamp, limit: Int) throws -> [DueReminder] {
    try read { connection in
      try connection.all(
        """
        SELECT \(ReminderColumn.list), \(ReminderSettings.columns)
        FROM reminders r JOIN users u ON u.key = r.account LEFT JOIN conversations c ON c.id = r.conversation
          LEFT JOIN settings s ON s.account = r.account AND s.conversation = c.key
        WHERE r.state = 'waiting' AND r.at <= ? AND u.isDisabled = 0 ORDER BY r.at, r.key LIMIT ?
        """, .time(now), .integer(Int64(max(0, limit)))
      ) { row in
        DueReminder(
          user: try row.id("owner"), reminder: try ReminderRows.reminder(row),
          settings: try ReminderSettings.settings(row))
      }
    }
  }

  package func remindableTasks(after start: Timestamp, before end: Timestamp) throws -> [RemindableTask] {
    try read { connection in
      try connection.all(
        """
        SELECT \(InsightRows.columns), \(ReminderSettings.columns)
        FROM insights i JOIN users u ON u.id = i.owner
          JOIN conversations c ON c.key = i.conversation
          JOIN members m ON m.conversation = c.key AND m.account = u.key
          LEFT JOIN settings s ON s.account = u.key AND s.conversation = c.key
        WHERE i.kind = 'action_item' AND i.status = 'open' AND i.owner IS NOT NULL AND i.dueAt IS NOT NULL
          AND i.dueAt > ? AND i.dueAt < ? AND u.isDisabled = 0 AND c.isIntelligenceOff = 0 AND m.leftAt IS NULL
          AND NOT EXISTS (SELECT 1 FROM reminders r WHERE r.insight = i.id AND r.account = u.key AND r.dueAt = i.dueAt)
        ORDER BY i.dueAt, i.key
        """, .time(start), .time(end)
      ) { row in
        RemindableTask(
          conversation: try row.id("place"), insight: try InsightRows.insight(row), owner: try row.id("owner"),
          settings: try ReminderSettings.settings(row))
      }.filter { !$0.insight.isMaybe }
    }
  }

  package func digestPlans() throws -> [DigestPlan] {
    try read { connection in
      try connection.all(
        """
        \(ReminderRows.plans) WHERE p.days <> 0 AND (p.inApp = 1 OR p.byMail = 1) AND u.isDisabled = 0 ORDER BY
          p.account
        """,
        map: ReminderRows.plan)
    }
  }
}

/// The settings of whose conversation a reminder or a task is, where these are joined as `s`, `c`
/// and `u`.
private enum ReminderSettings {
  static let columns = """
    u.id AS owner, c.id AS place, s.account AS keeper, s.rev AS keptRev, s.muted AS muted, s.mutedUntil AS mutedUntil,
    s.archived AS archived, s.pinned AS pinned, s.archivedAt AS archivedAt
    """

  static func settings(_ row: PostgresRow) throws -> ConversationSettings? {
    guard !row.isNull("keeper") else { return nil }
    return ConversationSettings(
      conversation: try row.id("place"), rev: row.integer("keptRev"), muted: row.flag("muted"),
      mutedUntil: row.optionalTime("mutedUntil"), archived: row.flag("archived"),
      archivedAt: row.optionalTime("archivedAt"), pinned: row.flag("pinned"))
  }
}
