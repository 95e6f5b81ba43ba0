import Domain
import ServerCore

/// A database of a move: what it is asked and what is written into it, but for what only one of
/// them keeps. Nobody else has it open meanwhile.
package class MovedDatabase: MovedRows {
  let connection: SQLConnection
  /// What people call it.
  let place: String

  init(_ connection: SQLConnection, place: String) {
    self.connection = connection
    self.place = place
  }

  /// Is there from the beginning of a move to its end: the workspace's history, and the table that
  /// was begun last.
  static let mark = "moving"

  /// The greatest number of a device that notifications were planned for: it may have gone since.
  static let lastDevice = """
    SELECT max(device) FROM (SELECT device FROM pushAttempts UNION ALL SELECT device FROM pushProgress) d
    WHERE device < \(PushMark.after(0).device)
    """

  package func history() throws -> HistoryID {
    let history: HistoryID? = try connection.first("SELECT id FROM history") { try $0.id(.only) }
    guard let history else { throw MoveProblem.unusable(place, reason: "it has no history id") }
    return history
  }

  package var tables: [MovedTable] { MovedTables.all }

  package func close() { connection.close() }

  package func reached() throws -> String? {
    try connection.first("SELECT place FROM \(Self.mark)") { $0.optionalText(.only) }.flatMap(\.self)
  }

  func setPlace(_ table: MovedTable) throws {
    try connection.write("UPDATE \(Self.mark) SET place = ?", .text(table.name))
  }

  package func count(_ table: MovedTable) throws -> Int64 {
    try connection.integer("SELECT count(*) FROM \(Self.rows(of: table))")
  }

  package func rows(of table: MovedTable, after key: MovedRow?) throws -> [MovedRow] {
    try rows(of: table, columns: table.columns[...], condition(table, key), limit: table.batch)
  }

  package func lastKey(of table: MovedTable) throws -> MovedRow? {
    guard table.keyLength > 0 else { return nil }
    let order = " ORDER BY " + table.key.map { "\(Dialect.column($0)) DESC" }.joined(separator: ", ")
    return try rows(of: table, columns: table.key, (order, []), limit: 1).first
  }

  func insert(_ row: MovedRow, into table: MovedTable) throws {
    if table.keyLength == 0 { try connection.write("DELETE FROM \(table.name)") }
    let places = row.map { _ in "?" }.joined(separator: ", ")
    try connection.write(
      "INSERT INTO \(table.name) (\(Self.list(table.columns[...]))) VALUES (\(places))", row.map(SQLValue.init))
  }

  /// The last act of a move, in a transaction: there is neither the entry without the workspace nor
  /// the workspace without the entry.
  func removeMark(_ act: AuditAct, at time: Timestamp) throws {
    try AuditRows.insert(
      AuditEntry(after: AuditRows.head(connection), act, by: .commandLine, at: time), on: connection)
    try connection.write("DROP TABLE \(Self.mark)", [])
  }

  static func list(_ columns: ArraySlice<String>) -> String {
    columns.map(Dialect.column).joined(separator: ", ")
  }

  private func condition(_ table: MovedTable, _ key: MovedRow?) -> (sql: String, values: [SQLValue]) {
    guard table.keyLength > 0 else { return ("", []) }
    let columns = Self.list(table.key)
    guard let key else { return (" ORDER BY \(columns)", []) }
    let places = key.map { _ in "?" }.joined(separator: ", ")
    return (" WHERE (\(columns)) > (\(places)) ORDER BY \(columns)", key.map(SQLValue.init))
  }

  private func rows(
    of table: MovedTable, columns: ArraySlice<String>, _ rest: (sql: String, values: [SQLValue]), limit: Int
  ) throws -> [MovedRow] {
    var found: [MovedRow] = []
    try connection.scan(
      "SELECT \(Self.list(columns)) FROM \(Self.rows(of: table))\(rest.sql) LIMIT \(limit)", rest.values
    ) { row in
      found.append((0..<Int32(columns.count)).map(row.movedValue))
      return true
    }
    return found
  }
}

extension SQLValue {
  init(_ value: MovedValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes)
    }
  }
}
