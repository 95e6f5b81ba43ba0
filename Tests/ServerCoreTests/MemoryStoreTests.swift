import TestSupport
import Testing

/// The rules, and what a store has to load and save for them, are all that the contract needs: no
/// database.
@Suite("A store in memory keeps the store contract")
struct MemoryStoreTests {
  @Test("by the rules alone", arguments: StoreContract.cases)
  func contract(_ item: StoreContract.Case) throws {
    try StoreContract.run(item, on: StoreUnderTest(store: MemoryStore(clock: ContractClock())) {})
  }
}
