// What the statements in `StoreSQL`, which both databases share, are read by and written in here.

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

  /// Which index a table is read by.
  static func index(_ name: String) -> String { "INDEXED BY \(name)" }
}

extension SQLiteConnection {
  /// Changes rows, and has no answer that anybody waits for.
  func write(_ sql: String, _ values: SQLiteValue...) throws {
    let statement = try statement(sql)
    statement.bind(values)
    try statement.run()
  }
}
