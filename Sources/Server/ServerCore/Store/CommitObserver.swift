import Synchronization

/// Tells after each commit group whoever works on what was committed.
package final class CommitObserver: Sendable {
  /// A closure of its own type: stored bare in generic storage, it would be wrapped once more by
  /// each access that writes it back (swiftlang/swift#91348), and every call would cost more than
  /// the last.
  private struct Listener: Sendable {
    let notify: @Sendable () -> Void
  }

  private let listener = Mutex<Listener?>(nil)

  package init() {}

  /// The one listener; it must return at once.
  package func observe(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = Listener(notify: listener) }
  }

  package func notify() {
    listener.withLock { $0 }?.notify()
  }
}
