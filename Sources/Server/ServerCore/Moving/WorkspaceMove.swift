import Domain

/// A database whose rows can be read in the order of their keys, while nobody else writes.
package protocol MovedRows: AnyObject {
  /// In an order in which every row comes after those that it refers to. All databases have the
  /// same ones.
  var tables: [MovedTable] { get }

  func count(_ table: MovedTable) throws -> Int64
  /// The rows whose keys are greater, the first of them; all of a table without a key.
  func rows(of table: MovedTable, after key: MovedRow?) throws -> [MovedRow]
  /// Lets others use it.
  func close()
}

/// A database that takes a workspace in. Until `finish` it is a part of one, which no server
/// serves.
package protocol MoveTarget: MovedRows {
  /// How far it has come: the table that was begun last; `nil` before the first.
  func reached() throws -> String?
  func begin(_ table: MovedTable) throws
  /// The greatest key that is there.
  func lastKey(of table: MovedTable) throws -> MovedRow?
  /// On disk when it returns, all or none.
  func add(_ rows: [MovedRow], to table: MovedTable) throws
  /// Makes what this database derives from the rows. May be called again.
  func derive() throws
  /// From here on it is a workspace, whose audit log tells of the act.
  func finish(_ act: AuditAct, at time: Timestamp) throws
}

/// Moves a workspace from one database to another: copies its tables row by row, has the target
/// derive what it keeps beside them, compares every row, and only then makes the target a
/// workspace. Whatever ends it, the next one goes on behind the last rows that are on disk.
package struct WorkspaceMove {
  package enum Step: Sendable {
    case copied(table: String, rows: Int64, of: Int64)
    case deriving
    case compared(table: String, rows: Int64)
  }

  package struct Result: Equatable, Sendable {
    /// That were compared.
    package fileprivate(set) var rows: Int64 = 0
    /// Texts in which U+0000 became U+FFFD.
    package fileprivate(set) var replacedTexts: Int64 = 0
  }

  private let source: any MovedRows
  private let target: any MoveTarget
  private let clock: any WallClock

  package init(from source: any MovedRows, to target: any MoveTarget, clock: any WallClock = SystemClock()) {
    self.source = source
    self.target = target
    self.clock = clock
  }

  /// Throws a `MoveProblem`, or what the databases throw.
  @discardableResult
  package func run(_ report: (Step) -> Void) throws -> Result {
    try copy(report)
    report(.deriving)
    try target.derive()
    var result = Result()
    for table in source.tables {
      let former = result.rows
      try compare(table, &result)
      report(.compared(table: table.name, rows: result.rows - former))
    }
    try target.finish(
      .workspaceMoved(rows: result.rows, replacedTexts: result.replacedTexts), at: clock.now)
    return result
  }

  private func copy(_ report: (Step) -> Void) throws {
    let place = try target.reached()
    let begun = source.tables.firstIndex { $0.name == place }
    for (number, table) in source.tables.enumerated().dropFirst(begun ?? 0) {
      if number != begun { try target.begin(table) }
      try copy(table, report)
    }
  }

  private func copy(_ table: MovedTable, _ report: (Step) -> Void) throws {
    let total = try source.count(table)
    var key = try target.lastKey(of: table)
    var done = key == nil ? 0 : try target.count(table)
    while true {
      let rows = try source.rows(of: table, after: key)
      guard let last = rows.last else { break }
      try target.add(rows.map { try storable($0, table) }, to: table)
      done += Int64(rows.count)
      key = table.key(of: last)
      if done < total { report(.copied(table: table.name, rows: done, of: total)) }
      guard table.keyLength > 0 else { break }
    }
    report(.copied(table: table.name, rows: done, of: total))
  }

  /// Rows are found by their keys, so nothing in those is replaced.
  private func storable(_ row: MovedRow, _ table: MovedTable) throws -> MovedRow {
    let storable = row.map(\.storable)
    guard table.key(of: storable) == table.key(of: row) else {
      throw MoveProblem.refused(table: table.name, reason: "its key has the character U+0000")
    }
    return storable
  }

  /// Both are read side by side, so that neither has to be in memory.
  private func compare(_ table: MovedTable, _ result: inout Result) throws {
    var (key, count): (MovedRow?, Int64) = (nil, 0)
    defer { result.rows += count }
    while true {
      let (left, right) = (try source.rows(of: table, after: key), try target.rows(of: table, after: key))
      for (left, right) in zip(left, right) {
        count += 1
        let expected = try storable(left, table)
        result.replacedTexts += Int64(zip(left, expected).count { $0 != $1 })
        guard expected == right else { throw MoveProblem.different(table: table.name, row: count) }
      }
      guard left.count == right.count else { throw MoveProblem.different(table: table.name, row: count + 1) }
      guard let last = left.last, table.keyLength > 0 else { return }
      key = table.key(of: last)
    }
  }
}
