import Domain
import ServerCore

/// The target of a move that ends in the middle, as a program that is killed does: each step is
/// done or not done.
package final class EndingTarget: MoveTarget {
  package struct Ended: Error {}

  private let inner: any MoveTarget
  private var left: Int

  package init(_ inner: any MoveTarget, after steps: Int) {
    self.inner = inner
    left = steps
  }

  private func step(_ body: () throws -> Void) throws {
    guard left > 0 else { throw Ended() }
    left -= 1
    try body()
  }

  package var tables: [MovedTable] { inner.tables }
  package func count(_ table: MovedTable) throws -> Int64 { try inner.count(table) }
  package func rows(of table: MovedTable, after key: MovedRow?) throws -> [MovedRow] {
    try inner.rows(of: table, after: key)
  }
  package func close() { inner.close() }
  package func reached() throws -> String? { try inner.reached() }
  package func lastKey(of table: MovedTable) throws -> MovedRow? { try inner.lastKey(of: table) }

  package func begin(_ table: MovedTable) throws { try step { try inner.begin(table) } }
  package func add(_ rows: [MovedRow], to table: MovedTable) throws { try step { try inner.add(rows, to: table) } }
  package func derive() throws { try step { try inner.derive() } }
  package func finish(_ act: AuditAct, at time: Timestamp) throws { try step { try inner.finish(act, at: time) } }
}
