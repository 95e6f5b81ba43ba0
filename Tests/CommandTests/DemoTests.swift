import Demo
import Domain
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("The demo team")
struct DemoTests {
  @Test("comes with the program: everybody can sign in, and all of it was said before now")
  func isComplete() async throws {
    let script = try DemoScript()
    let store = try SQLiteStore(path: nil)
    defer { store.close() }
    store.observeCommits { _ in }
    let now = Timestamp(milliseconds: 1_800_000_000_000)

    let builder = DemoBuilder(store: store, hasher: PlainHasher(), now: now)
    let count = try await builder.build(script, password: "secret")

    #expect(count == 179)
    let accounts = try store.accounts()
    #expect(accounts.count == 6)
    #expect(Set(accounts.map(\.email)) == Set(script.people.map(\.email)))
    #expect(accounts.allSatisfy { $0.passwordHash == "plain:secret" })
    for account in accounts {
      for feed in try store.feedRevs(of: account.id).keys where feed != .me {
        let said = try store.delta(of: feed, for: account.id, fromRev: 0).messages
        #expect(!said.isEmpty && said.allSatisfy { $0.createdAt < now })
      }
    }
  }
}
