/// Ends work that takes too long.
enum TimeLimit {
  /// What `operation` gives within `seconds`; afterwards it is cancelled, waited for, and
  /// `timedOut` is thrown.
  static func run<Value: Sendable>(
    seconds: Double, clock: any ModelClock, detail: String,
    _ operation: @escaping @Sendable () async throws(ModelFailure) -> Value
  ) async throws(ModelFailure) -> Value {
    try await run(operation) {
      do { try await clock.limit(seconds: seconds) } catch { return nil }
      return ModelFailure(.timedOut, detail: detail)
    }
  }

  /// What `operation` gives until `expiry` answers a failure; then it is cancelled, waited for, and
  /// the failure is thrown. `expiry` answers `nil` when it is cancelled.
  static func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws(ModelFailure) -> Value,
    until expiry: @escaping @Sendable () async -> ModelFailure?
  ) async throws(ModelFailure) -> Value {
    let result = await withTaskGroup(of: Result<Value, ModelFailure>?.self) { group in
      group.addTask {
        do throws(ModelFailure) { return .success(try await operation()) } catch { return .failure(error) }
      }
      group.addTask { await expiry().map { .failure($0) } }
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
}
