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
    let result = await withTaskGroup(of: Result<Value, ModelFailure>?.self) { group in
      group.addTask {
        do throws(ModelFailure) { return .success(try await operation()) } catch { return .failure(error) }
      }
      group.addTask { await self.silence() ? .failure(ModelFailure(.timedOut, detail: "the answer stalled")) : nil }
      var first: Result<Value, ModelFailure>?
      for await result in group where first == nil {
        first = result
        if first != nil { group.cancelAll() }
      }
      return first
    }
    guard let result else { throw ModelFailure(.cancelled) }
    return try result.get()
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
