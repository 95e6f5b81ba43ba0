import Synchronization

/// Rings after each commit group, for who works on what was committed.
package final class CommitBell: Sendable {
  /// A closure of its own type: stored bare in generic storage, it would be wrapped once more by each
  /// access that writes it back (swiftlang/swift#91348), and every ring would cost more than the last.
  private struct Listener: Sendable {
    let ring: @Sendable () -> Void
  }

  private let listener = Mutex<Listener?>(nil)

  package init() {}

  /// The one listener; it must return at once.
  package func observe(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = Listener(ring: listener) }
  }

  package func ring() {
    listener.withLock { $0 }?.ring()
  }
}
