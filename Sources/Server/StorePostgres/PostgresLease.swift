import Domain
import Foundation
import ServerCore

/// Something that one server of a workspace has alone: a lock that lasts as long as its connection.
final class PostgresLease: Sendable {
  /// What is had alone.
  enum Subject: Int64 {
    /// All of the database, by a server without a bus: it takes it that work under way is its own.
    case database = 1
    case jobs = 2
  }

  private let access: PostgresAccess
  private let key: PostgresValue
  private let lock = NSLock()
  nonisolated(unsafe) private var connection: PostgresConnection?

  convenience init(access: PostgresAccess, subject: Subject = .database) {
    self.init(access: access, number: subject.rawValue)
  }

  /// Of the bytes of a file.
  convenience init(access: PostgresAccess, digest: FileDigest) {
    self.init(access: access, number: Int64(bitPattern: UInt64(digest.text.prefix(16), radix: 16) ?? 0))
  }

  private init(access: PostgresAccess, number: Int64) {
    self.access = access
    key = .integer(access.lockKey &+ number)
  }

  /// For how long a server that was killed may still seem to be there.
  private static let grace = "SET lock_timeout = 1000"

  /// Takes the lease, or has it still. Throws `inUse` when another server has it.
  func renew() throws {
    try lock.withLock {
      if try isHeld() { return }
      let fresh = try access.connect()
      do {
        try fresh.queue(Self.grace)
        try fresh.run("SELECT pg_advisory_lock(?)", key)
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

  package func makeJobLease() -> any JobLease { PostgresLease(access: access, subject: .jobs) }
}
