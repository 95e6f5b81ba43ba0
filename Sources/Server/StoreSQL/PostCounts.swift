/// Counts a user's own messages in a stretch of a conversation without reading them all.
///
/// The history is cut into blocks of 128 seqs. When the last message of a block is posted, one row
/// for each of its senders says how many are theirs: that costs next to nothing for each message,
/// and a stretch of n messages is counted from n/128 rows and the two ends.
struct PostCounts {
  /// Part of the tables' meaning, so it never changes: SQLite's migration 3 has the same number.
  static let blockSize: Int64 = 128

  private static let counted = """
    SELECT CAST(coalesce(sum(count), 0) AS bigint) FROM postCounts
    WHERE \(Dialect.account) = ? AND conversation = ? AND block >= ? AND block < ?
    """

  let connection: SQLConnection

  /// To be called in the transaction that gives the message with `seq` its place.
  func posted(_ seq: Int64, in conversation: Int64) throws {
    guard seq % Self.blockSize == 0 else { return }
    try connection.write(
      """
      INSERT INTO postCounts (\(Dialect.account), conversation, block, count)
      SELECT sender, ?1, ?2, count(*) FROM messages WHERE position > ?3 AND position <= ?4 GROUP BY sender
      """, .integer(conversation), .integer(seq / Self.blockSize - 1),
      .integer(MessageRows.position(conversation: conversation, seq: seq - Self.blockSize)),
      .integer(MessageRows.position(conversation: conversation, seq: seq)))
  }

  /// The user's messages, deleted ones included, with `seq` above `start` and at most `end`, which
  /// the conversation must have reached.
  func count(of user: Int64, in conversation: Int64, after start: Int64, through end: Int64) throws -> Int64 {
    guard start < end else { return 0 }
    let first = (start + Self.blockSize - 1) / Self.blockSize
    let last = end / Self.blockSize
    guard first < last else { return try read(user, conversation, after: start, through: end) }
    let blocks = try connection.integer(
      Self.counted, .integer(user), .integer(conversation), .integer(first), .integer(last))
    return try blocks + read(user, conversation, after: start, through: first * Self.blockSize)
      + read(user, conversation, after: last * Self.blockSize, through: end)
  }

  private func read(_ user: Int64, _ conversation: Int64, after start: Int64, through end: Int64) throws -> Int64 {
    guard start < end else { return 0 }
    return try connection.integer(
      "SELECT count(*) FROM messages WHERE position > ? AND position <= ? AND sender = ?",
      .integer(MessageRows.position(conversation: conversation, seq: start)),
      .integer(MessageRows.position(conversation: conversation, seq: end)), .integer(user))
  }
}
