import Domain
import Foundation
import GRDB
import GRDBSQLite
import ServerCore

/// A store's file from which, or into which, a workspace is moved.
package final class SQLiteMove: MovedDatabase {
  private let file: StoreFile

  /// The workspace in the file, which is left as it is. Throws a `MoveProblem`, as all here does.
  /// `place` is what people call the file.
  package static func source(_ path: String, place: String) throws -> SQLiteMove {
    guard FileManager.default.fileExists(atPath: path) else { throw MoveProblem.missing(place) }
    let move = try SQLiteMove(path, place)
    do {
      try move.checkVersion()
      guard try !move.isUnfinished() else { throw MoveProblem.unfinished(place) }
    } catch {
      move.close()
      throw error
    }
    return move
  }

  /// A new file for the workspace of this history, or the one that an unfinished move of it left.
  /// `startsOver`: what such a move left is discarded, whosever it was.
  package static func target(
    _ path: String, place: String, for history: HistoryID, startsOver: Bool = false
  ) throws -> SQLiteMove {
    if FileManager.default.fileExists(atPath: path) {
      let move = try SQLiteMove(path, place)
      do {
        try move.checkVersion()
        guard try move.isUnfinished() else { throw MoveProblem.occupied(place) }
        guard startsOver else {
          let other: HistoryID? = try move.connection.first("SELECT history FROM \(MovedDatabase.mark)") {
            try $0.id(.only)
          }
          guard other == history else { throw MoveProblem.otherMove(place) }
          return move
        }
        move.connection.close()
        for suffix in ["", "-wal", "-shm"] { try BackupFile.removeIfPresent(path + suffix) }
      } catch {
        move.close()
        throw error
      }
      move.close()
    }
    let file = try lock(path, place)
    do {
      try StoreFile.makeUnfinished(path, for: history)
    } catch {
      file.unlock()
      throw MoveProblem.unusable(place, reason: "\(error)")
    }
    file.unlock()
    return try SQLiteMove(path, place)
  }

  private init(_ path: String, _ place: String) throws {
    file = try Self.lock(path, place)
    let connection: SQLiteConnection
    do {
      guard BackupFile.isDatabase(path) else {
        throw MoveProblem.unusable(place, reason: "it is not a MessageAI database")
      }
      connection = try SQLiteConnection(path: path)
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    } catch {
      file.unlock()
      throw (error as? SQLiteFailure).map { MoveProblem.unusable(place, reason: $0.message) } ?? error
    }
    super.init(connection, place: place)
  }

  private static func lock(_ path: String, _ place: String) throws -> StoreFile {
    do {
      return try StoreFile(path: path)
    } catch StoreFileError.inUse {
      throw MoveProblem.inUse(place)
    } catch {
      throw MoveProblem.unusable(place, reason: "its folder cannot be written")
    }
  }

  private func checkVersion() throws {
    guard try connection.integer("PRAGMA application_id") == Int64(Schema.applicationID) else {
      throw MoveProblem.unusable(place, reason: "it is not a MessageAI database")
    }
    let version = try connection.integer("PRAGMA user_version")
    guard version >= Schema.version else { throw MoveProblem.older(place) }
    guard version <= Schema.version else { throw MoveProblem.newer(place) }
  }

  private func isUnfinished() throws -> Bool { try StoreFile.isUnfinished(connection) }

  override package func close() {
    super.close()
    file.unlock()
  }
}

extension SQLiteMove: MoveTarget {
  package func begin(_ table: MovedTable) throws {
    try transaction {
      try setPlace(table)
      guard table.name == "due" else { return }
      // Nothing is due but what the rows say.
      try connection.execute(
        """
        DELETE FROM finished;
        INSERT INTO finished (first, last) SELECT 1, max(ordinal) FROM messages HAVING max(ordinal) > 0;
        """)
    }
  }

  package func add(_ rows: [MovedRow], to table: MovedTable) throws {
    do {
      try transaction {
        for row in rows { try add(row, to: table) }
      }
    } catch let failure as SQLiteFailure where !failure.isEnvironmental {
      throw MoveProblem.refused(table: table.name, reason: failure.message)
    }
  }

  private func add(_ row: MovedRow, to table: MovedTable) throws {
    switch table.name {
    case "due": try addDue(row)
    case "fileTexts":
      try connection.write(
        """
        INSERT INTO fileTexts (file, length, text, place) VALUES (?1, ?2, ?3, (
          SELECT m.ordinal << \(FileTextPlace.bits) | f.number FROM files f JOIN messages m ON m.position = f.position
          WHERE f.key = ?1 AND f.kind = 'file'))
        """, row.map(SQLiteValue.init))
    default: try insert(row, into: table)
    }
  }

