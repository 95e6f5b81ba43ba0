import Domain

/// What the pipeline still has to work on; see `Schema.pipeline`. Confined to the writer.
struct DueList {
  let connection: SQLiteConnection

  /// Makes a message due that has changed. One that was never worked on is due already.
  func add(_ ordinal: Int64) throws {
    try forgetStarts(ordinal)
    guard try isPassed(ordinal) else { return }
    try connection.run(
      """
      INSERT INTO due (ordinal, dueAt, failures) VALUES (?, 0, 0)
      ON CONFLICT (ordinal) DO UPDATE SET dueAt = 0, failures = 0, reason = NULL
      """, .integer(ordinal))
  }

  /// Makes all messages between two positions due.
  func addAll(from start: Int64, to end: Int64) throws {
    try connection.run(
      """
      INSERT INTO due (ordinal, dueAt, failures)
      SELECT ordinal, 0, 0 FROM messages WHERE position > ?1 AND position < ?2
        AND (ordinal <= (SELECT cursor FROM pipeline) OR ordinal IN (SELECT ordinal FROM finished))
      ON CONFLICT (ordinal) DO UPDATE SET dueAt = 0, failures = 0, reason = NULL
      """, .integer(start), .integer(end))
  }

  func removeAll(from start: Int64, to end: Int64) throws {
    try connection.run(
      "DELETE FROM due WHERE ordinal IN (SELECT ordinal FROM messages WHERE position > ? AND position < ?)",
      .integer(start), .integer(end))
    try connection.run(
      "DELETE FROM started WHERE ordinal IN (SELECT ordinal FROM messages WHERE position > ? AND position < ?)",
      .integer(start), .integer(end))
  }

  /// The message was worked on. `advance` must follow.
  func finish(_ ordinal: Int64) throws {
    try connection.run("DELETE FROM due WHERE ordinal = ?", .integer(ordinal))
    try forgetStarts(ordinal)
    try pass(ordinal)
  }

  /// Working on the message failed; dead when `retryAt` is `nil`. What is not due stays so.
  /// `advance` must follow.
  func postpone(_ ordinal: Int64, reason: String, retryAt: Timestamp?) throws {
    let isListed = try connection.integer("SELECT count(*) FROM due WHERE ordinal = ?", .integer(ordinal)) > 0
    guard try isListed || !isPassed(ordinal) else { return }
    try connection.run(
      """
      INSERT INTO due (ordinal, dueAt, failures, reason) VALUES (?, ?, 1, ?)
      ON CONFLICT (ordinal) DO UPDATE SET dueAt = excluded.dueAt, failures = failures + 1, reason = excluded.reason
      """, .integer(ordinal), .time(retryAt), .text(reason))
    try forgetStarts(ordinal)
    try pass(ordinal)
  }

  /// Work on the messages begins.
  func start(_ messages: [MessageID]) throws {
    for message in messages {
      try connection.run(
        """
        INSERT INTO started (ordinal, starts) SELECT ordinal, 1 FROM messages WHERE id = ?
        ON CONFLICT (ordinal) DO UPDATE SET starts = starts + 1
        """, .id(message))
    }
  }

  private func forgetStarts(_ ordinal: Int64) throws {
    try connection.run("DELETE FROM started WHERE ordinal = ?", .integer(ordinal))
  }

  func reviveDead() throws {
    try connection.run("UPDATE due SET dueAt = 0, failures = 0, reason = NULL WHERE dueAt IS NULL")
  }

  /// Moves the cursor up to the first message that is due by its ordinal. Those of conversations
  /// without intelligence are not.
  func advance() throws {
    guard let next = try next() else { return }
    try connection.run("UPDATE pipeline SET cursor = ?", .integer(next))
    try connection.run("DELETE FROM finished WHERE ordinal <= ?", .integer(next))
  }

  /// Where the cursor would go; `nil` when it is there.
  func next() throws -> Int64? {
    let cursor = try connection.integer("SELECT cursor FROM pipeline")
    let waiting = try connection.first(
      """
      SELECT m.ordinal FROM messages m CROSS JOIN conversations c ON c.key = m.position >> 32
      WHERE m.ordinal > ? AND c.isIntelligenceOff = 0 AND m.ordinal NOT IN (SELECT ordinal FROM finished)
      ORDER BY m.ordinal LIMIT 1
      """, .integer(cursor)
    ) { $0.integer(.only) }
    let last = try waiting.map { $0 - 1 } ?? connection.integer("SELECT coalesce(max(ordinal), 0) FROM messages")
    return last > cursor ? last : nil
  }

  private func pass(_ ordinal: Int64) throws {
    try connection.run(
      "INSERT OR IGNORE INTO finished (ordinal) SELECT ?1 WHERE ?1 > (SELECT cursor FROM pipeline)",
      .integer(ordinal))
  }

  private func isPassed(_ ordinal: Int64) throws -> Bool {
    try connection.integer(
      """
      SELECT ?1 <= (SELECT cursor FROM pipeline) OR EXISTS (SELECT 1 FROM finished WHERE ordinal = ?1)
      """, .integer(ordinal)) != 0
  }
}
