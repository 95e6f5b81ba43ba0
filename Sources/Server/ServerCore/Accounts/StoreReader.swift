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
    try await work.reading { [store] in try body(store) }
  }
}
