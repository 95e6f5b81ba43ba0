import ServerCore
import TestSupport
import Testing

@testable import StoreSQLite

@Suite("Texts that not every database can hold")
struct StorableTextTests {
  @Test("U+0000 that no rule refuses is stored as U+FFFD, as in PostgreSQL")
  func nul() throws {
    let folder = TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("store.sqlite"), options: SQLiteStoreOptions(commit: .manual))
    defer { store.close() }
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let user = try fixture.user("a\u{0}b\u{0}")
    #expect(try store.account(user)?.user.name == "a\u{FFFD}b\u{FFFD}")
  }
}
