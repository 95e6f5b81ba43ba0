import Domain
import Foundation
import ServerCore

/// Connections for reading, opened when needed. Each read sees one snapshot; whoever finds none
/// free waits, but not for ever. A connection that was not used for a while is asked whether it
/// still is one. Thread-safe.
final class PostgresPool: Sendable {
  /// Seconds after which a connection may have gone.
  private static let freshness = 15.0

  private struct Idle {
    let connection: PostgresConnection
    let since: Double
  }

  private let access: PostgresAccess
  private let limit: Int
  private let now: @Sendable () -> Double
  private let condition = NSCondition()
  nonisolated(unsafe) private var idle: [Idle] = []
  nonisolated(unsafe) private var opened = 0
  nonisolated(unsafe) private var isClosed = false

  init(access: PostgresAccess, limit: Int, now: @escaping @Sendable () -> Double) {
    self.access = access
    self.limit = max(1, limit)
    self.now = now
  }

  /// Throws what `body` throws, a `PostgresFailure`, or `overloaded` when all connections stay in
  /// use. Where the connection ended, `body` is given another, once, unless it may not be called
  /// twice.
  func read<Value>(isRepeatable: Bool = true, _ body: (PostgresConnection) throws -> Value) throws -> Value {
    let beginning = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    do {
      return try transaction(beginning, body)
    } catch let failure as PostgresFailure where failure.kind == .connection && isRepeatable {
      // What has ended one has mostly ended all that were idle.
      discardIdle()
      return try transaction(beginning, body)
    }
  }

  /// The same with the latest of what is committed before each statement, for what takes locks.
  func write<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
    try transaction("BEGIN", body)
  }

  private func transaction<Value>(
    _ beginning: String, _ body: (PostgresConnection) throws -> Value
  ) throws -> Value {
    let connection = try borrow()
    defer { giveBack(connection) }
    do {
      try connection.begin(beginning)
      let value = try body(connection)
      try connection.finish()
      return value
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// What an asker is told of a failure.
  static func refusal(_ error: any Error) -> Refusal {
    if let failure = error as? PostgresFailure, failure.isWorthRetrying {
      return Refusal(.overloaded, "The server cannot reach its data now.", retryAfter: 2)
    }
    return Refusal(.internal, "The server could not read its data.")
  }

  func close() {
    condition.withLock {
      isClosed = true
      for item in idle { item.connection.close() }
      opened -= idle.count
      idle = []
      condition.broadcast()
      while opened > 0 { condition.wait() }
    }
  }

  private func borrow() throws -> PostgresConnection {
    while let known = try place() {
      guard now() - known.since > Self.freshness else { return known.connection }
      do {
        try known.connection.wait()
        _ = try known.connection.integer("SELECT 1")
        return known.connection
      } catch {
        discard(known.connection)
        // Or each of the others would be waited for in turn.
        discardIdle()
      }
    }
    do {
      return try access.connect()
    } catch {
      condition.withLock {
        opened -= 1
        condition.broadcast()
      }
      // The server may have no place for one more: those that are open will do.
      guard let open = waitForOpen() else { throw error }
      return open
    }
  }

  /// The next connection that somebody gives back; `nil` when none is open.
  private func waitForOpen() -> PostgresConnection? {
    let deadline = deadline
    return condition.withLock {
      while true {
        if let free = idle.popLast() { return free.connection }
        guard !isClosed, opened > 0, condition.wait(until: deadline) else { return nil }
      }
    }
  }

  /// How long whoever finds none free waits.
  private var deadline: Date { Date(timeIntervalSinceNow: Double(access.patience.components.seconds)) }

  /// A connection that is free, or `nil` for the right to open one.
  private func place() throws -> Idle? {
    let deadline = deadline
    return try condition.withLock {
      while true {
        guard !isClosed else { throw PostgresFailure.lost("the store is closed") }
        if let free = idle.popLast() { return free }
        if opened < limit {
          opened += 1
          return nil
        }
        guard condition.wait(until: deadline) else {
          throw Refusal(.overloaded, "The server has too much to read.", retryAfter: 1)
        }
      }
    }
  }

  private func giveBack(_ connection: PostgresConnection) {
    guard !connection.isBroken else { return discard(connection) }
    condition.withLock {
      if isClosed {
        connection.close()
        opened -= 1
      } else {
        idle.append(Idle(connection: connection, since: now()))
      }
      condition.broadcast()
    }
  }

  private func discardIdle() {
    condition.withLock {
      for item in idle { item.connection.close() }
      opened -= idle.count
      idle = []
      condition.broadcast()
    }
  }

  private func discard(_ connection: PostgresConnection) {
    connection.close()
    condition.withLock {
      opened -= 1
      condition.broadcast()
    }
  }
}
