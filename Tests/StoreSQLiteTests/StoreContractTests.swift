import StoreSQLite
import TestSupport
import Testing

@Suite("SQLite keeps the store contract")
struct StoreContractTests {
  @Test("in a file", arguments: StoreContract.cases)
  func file(_ item: StoreContract.Case) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(
      path: folder.path("store.db"), options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    try StoreContract.run(item, on: StoreUnderTest(store: store) { store.drain() })
  }

  @Test("in memory", arguments: StoreContract.cases)
  func memory(_ item: StoreContract.Case) throws {
    let store = try SQLiteStore(path: nil, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    try StoreContract.run(item, on: StoreUnderTest(store: store) { store.drain() })
  }

  @Test("with its own thread, committing one command at a time", arguments: StoreContract.cases)
  func thread(_ item: StoreContract.Case) throws {
    let folder = try TemporaryFolder()
    let options = SQLiteStoreOptions(
      commit: .thread, clock: ContractClock(), maximumCommandsPerCommit: 1)
    let store = try SQLiteStore(path: folder.path("store.db"), options: options)
    try StoreContract.run(item, on: StoreUnderTest(store: store) { Pause.short() })
  }
}
