import Domain
import GRDB

/// The priority table: marks of the private feed by message, tombstones too, so that an older row
/// brings none of them back.
enum PriorityRecord {
  private static let columns = "message, rev, conversation, seq, reason, isByModel, until"

  /// Keeps the row unless a newer one is stored.
  static func upsert(_ mark: PriorityMark, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO priority (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (message) DO UPDATE SET rev = excluded.rev, reason = excluded.reason,
        isByModel = excluded.isByModel, until = excluded.until
      WHERE excluded.rev > priority.rev
      """,
      [
        mark.message.blob, mark.rev, mark.conversation.blob, mark.seq, mark.reason, mark.isByModel,
        mark.until.milliseconds,
      ])
  }

  /// Those that count at `now`, of one conversation or of all.
  static func living(in conversation: ConversationID? = nil, at now: Timestamp, _ db: Database) throws -> [PriorityMark]
  {
    try db.map(
      """
      SELECT \(columns) FROM priority
      WHERE reason IS NOT NULL AND until > ?1 AND (?2 IS NULL OR conversation = ?2) ORDER BY message
      """, [now.milliseconds, conversation?.blob], decode)
  }

  /// How many unread messages of each conversation are urgent at `now`.
  static func unread(of user: UserID, at now: Timestamp, _ db: Database) throws -> [ConversationID: Int] {
    try Dictionary(grouping: living(at: now, db), by: \.conversation).reduce(into: [:]) { counts, marks in
      guard let me = try MemberRecord.find(user, in: marks.key, db) else { return }
      let readSeq = try LocalWatermarkRecord.find(marks.key, db)?.effectiveReadSeq(over: me.readSeq) ?? me.readSeq
      counts[marks.key] = marks.value.count { $0.seq > max(readSeq, me.joinSeq) }
    }
  }

  /// Forgets those whose time is over by the newest one's, whose message is not of the future.
  static func forgetOver(_ db: Database) throws {
    try db.run(
      "DELETE FROM priority WHERE until <= (SELECT max(until) FROM priority) - ?", [PriorityMark.days * 86_400_000])
  }

  private static func decode(_ row: Row) throws -> PriorityMark {
    PriorityMark(
      message: try row.identifier(0), rev: row[1], conversation: try row.identifier(2), seq: row[3], reason: row[4],
      isByModel: row[5], until: row.timestamp(6))
  }
}
