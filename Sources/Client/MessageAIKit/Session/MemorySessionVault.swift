import Foundation

/// A session that ends with the process.
public final class MemorySessionVault: SessionVault {
  private let lock = NSLock()
  nonisolated(unsafe) private var session: StoredSession?

  public init() {}

  public func load() -> StoredSession? {
    lock.withLock { session }
  }

  public func save(_ session: StoredSession?) {
    lock.withLock { self.session = session }
  }
}
