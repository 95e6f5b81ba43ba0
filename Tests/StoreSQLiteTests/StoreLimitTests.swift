import Domain
import Foundation
import GRDBSQLite
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("What a store takes on")
struct StoreLimitTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("store.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ limits: StoreLimits = StoreLimits()) throws -> (SQLiteStore, StoreFixture) {
    let store = try SQLiteStore(
      path: path, options: SQLiteStoreOptions(limits: limits, commit: .manual, clock: ContractClock()))
    return (store, StoreFixture(StoreUnderTest(store: store) { store.drain() }))
  }

  private static func group(_ creator: UserID, _ members: [UserID], _ fixture: StoreFixture) -> WriteCommand.Body {
    .conversation(.create(creator: creator, id: fixture.id(), kind: .group, name: "Team", members: members))
  }

  @Test("a person is in so many conversations and no more, whoever starts them; leaving one makes room")
  func conversations() throws {
    let (store, fixture) = try open(StoreLimits(conversationsPerUser: 3))
    let (ada, ben, cyd) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Cyd"))
    let teams = try (0..<3).map { _ in try fixture.group(ada, []) }
    let other = try fixture.group(ben, [])
    try fixture.expectRefusal(.conflict, Self.group(ada, [], fixture))
    try fixture.expectRefusal(.conflict, Self.group(ben, [ada], fixture))
    try fixture.expectRefusal(.conflict, .member(.add(asker: ben, conversation: other, users: [ada])))
    try fixture.expectRefusal(
      .conflict, .conversation(.create(creator: ben, id: fixture.id(), kind: .direct, name: nil, members: [ada])))
    try fixture.perform(.member(.remove(asker: ada, conversation: teams[0], user: ada)))
    try fixture.perform(.member(.add(asker: ben, conversation: other, users: [ada, cyd])))
    store.close()
  }

  @Test("nobody can use up another's conversations alone")
  func oneMaker() throws {
    let (store, fixture) = try open(StoreLimits(conversationsPerUser: 50, groupsFromOnePerson: 2))
    let (ada, eve, ben) = (try fixture.user("Ada"), try fixture.user("Eve"), try fixture.user("Ben"))
    for _ in 0..<2 { try fixture.perform(Self.group(eve, [ada], fixture)) }
    try fixture.expectRefusal(.conflict, Self.group(eve, [ada], fixture))
    let third = try fixture.group(eve, [])
    try fixture.expectRefusal(.conflict, .member(.add(asker: eve, conversation: third, users: [ada])))
    try fixture.perform(Self.group(ben, [ada], fixture))
    try fixture.perform(Self.group(eve, [ben], fixture))
    _ = try fixture.direct(eve, ada)
    store.close()
  }

  @Test(
    "one person's texts have so many bytes; deleting makes room, a repeated post is answered, a restart forgets nothing"
  )
  func space() throws {
    let limits = StoreLimits(textPerUser: 100)
    let (store, fixture) = try open(limits)
    let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
    let team = try fixture.group(ada, [ben])
    func post(_ bytes: Int, _ sender: UserID, _ fixture: StoreFixture) -> WriteCommand.Body {
      let text = String(repeating: "x", count: bytes)
      return .message(.post(sender: sender, conversation: team, id: fixture.id(), text: text, replyTo: nil))
    }
    let first = try fixture.post(String(repeating: "é", count: 30), by: ada, in: team)
    try fixture.perform(post(40, ada, fixture))
    try fixture.expectRefusal(.forbidden, post(1, ada, fixture))
    try fixture.perform(post(100, ben, fixture))
    try fixture.perform(
      .message(.post(sender: ada, conversation: team, id: first.id, text: first.text, replyTo: nil)))
    try fixture.expectRefusal(
      .forbidden,
      .message(.edit(asker: ada, conversation: team, id: first.id, editID: fixture.id(), text: first.text + "!")))
    _ = try fixture.search("x", ada)
    try fixture.perform(
      .message(.edit(asker: ada, conversation: team, id: first.id, editID: fixture.id(), text: "short")))
    try fixture.perform(post(55, ada, fixture))
    try fixture.perform(.message(.delete(asker: ada, conversation: team, id: first.id)))
    try fixture.perform(post(2, ada, fixture))
    store.close()

    let (again, later) = try open(limits)
    try later.expectRefusal(
      .forbidden, .message(.post(sender: ada, conversation: team, id: TestUser.newID(), text: "1234", replyTo: nil)))
    try later.perform(.message(.post(sender: ada, conversation: team, id: TestUser.newID(), text: "123", replyTo: nil)))
    again.close()
  }

  @Test("all texts together have so many bytes")
  func spaceInAll() throws {
    let (store, fixture) = try open(StoreLimits(textInAll: 10))
    let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
    let team = try fixture.group(ada, [ben])
    try fixture.post("12345678", by: ada, in: team)
    try fixture.expectRefusal(
      .forbidden, .message(.post(sender: ben, conversation: team, id: fixture.id(), text: "123", replyTo: nil)))
    try fixture.post("12", by: ben, in: team)
    store.close()
  }

  @Test("a store of an earlier version has its long names cut, its words indexed anew and its texts counted")
  func migration() throws {
    let (store, fixture) = try open()
    let ada = try fixture.user("Ada")
    let team = try fixture.group(ada, [])
    let message = try fixture.post("the café is open", by: ada, in: team)
    #expect(try fixture.search("cafe", ada) == [message.id])
    let before = try #require(try fixture.window(team, ada).toRev)
    let marks = String(repeating: "\u{301}", count: 100_000)
    DurabilityTests.execute(
      """
      UPDATE users SET name = 'e\(marks)'; UPDATE members SET name = 'e\(marks)';
      UPDATE conversations SET name = 'o\(marks)'; DROP VIEW searchable; DROP TABLE textUsage;
      DROP TABLE fileSearch; DROP VIEW searchableFiles; DROP TABLE fileTexts;
      DELETE FROM grdb_migrations
      WHERE identifier LIKE '% bounded names' OR identifier LIKE '% placed search' OR identifier LIKE '% text usage'
        OR identifier LIKE '% searched files' OR identifier LIKE '% file texts';
      PRAGMA user_version = 6;
      """, store)
    store.close()

    let (again, later) = try open(StoreLimits(textPerUser: 20))
    let window = try later.window(team, ada)
    #expect(window.conversation?.name?.unicodeScalars.count == 80)
    #expect(window.members.map { $0.name.unicodeScalars.count } == [80])
    #expect((window.toRev ?? 0) > before)
    #expect(try again.profile(ada).name.unicodeScalars.count == 80)
    let delta = try again.delta(of: .conversation(team), for: ada, fromRev: before)
    #expect(delta.conversation?.name == window.conversation?.name && delta.members == window.members)
    #expect(try later.search("cafe", ada) == [message.id])
    try later.expectRefusal(
      .forbidden, .message(.post(sender: ada, conversation: team, id: TestUser.newID(), text: "1234", replyTo: nil)))
    again.close()
  }
}
