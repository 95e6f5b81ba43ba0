import Domain
import GRDB

/// The priority table: marks of the private feed by message, tombstones too, so that an older row
/// brings none of them back.
enum PriorityRecord {
  private static let columns = "message, rev, conversation, seq, reason, isByModel, until"

  /// Why a message is urgent whose reader has said so, in the server's words.
  static let ownReason = "You said so."

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

  /// The server has taken a correction whose row is on its way.
  static func note(
    _ message: MessageID, in conversation: ConversationID, _ priority: Priority, at now: Timestamp, _ db: Database
  ) throws {
    guard priority == .urgent else {
      return try db.run("UPDATE priority SET reason = NULL WHERE message = ?", [message.blob])
    }
    guard let mark = try mark(message, in: conversation, at: now, db) else { return }
    try db.run(
      """
      INSERT INTO priority (\(columns)) VALUES (?, 0, ?, ?, ?, 0, ?)
      ON CONFLICT (message) DO UPDATE SET reason = excluded.reason, until = excluded.until
      """,
      [message.blob, conversation.blob, mark.seq, mark.reason, mark.until.milliseconds])
  }

  /// The mark of a message whose reader calls it urgent; `nil` for one that the device does not
  /// have.
  private static func mark(
    _ message: MessageID, in conversation: ConversationID, at now: Timestamp, _ db: Database
  ) throws -> PriorityMark? {
    guard let held = try MessageRecord.find(message, in: conversation, db), !held.isDeleted else { return nil }
    return PriorityMark(
      message: message, rev: 0, conversation: conversation, seq: held.seq, reason: ownReason, isByModel: false,
      until: now.adding(milliseconds: PriorityMark.days * 86_400_000))
  }

  /// Those that count at `now`, of one conversation or of all, with what waits to be corrected.
  static func living(in conversation: ConversationID? = nil, at now: Timestamp, _ db: Database) throws -> [PriorityMark]
  {
    let rows = try db.map(
      """
      SELECT \(columns) FROM priority
      WHERE reason IS NOT NULL AND until > ?1 AND (?2 IS NULL OR conversation = ?2) ORDER BY message
      """, [now.milliseconds, conversation?.blob], decode)
    let corrected = try LocalRequests(db).priorities
    guard !corrected.isEmpty else { return rows }
    let others = rows.filter { corrected[$0.message].map { $0.priority == .urgent } ?? true }
    let known = Set(others.map(\.message))
    let added = try corrected.compactMap { message, entry -> PriorityMark? in
      guard entry.priority == .urgent, !known.contains(message),
        (conversation ?? entry.conversation) == entry.conversation
      else { return nil }
      return try mark(message, in: entry.conversation, at: now, db)
    }
    return (others + added).sorted { $0.message < $1.message }
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
