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

  /// Makes all messages between two positions due: they wait with those that were never worked on.
  func addAll(from start: Int64, to end: Int64) throws {
    try connection.run(
      """
      INSERT INTO due (ordinal, dueAt, failures)
      SELECT m.ordinal, 1, 0 FROM messages m WHERE m.position > ?1 AND m.position < ?2
        AND \(FinishedRanges.isPassed("m.ordinal"))
      ON CONFLICT (ordinal) DO UPDATE SET dueAt = 1, failures = 0, reason = NULL
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

  /// Moves the cursor up to the first message that is due by its ordinal, and makes one range of
  /// all above the last. Those of conversations without intelligence are not due.
  func advance() throws {
    if let next = try next() {
      try connection.run("UPDATE pipeline SET cursor = ?", .integer(next))
      try connection.run("DELETE FROM finished WHERE last <= ?", .integer(next))
    }
    let newest = try connection.integer("SELECT coalesce(max(ordinal), 0) FROM messages")
    guard let last = try FinishedRanges(on: connection).waiting(.last, on: connection), last < newest,
      try connection.integer(
        "SELECT EXISTS (SELECT 1 FROM finished WHERE first = ? AND last = ?)", .integer(last + 1), .integer(newest)
      ) == 0
    else { return }
    try connection.run("DELETE FROM finished WHERE first > ?", .integer(last))
    try connection.run("INSERT INTO finished (first, last) VALUES (?, ?)", .integer(last + 1), .integer(newest))
  }

  /// Where the cursor would go; `nil` when it is there.
  func next() throws -> Int64? {
    let cursor = try connection.integer("SELECT cursor FROM pipeline")
    let waiting = try FinishedRanges(on: connection).waiting(.first, on: connection)
    let last = try waiting.map { $0 - 1 } ?? connection.integer("SELECT coalesce(max(ordinal), 0) FROM messages")
    return last > cursor ? last : nil
  }

  /// Puts the ordinal into the range that it touches, or into one of its own; two that it joins
  /// become one.
  private func pass(_ ordinal: Int64) throws {
    guard try !isPassed(ordinal) else { return }
    let first = try connection.first(
      "SELECT first FROM finished WHERE first < ?1 AND last = ?1 - 1 ORDER BY first DESC LIMIT 1", .integer(ordinal)
    ) { $0.integer(.only) }
    let last = try connection.first("SELECT last FROM finished WHERE first = ? + 1", .integer(ordinal)) {
      $0.integer(.only)
    }
    if last != nil { try connection.run("DELETE FROM finished WHERE first = ? + 1", .integer(ordinal)) }
    try connection.run(
      "INSERT OR REPLACE INTO finished (first, last) VALUES (?, ?)", .integer(first ?? ordinal),
      .integer(last ?? ordinal))
  }

  private func isPassed(_ ordinal: Int64) throws -> Bool {
    try connection.integer("SELECT \(FinishedRanges.isPassed("?1"))", .integer(ordinal)) != 0
  }
}
