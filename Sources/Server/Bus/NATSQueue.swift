import Foundation

/// What is asked of a bus, in order, for the one thread that does it.
final class NATSQueue: Sendable {
  enum Task {
    case publish([UInt8], String)
    case subscribe(String)
    case unsubscribe(String)
  }

  /// Bytes of events that wait; more are dropped, for the other servers find in the store what they
  /// tell.
  private static let capacity = 16 << 20

  private let condition = NSCondition()
  // Guarded by `condition`.
  nonisolated(unsafe) private var tasks: [Task] = []
  nonisolated(unsafe) private var bytes = 0
  nonisolated(unsafe) private var isClosed = false

  func add(_ task: Task) {
    condition.withLock {
      guard !isClosed else { return }
      if case .publish(let event, _) = task {
        guard bytes + event.count <= Self.capacity else { return }
        bytes += event.count
      }
      tasks.append(task)
      condition.signal()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  /// Waits until there is something. `nil` when all is done and nothing more will come.
  func take() -> [Task]? {
    condition.withLock {
      while tasks.isEmpty && !isClosed { condition.wait() }
      defer { (tasks, bytes) = ([], 0) }
      return tasks.isEmpty ? nil : tasks
    }
  }
}
