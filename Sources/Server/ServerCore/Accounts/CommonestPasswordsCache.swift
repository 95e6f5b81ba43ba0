import Foundation

/// The commonest passwords, split once at first use so that starting costs nothing.
final class CommonestPasswordsCache: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var loaded: Set<String>?

  var passwords: Set<String> {
    lock.lock()
    defer { lock.unlock() }
    if let loaded { return loaded }
    let fresh = CommonestPasswords.load()
    loaded = fresh
    return fresh
  }
}