  private func addDue(_ row: MovedRow) throws {
    // In the order of the table's columns.
    guard case .integer(let ordinal) = row[0], case .integer(let isNew) = row[2], case .integer(let starts) = row[6]
    else { throw MoveProblem.refused(table: "due", reason: "it has no number") }
    if starts > 0 {
      try connection.run(
        "INSERT INTO started (ordinal, starts) VALUES (?, ?)", .integer(ordinal), .integer(starts))
    }
    guard isNew != 0 else {
      return try connection.write(
        "INSERT INTO due (ordinal, dueAt, failures, reason) VALUES (?, ?, ?, ?)",
        [row[0], row[3], row[4], row[5]].map(SQLiteValue.init))
    }
    // It stands in none of the ranges that are finished.
    let range = try connection.first(
      "SELECT first, last FROM finished WHERE first <= ? ORDER BY first DESC LIMIT 1", .integer(ordinal)
    ) { (first: $0.integer("first"), last: $0.integer("last")) }
    guard let range, range.last >= ordinal else { return }
    try connection.run("DELETE FROM finished WHERE first = ?", .integer(range.first))
    for part in [(range.first, ordinal - 1), (ordinal + 1, range.last)] where part.0 <= part.1 {
      try connection.run(
        "INSERT INTO finished (first, last) VALUES (?, ?)", .integer(part.0), .integer(part.1))
    }
  }

  package func derive() throws {
    try transaction {
      // Devices get numbers above all that notifications were planned for.
      try connection.execute(
        """
        INSERT INTO sqlite_sequence (name, seq) SELECT 'pushDevices', 0
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'pushDevices');
        UPDATE sqlite_sequence SET seq = max(seq, coalesce((\(MovedDatabase.lastDevice)), 0))
        WHERE name = 'pushDevices';
        """)
      try DueList(connection: connection).advance()
    }
    let indexer = try SearchIndexer(connection: connection)
    let end = try connection.integer("SELECT coalesce(max(ordinal), 0) + 1 FROM messages")
    while indexer.indexed < end - 1 { try indexer.catchUp(before: end) }
  }

  package func finish(_ act: AuditAct, at time: Timestamp) throws {
    try transaction { try removeMark(act, at: time) }
    _ = try connection.emptyLog(patience: 1_000)
  }

  private func transaction(_ body: () throws -> Void) throws {
    do {
      try connection.run("BEGIN IMMEDIATE")
      try body()
      try connection.run("COMMIT")
    } catch {
      connection.rollback()
      throw error
    }
  }
}

extension MovedDatabase {
  /// What stands for the rows of a table. What the pipeline has to work on is kept otherwise here:
  /// as ranges of what it has not.
  static func rows(of table: MovedTable) -> String {
    guard table.name == "due" else { return table.name }
    return """
      (SELECT m.ordinal AS ordinal, m.position AS position, d.ordinal IS NULL AS isNew,
          CASE WHEN d.ordinal IS NULL THEN 1 ELSE d.dueAt END AS dueAt, coalesce(d.failures, 0) AS failures,
          d.reason AS reason, coalesce(s.starts, 0) AS starts
        FROM messages m JOIN conversations c ON c.key = m.position >> 32
          LEFT JOIN due d ON d.ordinal = m.ordinal LEFT JOIN started s ON s.ordinal = m.ordinal
        WHERE d.ordinal IS NOT NULL OR (c.isIntelligenceOff = 0 AND NOT \(FinishedRanges.isPassed("m.ordinal")))) AS due
      """
  }
}

extension StoreFile {
  /// Whether a move to the file has not finished.
  static func isUnfinished(_ connection: SQLiteConnection) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", .text(MovedDatabase.mark)) > 0
  }

  /// The file appears under its name with the mark in it, so that it is never taken for a
  /// workspace.
  static func makeUnfinished(_ path: String, for history: HistoryID) throws {
    let beginning = path + ".beginning"
    for suffix in ["", "-wal", "-shm"] { try BackupFile.removeIfPresent(beginning + suffix) }
    try makeTables(beginning, isNew: true)
    try mark(beginning, for: history)
    for suffix in ["-wal", "-shm"] { try BackupFile.removeIfPresent(beginning + suffix) }
    try BackupFile.move(beginning, to: path)
    try BackupFile.syncFolder(of: path)
  }

  private static func mark(_ path: String, for history: HistoryID) throws {
    let connection = try SQLiteConnection(path: path)
    defer { connection.close() }
    try connection.execute("PRAGMA synchronous = FULL; CREATE TABLE \(MovedDatabase.mark) (history BLOB, place TEXT)")
    try connection.run("INSERT INTO \(MovedDatabase.mark) (history) VALUES (?)", .id(history))
    guard try connection.emptyLog(patience: 1_000) else { throw StoreFileError.notUsable(path, "it is in use") }
  }
}
