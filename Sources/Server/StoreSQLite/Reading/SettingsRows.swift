import Domain

/// How settings rows are read: `rev, muted, mutedUntil, archived, pinned, archivedAt`.
enum SettingsRows {
  static func settings(_ row: SQLiteRow, conversation: ConversationID) -> ConversationSettings {
    ConversationSettings(
      conversation: conversation, rev: row.integer(0), muted: row.flag(1), mutedUntil: row.optionalTime(2),
      archived: row.flag(3), archivedAt: row.optionalTime(5), pinned: row.flag(4))
  }
}
