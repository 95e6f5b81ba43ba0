import Foundation

/// Lets calls into the database until it is closed. SQLite does not survive a call after that.
final class Admission: Sendable {
  private let condition = NSCondition()
  nonisolated(unsafe) private var inside = 0
  nonisolated(unsafe) private var isClosed = false

  /// Throws `ClientStoreError.closed` instead of calling `body` once it is closed.
  func within<Value>(_ body: () throws -> Value) throws -> Value {
    let isAdmitted = condition.withLock {
      if !isClosed { inside += 1 }
      return !isClosed
    }
    guard isAdmitted else { throw ClientStoreError.closed }
    defer {
      condition.withLock {
        inside -= 1
        condition.broadcast()
      }
    }
    return try body()
  }

  /// Lets nobody in any more and returns when the last has left. Not to be called from within.
  func close() {
    condition.withLock {
      isClosed = true
      while inside > 0 { condition.wait() }
    }
  }
}
