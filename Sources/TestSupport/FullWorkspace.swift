import Foundation
import GRDB
import ServerCore
import StoreSQLite

/// A workspace that has rows in every table and a value in every column.
package enum FullWorkspace {
  /// Of texts: not as Unicode composes it, which a move must keep.
  package static func text(_ number: Int64) -> String { "wörter e\u{301} \(number)" }

  /// Makes one at `path`: rows 1 and 2 have a value in each column, row 3 only where one must be.
  package static func make(at path: String) throws {
    try SQLiteStore(path: path).close()
    let move = try SQLiteMove.source(path, place: path)
    let tables = move.tables
    move.close()
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { database in
      for table in tables where table.name != "due" { try fill(table, database) }
      // The first is worked on, the second is due again, the third never was.
      try database.execute(
        sql: """
          INSERT INTO finished VALUES (1, 2);
          INSERT INTO due VALUES (2, 5, 3, 'again');
          INSERT INTO started VALUES (2, 4), (3, 1);
          UPDATE conversations SET isIntelligenceOff = 0;
          UPDATE files SET kind = 'file' WHERE key = 1;
          UPDATE fileTexts SET place = 1 << 4 | 1 WHERE file = 1;
          """)
    }
    try queue.close()
  }

  /// Runs statements on the file.
  package static func change(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static func fill(_ table: MovedTable, _ database: Database) throws {
    let columns = try database.columns(in: table.name)
    if table.keyLength == 0 { try database.execute(sql: "DELETE FROM \(table.name)") }
    let count: Int64 = table.keyLength == 0 || table.name == "modelConnection" ? 1 : 3
    for number in 1...count {
      let values = columns.map { value(of: $0, number) }
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      try database.execute(
        sql: "INSERT INTO \(table.name) (\(columns.map(\.name).joined(separator: ", "))) VALUES (\(places))",
        arguments: StatementArguments(values))
    }
  }

  private static func value(of column: ColumnInfo, _ number: Int64) -> (any DatabaseValueConvertible)? {
    let must = column.isNotNull || column.primaryKeyIndex > 0
    switch (column.name, column.type) {
    // Of the search index.
    case ("place", _) where !must: return nil
    case _ where !must && number == 3: return nil
    case ("position", _): return number << 32 | number
    case (_, "INTEGER"): return number
    case (_, "REAL"): return Double(number) + 0.25
    case (_, "TEXT"): return text(number)
    default: return Data([UInt8](repeating: 0, count: 15) + [UInt8(number)])
    }
  }
}
