import Domain
import ServerCore

/// Reads the AI's store, and computes, on threads that carry nothing else. Always answers in
/// refusals.
package struct IntelligenceReader: Sendable {
  private let store: any IntelligenceStore
  private let work: any WorkExecutor
  private let patience: Duration?

  /// Work that has waited `patience` seconds for a thread is not done but refused: nobody waits for
  /// it any more.
  package init(store: any IntelligenceStore, work: any WorkExecutor, patience: Double? = nil) {
    self.store = store
    self.work = work
    self.patience = patience.map { .seconds($0) }
  }

  /// What `body` reads. Anything that is not a refusal becomes `internal`.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any IntelligenceStore) throws -> Value
  ) async throws(Refusal) -> Value {
    try await compute { [store] in try body(store) }
  }

  /// What `body` computes, away from the event loops and the tasks of requests.
  package func compute<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value)
    async throws(Refusal) -> Value
  {
    let latest = patience.map { ContinuousClock.now + $0 }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, Refusal>, Never>) in
      work.run {
        if let latest, ContinuousClock.now > latest {
          let refusal = Refusal(
            .overloaded, "The server has too much to think about.", retryAfter: 5)
          return continuation.resume(returning: .failure(refusal))
        }
        do {
          continuation.resume(returning: .success(try body()))
        } catch let refusal as Refusal {
          continuation.resume(returning: .failure(refusal))
        } catch {
          continuation.resume(returning: .failure(Refusal(.internal, "The data could not be read.")))
        }
      }
    }
    return try result.get()
  }
}
