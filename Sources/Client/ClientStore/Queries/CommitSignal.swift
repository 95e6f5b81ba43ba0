import Foundation
import GRDB

/// Tells whoever watches the store that something shown may have changed. Called on the writer's
/// queue, so listeners only take note.
final class CommitSignal: TransactionObserver, Sendable {
  private struct Listener: Sendable {
    let hear: @Sendable () -> Void
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var listeners: [Int: Listener] = [:]
  nonisolated(unsafe) private var lastID = 0
  /// Used on the writer's queue only.
  nonisolated(unsafe) private var hasChanged = false

  /// Calls `listener` after every commit until `remove`.
  func add(_ listener: @escaping @Sendable () -> Void) -> Int {
    lock.withLock {
      lastID += 1
      listeners[lastID] = Listener(hear: listener)
      return lastID
    }
  }

  func remove(_ id: Int) {
    lock.withLock { listeners[id] = nil }
  }

  /// Drafts are read once, when a conversation is opened, and written at every pause in typing.
  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    kind.tableName != "draft"
  }

  func databaseDidChange() {
    hasChanged = true
  }

  func databaseDidChange(with event: DatabaseEvent) {
    hasChanged = true
    stopObservingDatabaseChangesUntilNextTransaction()
  }

  func databaseDidCommit(_ db: Database) {
    guard hasChanged else { return }
    hasChanged = false
    let current = lock.withLock { Array(listeners.values) }
    for listener in current { listener.hear() }
  }

  func databaseDidRollback(_ db: Database) {
    hasChanged = false
  }
}
