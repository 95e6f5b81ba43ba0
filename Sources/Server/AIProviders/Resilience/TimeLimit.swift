/// Ends work that takes too long.
enum TimeLimit {
  /// What `operation` gives within `seconds`; afterwards it is cancelled, waited for, and
  /// `timedOut` is thrown.
  static func run<Value: Sendable>(
    seconds: Double, clock: any ModelClock, detail: String,
    _ operation: @escaping @Sendable () async throws(ModelFailure) -> Value
  ) async throws(ModelFailure) -> Value {
    let result = await withTaskGroup(of: Result<Value, ModelFailure>?.self) { group in
      group.addTask {
        do throws(ModelFailure) { return .success(try await operation()) } catch { return .failure(error) }
      }
      group.addTask {
        do { try await clock.limit(seconds: seconds) } catch { return nil }
        return .failure(ModelFailure(.timedOut, detail: detail))
      }
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
