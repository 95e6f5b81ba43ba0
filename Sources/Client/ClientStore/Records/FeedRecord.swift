import Domain
import GRDB

/// The feed table: the cursor and the window of each feed that the device holds.
struct FeedRecord {
  let feed: FeedID
  var cursor: Int64 = 0
  /// Messages with a lower seq may be stored but are not part of what the device shows.
  var windowStart: Int64 = 1
  var unreadBefore: Int = 0

  static func find(_ feed: FeedID, _ db: Database) throws -> FeedRecord? {
    try db.map(
      "SELECT feed, cursor, windowStart, unreadBefore FROM feed WHERE feed = ?", [feed.blob], decode
    ).first
  }

  static func all(_ db: Database) throws -> [FeedRecord] {
    try db.map("SELECT feed, cursor, windowStart, unreadBefore FROM feed ORDER BY feed", [], decode)
  }

  func save(_ db: Database) throws {
    try db.run(
      "INSERT OR REPLACE INTO feed (feed, cursor, windowStart, unreadBefore) VALUES (?, ?, ?, ?)",
      [feed.blob, cursor, windowStart, unreadBefore])
  }

  private static func decode(_ row: Row) throws -> FeedRecord {
    FeedRecord(feed: try row.feed(0), cursor: row[1], windowStart: row[2], unreadBefore: row[3])
  }
}
