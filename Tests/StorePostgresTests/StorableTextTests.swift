import Domain
import ServerCore
import TestSupport
import Testing

@testable import StorePostgres

@Suite("Texts that PostgreSQL cannot hold")
struct StorableTextTests {
  @Test("U+0000 that no rule refuses is stored as U+FFFD, as in SQLite")
  func nul() throws {
    try TestSchema.with { schema in
      let store = try schema.store()
      defer { store.close() }
      let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
      let user: UserID = fixture.id()
      let record = AccountRecord(
        id: user, email: "ada@example.org", name: "Ada", passwordHash: "a\u{0}b\u{0}", workspaceRole: .member,
        isDisabled: false, createdAt: StoreFixture.start)
      try fixture.perform(.account(.create(NewAccount(record))))
      #expect(try store.account(user)?.passwordHash == "a\u{FFFD}b\u{FFFD}")
    }
  }
}
