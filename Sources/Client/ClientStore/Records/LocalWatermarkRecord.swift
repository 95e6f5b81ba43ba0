import Domain
import GRDB

/// The watermark table: how far the user has read here, where the server's row does not say so yet.
struct LocalWatermarkRecord {
  let conversation: ConversationID
  let readSeq: Int64
  /// Lowers, or sets exactly, instead of raising.
  let marksUnread: Bool
  /// The lowest and highest read watermarks that this device has known or asked for since the
  /// server last agreed.
  let floor: Int64
  let baseline: Int64

  static func find(_ conversation: ConversationID, _ db: Database) throws -> LocalWatermarkRecord? {
    try db.map(
      "SELECT conversation, readSeq, marksUnread, floor, baseline FROM watermark WHERE conversation = ?",
      [conversation.blob], decode
    ).first
  }

  static func all(_ db: Database) throws -> [LocalWatermarkRecord] {
    try db.map(
      "SELECT conversation, readSeq, marksUnread, floor, baseline FROM watermark ORDER BY conversation", [],
      decode)
  }

  func save(_ db: Database) throws {
    try db.run(
      "INSERT OR REPLACE INTO watermark (conversation, readSeq, marksUnread, floor, baseline) VALUES (?, ?, ?, ?, ?)",
      [conversation.blob, readSeq, marksUnread, floor, baseline])
  }

  static func delete(_ conversation: ConversationID, _ db: Database) throws {
    try db.run("DELETE FROM watermark WHERE conversation = ?", [conversation.blob])
  }

  /// How far the user has read, as this device shows it.
  func effectiveReadSeq(over server: Int64) -> Int64 {
    marksUnread ? readSeq : max(readSeq, server)
  }

  /// Drops the local watermark once the server's row has caught up with it, or has moved where only
  /// another device can have moved it.
  static func reconcile(_ conversation: ConversationID, with member: Member, _ db: Database) throws {
    guard let local = try find(conversation, db) else { return }
    let isSettled =
      local.marksUnread
      ? member.readSeq == local.readSeq || member.readSeq > local.baseline || member.readSeq < local.floor
      : member.readSeq >= local.readSeq
    if isSettled { try delete(conversation, db) }
  }

  private static func decode(_ row: Row) throws -> LocalWatermarkRecord {
    LocalWatermarkRecord(
      conversation: try row.identifier(0), readSeq: row[1], marksUnread: row[2], floor: row[3], baseline: row[4])
  }
}
