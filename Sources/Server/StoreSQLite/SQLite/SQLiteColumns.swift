import GRDBSQLite

/// Says which column of a row is meant.
protocol SQLiteColumn {
  func index(in row: SQLiteRow) -> Int32
}

/// By name, as the statement has it: looked up among names that each statement reads once. For
/// statements that are not run for every message.
extension String: SQLiteColumn {
  func index(in row: SQLiteRow) -> Int32 { row.statement.index(of: self) }
}

/// The column of a statement that has one only, and so needs no name for it.
struct OnlyColumn: SQLiteColumn {
  func index(in row: SQLiteRow) -> Int32 {
    assert(row.statement.columnCount == 1, "the statement has more columns than one")
    return 0
  }
}

extension SQLiteColumn where Self == OnlyColumn {
  static var only: OnlyColumn { OnlyColumn() }
}

/// Columns that are selected and read together, declared once: the order of the cases is the order
/// in the statement, so that a name cannot stand for another column, and reading by it costs as
/// much as by number.
protocol SQLiteColumnList: SQLiteColumn, CaseIterable, RawRepresentable where RawValue == Int32 {
  /// How the column is written after `SELECT`.
  var sql: String { get }
  /// How many columns of other lists stand before these.
  static var offset: Int32 { get }
}

extension SQLiteColumnList {
  static var offset: Int32 { 0 }
  static var count: Int32 { Int32(allCases.count) }
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }

  func index(in row: SQLiteRow) -> Int32 { Self.offset + rawValue }
}
