import Domain
import ServerCore
import TestSupport
import Testing

@testable import StoreSQLite

@Suite("Moments that no calendar has")
struct StorableMomentTests {
  @Test(
    "what an earlier version kept is read as the nearest one, so that no client refuses the row",
    arguments: [
      (Int64.max, Timestamp.calendar.upperBound), (9_007_199_254_740_992, Timestamp.calendar.upperBound),
      (-1, Timestamp.calendar.lowerBound),
    ] as [(Int64, Timestamp)])
  func kept(number: Int64, read: Timestamp) throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path("store.sqlite"), options: SQLiteStoreOptions(commit: .manual))
    defer { store.close() }
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let (ada, ben) = (try fixture.user(), try fixture.user())
    let team = try fixture.group(ada, [ben])
    let change = ConversationSettingsChange(muted: true, mutedUntil: Timestamp(milliseconds: number))
    try fixture.perform(.member(.changeSettings(asker: ada, conversation: team, change)))
    #expect(try store.delta(of: .me, for: ada, fromRev: 0).settings.first?.mutedUntil == read)
  }
}
