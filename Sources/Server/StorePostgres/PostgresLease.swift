import Domain
import Foundation
import ServerCore

/// Something that one server of a workspace has alone, or that some have together while nobody has
/// it alone: a lock that lasts as long as its connection.
final class PostgresLease: Sendable {
  enum Subject: Int64 {
    /// All of the database. A server without a bus has it alone, because it takes it that work
    /// under way is its own; servers with a bus have it together.
    case database = 1
    /// Always had alone.
    case jobs = 2
  }

  private let access: PostgresAccess
  private let key: PostgresValue
  private let isShared: Bool
  private let lock = NSLock()
  nonisolated(unsafe) private var connection: PostgresConnection?

  convenience init(access: PostgresAccess, subject: Subject = .database, isShared: Bool = false) {
    self.init(access: access, number: subject.rawValue, isShared: isShared)
  }

  /// Of the bytes of a file.
  convenience init(access: PostgresAccess, digest: FileDigest) {
    self.init(access: access, number: Int64(bitPattern: UInt64(digest.text.prefix(16), radix: 16) ?? 0))
  }

  private init(access: PostgresAccess, number: Int64, isShared: Bool = false) {
    self.access = access
    self.isShared = isShared
    key = .integer(access.lockKey &+ number)
  }

  /// For how long a server that was killed may still seem to be there.
  private static let grace = "SET lock_timeout = 1000"

  /// Takes the lease, or has it still. Throws `inUse` when others have it, in a way that leaves
  /// no room for this one.
  func renew() throws {
    try lock.withLock { _ = try held() }
  }

  /// How many have it together with this one, which has it still or takes it.
  func holders() throws -> Int {
    try lock.withLock { Int(try Self.holders(try held(), of: key)) }
  }

  private func held() throws -> PostgresConnection {
    if try isHeld(), let connection { return connection }
    let fresh = try access.connect()
    do {
      try fresh.queue(Self.grace)
      try fresh.run("SELECT \(isShared ? "pg_advisory_lock_shared" : "pg_advisory_lock")(?)", key)
    } catch let failure as PostgresFailure where failure.kind == .contention {
      defer { fresh.close() }
      if isShared { throw PostgresStoreError.inUse(by: .serverWithoutBus) }
      throw PostgresStoreError.inUse(by: try Self.holders(fresh, of: key) > 0 ? .serversWithBus : .server)
    }
    connection = fresh
    return fresh
  }

  func release() {
    lock.withLock {
      connection?.close()
      connection = nil
    }
  }

  /// How many have the lock together.
  private static func holders(_ connection: PostgresConnection, of key: PostgresValue) throws -> Int64 {
    try connection.integer(
      """
      SELECT count(*) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32 | objid::bigint) = ? AND objsubid = 1
      """, key)
  }

  /// The lock goes with its connection.
  private func isHeld() throws -> Bool {
    guard let connection, !connection.isBroken else { return false }
    do {
      _ = try connection.integer("SELECT 1")
      return true
    } catch let failure as PostgresFailure where failure.kind == .connection {
      connection.close()
      self.connection = nil
      return false
    }
  }
}

extension PostgresLease: JobLease {
  /// Waits for nobody, unlike `renew`.
  func hold() -> Bool {
    lock.withLock {
      do {
        if try isHeld() { return true }
        let fresh = try access.connect()
        guard try fresh.integer("SELECT pg_try_advisory_lock(?)::int", key) == 1 else {
          fresh.close()
          return false
        }
        connection = fresh
        return true
      } catch {
        // It is asked again at the next look; until then this server does no work of it.
        connection?.close()
        connection = nil
        return false
      }
    }
  }
}

extension PostgresLease: FileLease {
  func take() throws(Refusal) {
    do {
      try renew()
    } catch {
      throw Refusal(.overloaded, "The file cannot be stored now.", retryAfter: 1)
    }
  }
}

extension PostgresStore: SharedStore {
  package func makeFileLease(of digest: FileDigest) -> any FileLease {
    PostgresLease(access: access, digest: digest)
  }

  /// Takes the workspace's lease anew where it was lost with its connection.
  package func serverCount() throws -> Int { try lease?.holders() ?? 1 }

  package func makeJobLease() -> any JobLease { PostgresLease(access: access, subject: .jobs) }
}
