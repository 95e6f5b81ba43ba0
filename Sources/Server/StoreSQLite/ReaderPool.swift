import Foundation

/// Connections for reading, opened when needed. Each read sees one snapshot; whoever finds none
/// free waits. Thread-safe.
final class ReaderPool: Sendable {
  private let path: String
  private let limit: Int
  private let condition = NSCondition()
  nonisolated(unsafe) private var idle: [SQLiteConnection] = []
  nonisolated(unsafe) private var opened = 0
  nonisolated(unsafe) private var isClosed = false

  init(path: String, limit: Int) {
    self.path = path
    self.limit = max(1, limit)
  }

  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    let connection = try borrow()
    defer { giveBack(connection) }
    return try connection.snapshot(body)
  }

  func close() {
    condition.lock()
    isClosed = true
    for connection in idle { connection.close() }
    opened -= idle.count
    idle = []
    condition.broadcast()
    while opened > 0 { condition.wait() }
    condition.unlock()
  }

  private func borrow() throws -> SQLiteConnection {
    condition.lock()
    defer { condition.unlock() }
    while true {
      guard !isClosed else { throw SQLiteFailure(code: 21, message: "the store is closed") }
      if let connection = idle.popLast() { return connection }
      if opened < limit {
        let connection = try open()
        opened += 1
        return connection
      }
      condition.wait()
    }
  }

  private func giveBack(_ connection: SQLiteConnection) {
    condition.lock()
    if isClosed {
      connection.close()
      opened -= 1
    } else {
      idle.append(connection)
    }
    condition.broadcast()
    condition.unlock()
  }

  private func open() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path)
    try connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -2000; PRAGMA temp_store = MEMORY")
    return connection
  }
}

extension SQLiteConnection {
  /// Runs `body` in a transaction that only reads, so that all its queries see the same state.
  func snapshot<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    try run("BEGIN DEFERRED")
    defer { rollback() }
    return try body(self)
  }
}
