// What the statements in `StoreSQL`, which both databases share, are read by and written in here.

import GRDBSQLite
import ServerCore

typealias SQLStore = SQLiteStore
typealias SQLConnection = SQLiteConnection
typealias SQLRow = SQLiteRow
typealias SQLValue = SQLiteValue
typealias SQLColumnList = SQLiteColumnList

/// The words of SQL that differ between the databases.
enum Dialect {
  /// The column of whose a row is: its name is a word of SQL elsewhere.
  static let account = "user"
  /// Joins in the order as written.
  static let ordered = "CROSS JOIN"
  /// The place of one text in another, from 1; 0 where it is not.
  static let position = "instr"

  /// How a column that a move knows by this name is written.
  static func column(_ name: String) -> String { name == "account" ? account : name }

  /// Which index a table is read by.
  static func index(_ name: String) -> String { "INDEXED BY \(name)" }
}

extension SQLiteConnection {
  /// Changes rows, and has no answer that anybody waits for.
  func write(_ sql: String, _ values: SQLiteValue...) throws { try write(sql, values) }

  func write(_ sql: String, _ values: [SQLiteValue]) throws {
    let statement = try statement(sql)
    statement.bind(values)
    try statement.run()
  }
}

extension SQLiteRow {
  /// What the column at this place holds, as a move takes it.
  func movedValue(at index: Int32) -> MovedValue {
    let handle = statement.handle
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT: return .text(text(at: index))
    case SQLITE_BLOB: return .bytes(bytes(at: index))
    default: return .null
    }
  }
}
