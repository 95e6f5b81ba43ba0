import TestSupport
import Testing

@testable import StorePostgres

@Suite("PostgreSQL keeps the store contract")
struct StoreContractTests {
  @Test("drained by hand", arguments: StoreContract.cases)
  func manual(_ item: StoreContract.Case) throws {
    try TestSchema.with { schema in
      let store = try schema.store()
      defer { store.close() }
      try StoreContract.run(item, on: StoreUnderTest(store: store) { store.drain() })
    }
  }

  @Test("with its own threads, committing one command at a time", arguments: StoreContract.cases)
  func threads(_ item: StoreContract.Case) throws {
    try TestSchema.with { schema in
      let store = try schema.store(.threads, batch: 1)
      defer { store.close() }
      try StoreContract.run(item, on: StoreUnderTest(store: store) { Pause.short() })
    }
  }
}
