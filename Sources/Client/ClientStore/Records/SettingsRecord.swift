import Domain
import GRDB

/// The settings table: rows of the private feed by conversation.
enum SettingsRecord {
  static let columns = "conversation, rev, muted, mutedUntil, archived, pinned, archivedAt"

  /// Keeps the row unless a newer one is stored.
  static func upsert(_ settings: ConversationSettings, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO settings (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation) DO UPDATE SET rev = excluded.rev, muted = excluded.muted,
        mutedUntil = excluded.mutedUntil, archived = excluded.archived, pinned = excluded.pinned,
        archivedAt = excluded.archivedAt
      WHERE excluded.rev > settings.rev
      """,
      [
        settings.conversation.blob, settings.rev, settings.muted, settings.mutedUntil?.milliseconds,
        settings.archived, settings.pinned, settings.archivedAt?.milliseconds,
      ])
  }

  static func find(_ conversation: ConversationID, _ db: Database) throws -> ConversationSettings? {
    try db.map("SELECT \(columns) FROM settings WHERE conversation = ?", [conversation.blob], decode).first
  }

  static func all(_ db: Database) throws -> [ConversationSettings] {
    try db.map("SELECT \(columns) FROM settings ORDER BY conversation", [], decode)
  }

  private static func decode(_ row: Row) throws -> ConversationSettings {
    ConversationSettings(
      conversation: try row.identifier(0), rev: row[1], muted: row[2], mutedUntil: row.optionalTimestamp(3),
      archived: row[4], archivedAt: row.optionalTimestamp(6), pinned: row[5])
  }
}
