import Foundation

/// Keeps a second server from a workspace: a lock that lasts as long as its connection. Servers do
/// not yet tell each other of what they commit, and each takes it that work under way is its own.
final class PostgresLease: Sendable {
  private let access: PostgresAccess
  private let lock = NSLock()
  nonisolated(unsafe) private var connection: PostgresConnection?

  init(access: PostgresAccess) {
    self.access = access
  }

  /// For how long a server that was killed may still seem to be there.
  private static let grace = "SET lock_timeout = 1000"

  /// Takes the lease, or has it still. Throws `inUse` when another server has it.
  func renew() throws {
    try lock.withLock {
      if let connection, !connection.isBroken {
        do {
          _ = try connection.integer("SELECT 1")
          return
        } catch let failure as PostgresFailure where failure.kind == .connection {
          // The lock has gone with it: it is taken anew.
          connection.close()
        }
      }
      let fresh = try access.connect()
      do {
        try fresh.queue(Self.grace)
        try fresh.run("SELECT pg_advisory_lock(?)", .integer(access.lockKey &+ 1))
      } catch let failure as PostgresFailure where failure.kind == .contention {
        fresh.close()
        throw PostgresStoreError.inUse
      }
      connection = fresh
    }
  }

  func release() {
    lock.withLock {
      connection?.close()
      connection = nil
    }
  }
}
