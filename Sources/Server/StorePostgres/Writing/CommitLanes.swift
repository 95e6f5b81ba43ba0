import Foundation
import ServerCore

/// The commands that wait: those of one conversation in one lane, in the order of submission. A
/// command that needs the store alone waits for all before it, and all after it wait for it.
/// Thread-safe.
final class CommitLanes: Sendable {
  private struct Segment {
    let lock: CommitLock
    /// One for each lane; of commands that go alone, the first has all.
    var lanes: [[WriteCommand]]
    var isEmpty: Bool { lanes.allSatisfy(\.isEmpty) }
  }

  let count: Int
  private let condition = NSCondition()
  nonisolated(unsafe) private var segments: [Segment] = []
  /// Groups taken and not yet reported.
  nonisolated(unsafe) private var running = 0
  nonisolated(unsafe) private var waiting = 0
  nonisolated(unsafe) private var isClosed = false

  init(count: Int) {
    self.count = max(1, count)
  }

  /// `false` when the lanes are closed.
  func add(_ command: WriteCommand) -> Bool {
    condition.withLock {
      guard !isClosed else { return false }
      let conversation = command.lane
      let lock: CommitLock = conversation == nil ? .alone : .shared
      if segments.last?.lock != lock {
        segments.append(Segment(lock: lock, lanes: Array(repeating: [], count: count)))
      }
      let lane = conversation.map { Int(($0.low ^ $0.high) % UInt64(count)) } ?? 0
      segments[segments.count - 1].lanes[lane].append(command)
      waiting += 1
      condition.broadcast()
      return true
    }
  }

  /// Commands submitted and not yet reported.
  var depth: Int { condition.withLock { waiting } }

  /// The oldest commands of a lane that may be committed now, at most `limit`; empty when there are
  /// none. `didReport` must follow, unless it is empty.
  func take(_ lane: Int, _ limit: Int) -> (commands: [WriteCommand], lock: CommitLock) {
    condition.withLock { takeLocked(lane, limit) }
  }

  /// Waits for commands. `nil` when the lanes are closed and all are taken.
  func waitAndTake(_ lane: Int, _ limit: Int) -> (commands: [WriteCommand], lock: CommitLock)? {
    condition.withLock {
      while true {
        let taken = takeLocked(lane, limit)
        if !taken.commands.isEmpty { return taken }
        if isClosed, segments.allSatisfy(\.isEmpty) { return nil }
        condition.wait()
      }
    }
  }

  func didReport(_ count: Int) {
    condition.withLock {
      running -= 1
      waiting -= count
      condition.broadcast()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func takeLocked(_ lane: Int, _ limit: Int) -> (commands: [WriteCommand], lock: CommitLock) {
    while running == 0, segments.count > 1, segments[0].isEmpty { segments.removeFirst() }
    guard let first = segments.first else { return ([], .shared) }
    let place = first.lock == .alone ? 0 : lane
    guard first.lock == .shared || running == 0, !first.lanes[place].isEmpty else { return ([], first.lock) }
    let taken = Array(first.lanes[place].prefix(limit))
    segments[0].lanes[place].removeFirst(taken.count)
    running += 1
    return (taken, first.lock)
  }
}
