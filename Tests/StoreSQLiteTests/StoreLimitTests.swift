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

  private func open(_ limits: StoreLimits = StoreLimits()) throws -> (SQLiteStore, StoreWorld) {
    let store = try SQLiteStore(
      path: path, options: SQLiteStoreOptions(limits: limits, commit: .manual, clock: ContractClock()))
    return (store, StoreWorld(StoreUnderTest(store: store) { store.drain() }))
  }

  private static func group(_ creator: UserID, _ members: [UserID], _ world: StoreWorld) -> WriteCommand.Body {
    .conversation(.create(creator: creator, id: world.id(), kind: .group, name: "Team", members: members))
  }

  @Test("a person is in so many conversations and no more, whoever starts them; leaving one makes room")
  func conversations() throws {
    let (store, world) = try open(StoreLimits(conversationsPerUser: 3))
    let (ada, ben, cyd) = (try world.user("Ada"), try world.user("Ben"), try world.user("Cyd"))
    let teams = try (0..<3).map { _ in try world.group(ada, []) }
    let other = try world.group(ben, [])
    try world.expectRefusal(.conflict, Self.group(ada, [], world))
    try world.expectRefusal(.conflict, Self.group(ben, [ada], world))
    try world.expectRefusal(.conflict, .member(.add(asker: ben, conversation: other, users: [ada])))
    try world.expectRefusal(
      .conflict, .conversation(.create(creator: ben, id: world.id(), kind: .direct, name: nil, members: [ada])))
    try world.perform(.member(.remove(asker: ada, conversation: teams[0], user: ada)))
    try world.perform(.member(.add(asker: ben, conversation: other, users: [ada, cyd])))
    store.close()
  }

  @Test("nobody can use up another's conversations alone")
  func oneMaker() throws {
    let (store, world) = try open(StoreLimits(conversationsPerUser: 50, groupsFromOnePerson: 2))
    let (ada, eve, ben) = (try world.user("Ada"), try world.user("Eve"), try world.user("Ben"))
    for _ in 0..<2 { try world.perform(Self.group(eve, [ada], world)) }
    try world.expectRefusal(.conflict, Self.group(eve, [ada], world))
    let third = try world.group(eve, [])
    try world.expectRefusal(.conflict, .member(.add(asker: eve, conversation: third, users: [ada])))
    try world.perform(Self.group(ben, [ada], world))
    try world.perform(Self.group(eve, [ben], world))
    _ = try world.direct(eve, ada)
    store.close()
  }

  @Test(
    "one person's texts have so many bytes; deleting makes room, a repeated post is answered, a restart forgets nothing"
  )
  func space() throws {
    let limits = StoreLimits(textPerUser: 100)
    let (store, world) = try open(limits)
    let (ada, ben) = (try world.user("Ada"), try world.user("Ben"))
    let team = try world.group(ada, [ben])
    func post(_ bytes: Int, _ sender: UserID, _ world: StoreWorld) -> WriteCommand.Body {
      let text = String(repeating: "x", count: bytes)
      return .message(.post(sender: sender, conversation: team, id: world.id(), text: text, replyTo: nil))
    }
    let first = try world.post(String(repeating: "é", count: 30), by: ada, in: team)
    try world.perform(post(40, ada, world))
    try world.expectRefusal(.forbidden, post(1, ada, world))
    try world.perform(post(100, ben, world))
    try world.perform(
      .message(.post(sender: ada, conversation: team, id: first.id, text: first.text, replyTo: nil)))
    try world.expectRefusal(
      .forbidden,
      .message(.edit(asker: ada, conversation: team, id: first.id, editID: world.id(), text: first.text + "!")))
    _ = try world.search("x", ada)
    try world.perform(.message(.edit(asker: ada, conversation: team, id: first.id, editID: world.id(), text: "short")))
    try world.perform(post(55, ada, world))
    try world.perform(.message(.delete(asker: ada, conversation: team, id: first.id)))
    try world.perform(post(2, ada, world))
    store.close()

    let (again, later) = try open(limits)
    try later.expectRefusal(
      .forbidden, .message(.post(sender: ada, conversation: team, id: TestUser.newID(), text: "1234", replyTo: nil)))
    try later.perform(.message(.post(sender: ada, conversation: team, id: TestUser.newID(), text: "123", replyTo: nil)))
    again.close()
  }

  @Test("all texts together have so many bytes")
  func spaceInAll() throws {
    let (store, world) = try open(StoreLimits(textInAll: 10))
    let (ada, ben) = (try world.user("Ada"), try world.user("Ben"))
    let team = try world.group(ada, [ben])
    try world.post("12345678", by: ada, in: team)
    try world.expectRefusal(
      .forbidden, .message(.post(sender: ben, conversation: team, id: world.id(), text: "123", replyTo: nil)))
    try world.post("12", by: ben, in: team)
    store.close()
  }

  @Test("a store of an earlier version has its long names cut, its words indexed anew and its texts counted")
  func migration() throws {
    let (store, world) = try open()
    let ada = try world.user("Ada")
    let team = try world.group(ada, [])
    let message = try world.post("the café is open", by: ada, in: team)
    #expect(try world.search("cafe", ada) == [message.id])
    let before = try #require(try world.window(team, ada).toRev)
    let marks = String(repeating: "\u{301}", count: 100_000)
    DurabilityTests.execute(
      """
      UPDATE users SET name = 'e\(marks)'; UPDATE members SET name = 'e\(marks)';
      UPDATE conversations SET name = 'o\(marks)'; DROP VIEW searchable; DROP TABLE textUsage;
      DELETE FROM grdb_migrations
      WHERE identifier LIKE '% bounded names' OR identifier LIKE '% placed search' OR identifier LIKE '% text usage';
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
