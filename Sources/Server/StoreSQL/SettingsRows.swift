import Domain

/// How settings rows are read.
enum SettingsRows {
  static func settings(_ row: SQLRow, conversation: ConversationID) -> ConversationSettings {
    ConversationSettings(
      conversation: conversation, rev: row.integer(SettingsColumn.rev), muted: row.flag(SettingsColumn.muted),
      mutedUntil: row.optionalTime(SettingsColumn.mutedUntil), archived: row.flag(SettingsColumn.archived),
      archivedAt: row.optionalTime(SettingsColumn.archivedAt), pinned: row.flag(SettingsColumn.pinned))
  }
}

enum SettingsColumn: Int32, SQLColumnList {
  case rev, muted, mutedUntil, archived, pinned, archivedAt

  var sql: String { "s.\(self)" }
}
