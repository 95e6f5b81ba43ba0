import Synchronization

/// Rings after each commit group, for who works on what was committed.
package final class CommitBell: Sendable {
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  package init() {}

  /// The one listener; it must return at once.
  package func observe(_ listener: @escaping @Sendable () -> Void) {
    self.listener.withLock { $0 = listener }
  }

  func ring() {
    listener.withLock { $0 }?()
  }
}
