import Domain
import GRDB

/// The conversation table.
enum ConversationRecord {
  private static let columns =
    "id, rev, kind, name, photo, createdAt, createdBy, intelligenceOff, renamedAt, renamedBy, formerName"

  /// Keeps the row unless a newer one is stored.
  static func upsert(_ conversation: Conversation, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO conversation (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, name = excluded.name, photo = excluded.photo,
        intelligenceOff = excluded.intelligenceOff, renamedAt = excluded.renamedAt,
        renamedBy = excluded.renamedBy, formerName = excluded.formerName
      WHERE excluded.rev > conversation.rev
      """,
      [
        conversation.id.blob, conversation.rev, conversation.kind.rawValue, conversation.name, conversation.photo,
        conversation.createdAt.milliseconds, conversation.createdBy.blob, !conversation.isIntelligenceOn,
        conversation.renamed?.at.milliseconds, conversation.renamed?.by.blob, conversation.renamed?.from,
      ])
  }

  static func find(_ id: ConversationID, _ db: Database) throws -> Conversation? {
    try db.map("SELECT \(columns) FROM conversation WHERE id = ?", [id.blob], decode).first
  }

  private static func decode(_ row: Row) throws -> Conversation {
    Conversation(
      id: try row.identifier(0), rev: row[1], kind: try row.value(2, "kind"), name: row[3], photo: row[4],
      createdAt: row.timestamp(5), createdBy: try row.identifier(6), isIntelligenceOn: !(row[7] as Bool),
      renamed: try row.optionalTimestamp(8).map { try Renaming(at: $0, by: row.identifier(9), from: row[10]) })
  }
}
