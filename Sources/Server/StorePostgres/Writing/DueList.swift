import Domain
import ServerCore

/// What the pipeline still has to work on: a row for each message. Confined to the writer.
struct DueList {
  let connection: PostgresConnection

  /// Makes a message due that has changed. One that was never worked on stays where it waits.
  func add(_ place: MessagePlace) throws {
    try connection.queue(
      """
      INSERT INTO due (ordinal, position, dueAt) VALUES (?, ?, 0)
      ON CONFLICT (ordinal) DO UPDATE SET failures = 0, reason = NULL, starts = 0,
        dueAt = CASE due.isNew WHEN 1 THEN due.dueAt ELSE 0 END
      """, .integer(place.ordinal), .integer(place.position))
  }

  /// Makes all messages between two positions due: they wait with those that were never worked on.
  func addAll(from start: Int64, to end: Int64) throws {
    try connection.queue(
      """
      INSERT INTO due (ordinal, position, dueAt)
      SELECT ordinal, position, 1 FROM messages WHERE position > ? AND position < ?
      ON CONFLICT (ordinal) DO UPDATE SET dueAt = 1, failures = 0, reason = NULL
      """, .integer(start), .integer(end))
  }

  /// The message was worked on.
  func finish(_ ordinal: Int64) throws {
    try connection.queue("DELETE FROM due WHERE ordinal = ?", .integer(ordinal))
  }

  /// Working on the message failed; dead when `retryAt` is `nil`. What is not due stays so.
  func postpone(_ ordinal: Int64, reason: String, retryAt: Timestamp?) throws {
    try connection.queue(
      """
      UPDATE due SET dueAt = ?, failures = failures + 1, reason = ?, starts = 0, isNew = 0 WHERE ordinal = ?
      """, .time(retryAt), .text(reason), .integer(ordinal))
  }

  /// Work on the messages begins.
  func start(_ messages: [MessageID]) throws {
    for message in messages {
      try connection.queue(
        "UPDATE due SET starts = starts + 1 WHERE ordinal = (SELECT ordinal FROM messages WHERE id = ?)", .id(message))
    }
  }

  func reviveDead() throws {
    try connection.queue("UPDATE due SET dueAt = 0, failures = 0, reason = NULL WHERE dueAt IS NULL")
  }
}
