/// Says which column of a row is meant.
protocol PostgresColumn {
  func index(in row: PostgresRow) -> Int32
}

/// By name, as the statement has it: looked up among names that each result reads once. For
/// statements that are not run for every message.
extension String: PostgresColumn {
  func index(in row: PostgresRow) -> Int32 { row.result.index(of: self) }
}

/// The column of a statement that has one only, and so needs no name for it.
struct OnlyColumn: PostgresColumn {
  func index(in row: PostgresRow) -> Int32 {
    assert(row.result.columnCount == 1, "the statement has more columns than one")
    return 0
  }
}

extension PostgresColumn where Self == OnlyColumn {
  static var only: OnlyColumn { OnlyColumn() }
}

/// Columns that are selected and read together, declared once: the order of the cases is the order
/// in the statement, so that a name cannot stand for another column, and reading by it costs as
/// much as by number.
protocol PostgresColumnList: PostgresColumn, CaseIterable, RawRepresentable where RawValue == Int32 {
  /// How the column is written after `SELECT`.
  var sql: String { get }
  /// How many columns of other lists stand before these.
  static var offset: Int32 { get }
}

extension PostgresColumnList {
  static var offset: Int32 { 0 }
  static var count: Int32 { Int32(allCases.count) }
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }

  func index(in row: PostgresRow) -> Int32 { Self.offset + rawValue }
}
