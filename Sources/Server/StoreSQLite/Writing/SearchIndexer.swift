import Domain
import GRDBSQLite

/// Brings messages into the search index in batches, because many small index updates cost far more
/// than one large one. How far it has come is kept in the file with the index, so a crash loses
/// nothing; whoever searches calls `catchUp` first.
final class SearchIndexer {
  /// Messages in one transaction at most.
  static let batch = 1_024
  /// Characters of file texts in one transaction, unless one message alone has more: some 50
  /// milliseconds.
  static let fileCharacters: Int64 = 512 << 10
  /// Pages of the index written by one call of `purge`: some milliseconds.
  private static let purgedPages: Int64 = 64

  /// Of messages, and of what stands in their files.
  private static let indexes = ["search", "fileSearch"]

  /// What one purge rids the index of, counted by its marks, and how many pages it may still write.
  private struct Round {
    let marks: Int64
    var pagesLeft: Int64
  }

  private let connection: SQLiteConnection
  private var round: Round?
  /// All messages up to this ordinal are in the index, unless they were deleted before they came
  /// there.
  private(set) var indexed: Int64

  init(connection: SQLiteConnection) throws {
    self.connection = connection
    indexed = try Self.read(connection)
  }

  /// Indexes a batch of what is before `nextOrdinal`. Throws what SQLite says; then nothing more is
  /// indexed than was.
  func catchUp(before nextOrdinal: Int64) throws {
    guard indexed < nextOrdinal - 1 else { return }
    do {
      try connection.run("BEGIN IMMEDIATE")
      let end = try end(before: nextOrdinal)
      try connection.run(
        """
        INSERT INTO search (rowid, text, files)
        SELECT ordinal, text, files FROM searchable
        WHERE ordinal > ? AND ordinal <= ? AND deletedAt IS NULL ORDER BY ordinal
        """, .integer(indexed), .integer(end))
      // Files of deleted messages have gone with them.
      try connection.run(
        """
        INSERT INTO fileSearch (rowid, text)
        SELECT place, text FROM searchableFiles WHERE place > ? AND place <= ? ORDER BY place
        """, .integer(FileTextPlace.end(of: indexed).rawValue), .integer(FileTextPlace.end(of: end).rawValue))
      try TextUsage.count(after: indexed, through: end, on: connection)
      try connection.run("UPDATE searchProgress SET indexed = ?", .integer(end))
      try connection.run("COMMIT")
      indexed = end
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// The last message of the next batch.
  private func end(before nextOrdinal: Int64) throws -> Int64 {
    let end = min(indexed + Int64(Self.batch), nextOrdinal - 1)
    let tooMuch = try connection.first(
      """
      SELECT place FROM (
        SELECT place, sum(length) OVER (ORDER BY place) AS total FROM fileTexts WHERE place > ? AND place <= ?)
      WHERE total > ? ORDER BY place LIMIT 1
      """, .integer(FileTextPlace.end(of: indexed).rawValue), .integer(FileTextPlace.end(of: end).rawValue),
      .integer(Self.fileCharacters)
    ) { FileTextPlace(rawValue: $0.integer("place")).ordinal }
    return max(indexed + 1, (tooMuch ?? end + 1) - 1)
  }

  /// Whether the index still holds terms of texts that were deleted or changed, marked as gone.
  func isStale() throws -> Bool {
    try connection.integer("SELECT isStale FROM searchProgress") != 0
  }

  /// Whether a purge has begun and is not done.
  var isPurging: Bool { round != nil }

  /// Rewrites some of the index without the terms that were gone when the purge began; `true` when
  /// none of those are left. Terms that go meanwhile stay marked for the next purge, so that those
  /// who delete and write without a pause cannot hold this one up for ever.
  func purge() throws -> Bool {
    do {
      try connection.run("BEGIN IMMEDIATE")
      let isFirst = round == nil
      var current = try round ?? beginRound()
      // Less than none: everything that stands in the index now is merged. Then that is gone on
      // with, whatever has come since.
      let pages = isFirst ? -Self.purgedPages : Self.purgedPages
      let merged = try Self.indexes.filter { index in
        let before = sqlite3_total_changes(connection.handle)
        try connection.run("INSERT INTO \(index) (\(index), rank) VALUES ('merge', ?)", .integer(pages))
        // Fewer than two changes: nothing was left to merge, says SQLite's documentation.
        return sqlite3_total_changes(connection.handle) - before >= 2
      }
      current.pagesLeft -= Self.purgedPages
      let isDone = merged.isEmpty || current.pagesLeft <= 0
      if isDone {
        // The pages as they were still stand in the file, until the log is emptied into it.
        try connection.run(
          "UPDATE searchProgress SET isStale = max(0, isStale - ?), isLogStale = 1", .integer(current.marks))
      }
      try connection.run("COMMIT")
      round = isDone ? nil : current
      return isDone
    } catch {
      connection.rollback()
      round = nil
      throw error
    }
  }

  /// The index has about as many pages as it has entries in its own directory; twice as many are
  /// enough for one rewriting.
  private func beginRound() throws -> Round {
    let pages = try Self.indexes.reduce(0) { try $0 + connection.integer("SELECT count(*) FROM \($1)_idx") }
    return Round(
      marks: try connection.integer("SELECT isStale FROM searchProgress"), pagesLeft: 4 * pages + 16 * Self.purgedPages)
  }

  private static func read(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.integer("SELECT indexed FROM searchProgress")
  }
}
