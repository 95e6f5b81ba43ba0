// What the statements in `StoreSQL`, which both databases share, are read by and written in here.

typealias SQLStore = PostgresStore
typealias SQLConnection = PostgresConnection
typealias SQLRow = PostgresRow
typealias SQLValue = PostgresValue
typealias SQLColumnList = PostgresColumnList

/// The words of SQL that differ between the databases.
enum Dialect {
  /// The column of whose a row is: `user` is a word of SQL here.
  static let account = "account"
  /// The planner chooses the order by what it knows of the tables.
  static let ordered = "JOIN"
  /// The place of one text in another, from 1; 0 where it is not.
  static let position = "strpos"

  /// How a column that a move knows by this name is written: some are words of SQL.
  static func column(_ name: String) -> String { "\"\(name.lowercased())\"" }

  /// The planner chooses.
  static func index(_ name: String) -> String { "" }
}

extension PostgresConnection {
  /// Changes rows, and has no answer that anybody waits for.
  func write(_ sql: String, _ values: PostgresValue...) throws { try queue(sql, values) }

  func write(_ sql: String, _ values: [PostgresValue]) throws { try queue(sql, values) }
}

extension CommandWriter {
  /// What was erased leaves the disk with the next vacuum: there is nothing to note.
  func markErased() throws {}
}
