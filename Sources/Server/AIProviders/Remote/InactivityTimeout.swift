import Synchronization

/// Ends a stream in which nothing comes any more. Waits for the first byte without a limit of its
/// own.
final class InactivityTimeout: Sendable {
  private let clock: any ModelClock
  private let seconds: Double
  /// Pieces heard so far.
  private let heardCount = Mutex(0)

  init(clock: any ModelClock, seconds: Double) {
    self.clock = clock
    self.seconds = seconds
  }

  /// Something came.
  func heard() {
    heardCount.withLock { $0 += 1 }
  }

  /// What `operation` gives; throws `timedOut` when a whole period passes in which nothing was
  /// heard after the first piece.
  func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws(ModelFailure) -> Value
  ) async throws(ModelFailure) -> Value {
    try await TimeLimit.run(operation) {
      await self.silence() ? ModelFailure(.timedOut, detail: "the answer stalled") : nil
    }
  }

  /// Returns `true` after a silent period, `false` when cancelled.
  private func silence() async -> Bool {
    var before = 0
    while true {
      do { try await clock.limit(seconds: seconds) } catch { return false }
      let now = heardCount.withLock { $0 }
      if now > 0, now == before { return true }
      before = now
    }
  }
}
