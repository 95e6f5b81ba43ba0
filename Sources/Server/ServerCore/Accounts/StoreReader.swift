import Domain

/// Reads the store off the event loops and always answers in refusals.
package struct StoreReader: Sendable {
  private let store: any ServerStore
  private let work: any WorkExecutor

  package init(store: any ServerStore, work: any WorkExecutor) {
    self.store = store
    self.work = work
  }

  /// What `body` reads. Anything that is not a refusal becomes `internal`.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ServerStore) throws -> Value
  ) async throws(Refusal) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Refusal>, Never>) in
      work.run { [store] in
        do {
          continuation.resume(returning: .success(try body(store)))
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
