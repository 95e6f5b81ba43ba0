import AIProviders
import Foundation
import Synchronization

/// A clock that waits for nobody: pauses end at once and are noted, limits pass only when a test
/// says so.
package final class TestModelClock: ModelClock {
  private struct Limit {
    let due: Double
    let passed: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now = 1_000.0
    var pauses: [Double] = []
    var limits: [Int: Limit] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// The pauses so far, in seconds.
  package var pauses: [Double] { state.withLock { $0.pauses } }
  /// How many limits of exactly `seconds` from now are being waited for.
  package func limits(of seconds: Double) -> Int {
    state.withLock { state in state.limits.values.count { abs($0.due - state.now - seconds) < 0.001 } }
  }

  package func now() -> Double { state.withLock { $0.now } }
  package func date() -> Date { Date(timeIntervalSince1970: 1_700_000_000 + now()) }

  package func pause(seconds: Double) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.pauses.append(seconds)
      state.now += seconds
    }
  }

  package func limit(seconds: Double) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let hasPassed = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = Task.isCancelled
        let isOver = state.withLock { state in
          if isCancelled { return true }
          state.limits[id] = Limit(due: state.now + seconds, passed: continuation)
          return false
        }
        if isOver { continuation.resume(returning: false) }
      }
    } onCancel: {
      state.withLock { $0.limits.removeValue(forKey: id) }?.passed.resume(returning: false)
    }
    if !hasPassed { throw CancellationError() }
  }

  /// Lets time pass; limits that are due then pass.
  package func advance(seconds: Double) {
    let due = state.withLock { state in
      state.now += seconds
      let passed = state.limits.filter { $0.value.due <= state.now }
      for id in passed.keys { state.limits[id] = nil }
      return passed.values.map(\.passed)
    }
    for continuation in due { continuation.resume(returning: true) }
  }
}
