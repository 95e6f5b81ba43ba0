import Foundation
import ServerCore

/// The commands that wait, in the order of submission. Thread-safe.
final class CommitQueue: Sendable {
  private let condition = MonotonicCondition()
  nonisolated(unsafe) private var waiting: [WriteCommand] = []
  /// Taken but not yet reported.
  nonisolated(unsafe) private var inHand = 0
  nonisolated(unsafe) private var isClosed = false

  /// `false` when the queue is closed.
  func add(_ command: WriteCommand) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed else { return false }
    waiting.append(command)
    if waiting.count == 1 { condition.broadcast() }
    return true
  }

  var depth: Int {
    condition.lock()
    defer { condition.unlock() }
    return waiting.count + inHand
  }

  /// The oldest commands, at most `limit`; empty when none wait.
  func take(_ limit: Int) -> [WriteCommand] {
    condition.lock()
    defer { condition.unlock() }
    return takeLocked(limit)
  }

  /// Waits so many seconds for commands, or for ever when that is `nil`. `nil` when the queue is
  /// closed and all are taken.
  func waitAndTake(_ limit: Int, seconds: Double?) -> [WriteCommand]? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty {
      if isClosed { return nil }
      if let seconds {
        guard condition.wait(seconds: seconds) else { break }
      } else {
        condition.wait()
      }
    }
    return takeLocked(limit)
  }

  func didReport(_ count: Int) {
    condition.lock()
    inHand -= count
    condition.unlock()
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  private func takeLocked(_ limit: Int) -> [WriteCommand] {
    let taken: [WriteCommand]
    if waiting.count <= limit {
      taken = waiting
      waiting = []
    } else {
      taken = Array(waiting.prefix(limit))
      waiting.removeFirst(limit)
    }
    inHand += taken.count
    return taken
  }
}
