import Domain
import GRDBSQLite

/// Brings messages into the search index in batches, because many small index updates cost far more than one large one.
/// How far it has come is kept in the file with the index, so a crash loses nothing; whoever searches calls `catchUp` first.
final class SearchIndexer {
  /// Messages in one transaction at most.
  static let batch = 1_024
  /// Pages of the index written by one call of `purge`: some milliseconds.
  private static let purgedPages: Int64 = 64

  private let connection: SQLiteConnection
  /// All messages up to this ordinal are in the index, unless they were deleted before they came there.
  private(set) var indexed: Int64

  init(connection: SQLiteConnection) throws {
    self.connection = connection
    indexed = try Self.read(connection)
  }

  /// Indexes a batch of what is before `nextOrdinal`. Throws what SQLite says; then nothing more is indexed than was.
  func catchUp(before nextOrdinal: Int64) throws {
    guard indexed < nextOrdinal - 1 else { return }
    let end = min(indexed + Int64(Self.batch), nextOrdinal - 1)
    do {
      try connection.execute("BEGIN IMMEDIATE")
      try connection.run(
        """
        INSERT INTO search (rowid, text)
        SELECT ordinal, text FROM searchable WHERE ordinal > ? AND ordinal <= ? AND deletedAt IS NULL ORDER BY ordinal
        """, .integer(indexed), .integer(end))
      try TextUsage.count(after: indexed, through: end, on: connection)
      try connection.run("UPDATE searchProgress SET indexed = ?", .integer(end))
      try connection.execute("COMMIT")
      indexed = end
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// Whether the index still holds terms of texts that were deleted or changed, marked as gone.
  func isStale() throws -> Bool {
    try connection.integer("SELECT isStale FROM searchProgress") != 0
  }

  /// Rewrites some of the index without the terms that are gone; `true` when none are left.
  func purge() throws -> Bool {
    do {
      try connection.execute("BEGIN IMMEDIATE")
      let before = sqlite3_total_changes(connection.handle)
      try connection.run("INSERT INTO search (search, rank) VALUES ('merge', ?)", .integer(-Self.purgedPages))
      // Fewer than two changes: nothing was left to merge, says SQLite's documentation.
      let isDone = sqlite3_total_changes(connection.handle) - before < 2
      if isDone { try connection.run("UPDATE searchProgress SET isStale = 0") }
      try connection.execute("COMMIT")
      return isDone
    } catch {
      connection.rollback()
      throw error
    }
  }

  private static func read(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.integer("SELECT indexed FROM searchProgress")
  }
}
