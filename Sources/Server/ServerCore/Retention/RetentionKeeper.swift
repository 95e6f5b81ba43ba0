import Domain
import Synchronization

/// Has messages erased that were kept for long enough: soon after the start, then every hour.
package final class RetentionKeeper: Sendable {
  /// Seconds from one sweep to the next, and after one that failed.
  package static let interval: Int64 = 3_600
  private static let retryDelay: Int64 = 60

  private struct State {
    var recurrence = Recurrence(interval: interval, retryDelay: retryDelay)
    var isBusy = false
  }

  private let retention: RetentionService
  private let clock: any WallClock
  private let report: @Sendable (Refusal) -> Void
  private let state = Mutex(State())

  /// `report` is told why a sweep failed; the next one goes on where it stopped.
  package init(
    retention: RetentionService, clock: any WallClock, report: @escaping @Sendable (Refusal) -> Void
  ) {
    self.retention = retention
    self.clock = clock
    self.report = report
  }

  /// To be called now and then, more often than once an interval.
  package func flush() {
    let now = clock.now
    let isDue = state.withLock { state in
      guard !state.isBusy, state.recurrence.take(now) else { return false }
      state.isBusy = true
      return true
    }
    guard isDue else { return }
    Task { await sweep(now) }
  }

  private func sweep(_ now: Timestamp) async {
    defer { state.withLock { $0.isBusy = false } }
    do throws(Refusal) {
      try await retention.sweep(now: now)
    } catch {
      report(error)
      state.withLock { $0.recurrence.fail(at: now) }
    }
  }
}
