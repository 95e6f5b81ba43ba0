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

  private let source: any MovedRows
  private let target: any MoveTarget
  private let clock: any WallClock

  package init(from source: any MovedRows, to target: any MoveTarget, clock: any WallClock = SystemClock()) {
    self.source = source
    self.target = target
    self.clock = clock
  }

  /// Answers how many rows it compared. Throws a `MoveProblem`, or what the databases throw.
  @discardableResult
  package func run(_ report: (Step) -> Void) throws -> Int64 {
    try copy(report)
    report(.deriving)
    try target.derive()
    var total: Int64 = 0
    for table in source.tables {
      let rows = try compare(table)
      report(.compared(table: table.name, rows: rows))
      total += rows
    }
    try target.finish(.workspaceMoved(rows: total), at: clock.now)
    return total
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
      try target.add(rows, to: table)
      done += Int64(rows.count)
      key = table.key(of: last)
      if done < total { report(.copied(table: table.name, rows: done, of: total)) }
      guard table.keyLength > 0 else { break }
    }
    report(.copied(table: table.name, rows: done, of: total))
  }

  /// Both are read side by side, so that neither has to be in memory.
  private func compare(_ table: MovedTable) throws -> Int64 {
    var (key, count): (MovedRow?, Int64) = (nil, 0)
    while true {
      let (left, right) = (try source.rows(of: table, after: key), try target.rows(of: table, after: key))
      for (left, right) in zip(left, right) {
        count += 1
        guard left == right else { throw MoveProblem.different(table: table.name, row: count) }
      }
      guard left.count == right.count else { throw MoveProblem.different(table: table.name, row: count + 1) }
      guard let last = left.last, table.keyLength > 0 else { return count }
      key = table.key(of: last)
    }
  }
}
