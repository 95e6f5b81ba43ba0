import Domain
import Synchronization

/// Has the bytes of deleted files removed: every minute, and once after the start what a crash left
/// behind.
package final class FileKeeper: Sendable {
  /// Seconds from one cleaning to the next.
  package static let interval: Int64 = 60

  /// The same after one that failed.
  private static let retryDelay: Int64 = 5

  private struct State {
    var recurrence = Recurrence(interval: interval, retryDelay: retryDelay)
    var isBusy = false
    var hasLookedForOrphans = false
  }

  private let files: FileService
  private let clock: any WallClock
  private let report: @Sendable (Refusal) -> Void
  private let state = Mutex(State())

  /// `report` is told why a cleaning failed; the next one tries again.
  package init(files: FileService, clock: any WallClock, report: @escaping @Sendable (Refusal) -> Void) {
    self.files = files
    self.clock = clock
    self.report = report
  }

  /// To be called now and then, more often than once an interval. Unless it `cleansStorage`, which
  /// one server does for all, it removes only what this server has of uploads.
  package func flush(cleansStorage: Bool) {
    let now = clock.now
    let isDue = state.withLock { state in
      guard !state.isBusy, state.recurrence.take(now) else { return false }
      state.isBusy = true
      return true
    }
    guard isDue else { return }
    Task { await clean(now, cleansStorage: cleansStorage) }
  }

  private func clean(_ now: Timestamp, cleansStorage: Bool) async {
    defer { state.withLock { $0.isBusy = false } }
    do throws(Refusal) {
      try await files.cleanUploads(now: now)
      guard cleansStorage else { return }
      try await files.clean(now: now)
      guard !state.withLock({ $0.hasLookedForOrphans }) else { return }
      _ = try await files.removeOrphans()
      state.withLock { $0.hasLookedForOrphans = true }
    } catch {
      report(error)
      state.withLock { $0.recurrence.fail(at: now) }
    }
  }
}
