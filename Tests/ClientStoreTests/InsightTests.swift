import ClientStore
import Domain
import Foundation
import GRDB
import TestSupport
import Testing

@Suite("Insights on the device")
struct InsightTests {
  @Test("an insight comes with a delta, changes with a later one, and goes when it is withdrawn")
  func life() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    let found = server.find(id(70))
    _ = try store.apply(server.delta(from: 1))
    #expect(try store.insights(InsightFilter()) == [PlacedInsight(conversation: room, insight: found)])
    server.change(id(70)) { $0.status = .done }
    _ = try store.apply(server.delta(from: 2))
    #expect(try store.insights(InsightFilter()).map(\.insight.status) == [.done])
    server.withdraw(id(70))
    _ = try store.apply(server.delta(from: 3))
    #expect(try store.insights(InsightFilter()).isEmpty)
  }

  @Test("a late delta brings back neither an older row nor one that was withdrawn")
  func late() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    server.find(id(70))
    server.find(id(71))
    let late = server.delta(from: 1)
    _ = try store.apply(late)
    server.withdraw(id(70))
    server.change(id(71)) { $0.text = "new" }
    _ = try store.apply(server.delta(from: 3))
    #expect(try store.apply(late) == .stale)
    #expect(try store.insights(InsightFilter()).map(\.insight.text) == ["new"])
    let fresh = try makeStore(server)
    #expect(try fresh.apply(late) == .stale)
    #expect(try fresh.snapshot().rooms == store.snapshot().rooms)
  }

  @Test("a window replaces what is held; leaving the conversation and signing out erase it")
  func forgetting() throws {
    var server = FakeServer()
    server.find(id(70))
    let store = try makeStore(server)
    server.withdraw(id(70))
    server.find(id(71))
    _ = try store.apply(server.window())
    #expect(try store.insights(InsightFilter()).map(\.id) == [id(71)])
    try store.removeFeed(feed)
    #expect(try store.insights(InsightFilter()).isEmpty)
    _ = try store.apply(server.window())
    try store.wipe()
    #expect(try store.insights(InsightFilter()).isEmpty)
  }

  @Test("an answer across a gap shows its message, but leaves insights to the pull")
  func answerAcrossGap() throws {
    var server = FakeServer()
    server.post(me, id(10))
    let store = try makeStore(server)
    let start = server.rev
    server.find(id(69))
    server.edit(1, to: "new")
    server.find(id(70))
    try store.enqueue(.edit(message: id(10), conversation: room, editID: id(80), text: "new"))
    let entry = try #require(try store.outbox().first)
    #expect(try store.acknowledge(entry.id, with: server.delta(from: start + 1)) == .gap(cursor: start))
    #expect(try store.timeline(room)?.items.map(\.text) == ["new"])
    #expect(try store.insights(InsightFilter()).isEmpty)
    #expect(try store.apply(server.delta(from: start)) == .applied)
    #expect(try store.insights(InsightFilter()).map(\.id) == [id(70), id(69)])
  }

  @Test("a filter asks for kind, status, owner, conversation, words, time and number, newest first")
  func filters() throws {
    var server = FakeServer()
    for number in UInt64(0)..<4 { server.find(id(70 + number), "Café \(number)") }
    server.change(id(71)) { $0.status = .dismissed }
    server.change(id(72)) { $0.owner = bob }
    server.change(id(73)) { $0.confidence = 0.4 }
    let store = try makeStore(server)
    func ids(_ filter: InsightFilter) throws -> [InsightID] { try store.insights(filter).map(\.id) }
    #expect(try ids(InsightFilter()) == [id(73), id(72), id(71), id(70)])
    #expect(try ids(InsightFilter(limit: 2)) == [id(73), id(72)])
    #expect(try ids(InsightFilter(kind: .decision)).isEmpty)
    #expect(try ids(InsightFilter(statuses: [.open])) == [id(73), id(72), id(70)])
    #expect(try ids(InsightFilter(statuses: [.open], isMaybe: false)) == [id(72), id(70)])
    #expect(try ids(InsightFilter(isMaybe: true)) == [id(73)])
    #expect(try ids(InsightFilter(owner: bob)) == [id(72)])
    #expect(try ids(InsightFilter(conversation: room)).count == 4)
    #expect(try ids(InsightFilter(conversation: id(101))).isEmpty)
    #expect(try ids(InsightFilter(query: "CAFE launch 3")) == [id(73)])
    #expect(try ids(InsightFilter(after: Timestamp(milliseconds: 4))) == [id(73), id(72)])
    #expect(try ids(InsightFilter(before: Timestamp(milliseconds: 3))) == [id(70)])
  }

  @Test("an observer sees what is held, then every change of it")
  func observation() async throws {
    var server = FakeServer()
    server.find(id(70))
    let store = try makeStore(server)
    var observed = store.observeInsights(InsightFilter()).makeAsyncIterator()
    #expect(await observed.next()?.map(\.insight.text) == ["task"])
    server.change(id(70)) { $0.text = "other" }
    _ = try store.apply(server.delta(from: 2))
    #expect(await observed.next()?.map(\.insight.text) == ["other"])
  }

  @Test("a device of the first version keeps what it holds and asks for every window again")
  func migration() throws {
    let folder = try TemporaryFolder()
    var server = FakeServer()
    server.post(ada, id(10))
    server.find(id(70))
    let old = try makeStore(server, path: folder.file)
    try old.enqueue(.send(pending(50)))
    try old.close()
    let database = try DatabaseQueue(path: folder.file)
    try database.write { db in
      try db.execute(sql: "DROP TABLE insight; DELETE FROM grdb_migrations WHERE identifier = 'v2 insights'")
    }
    try database.close()
    let store = try ClientStore(path: folder.file, clock: FixedClock())
    #expect(try store.cursors()[feed] == 0)
    #expect(try store.timeline(room)?.items.map(\.id) == [id(10), id(50)])
    #expect(try store.outbox().count == 1)
    #expect(try store.apply(server.delta(from: server.rev - 1)) == .gap(cursor: 0))
    #expect(try store.apply(server.window()) == .applied)
    #expect(try store.insights(InsightFilter()).map(\.id) == [id(70)])
    try store.close()
  }

  @Test("a device of a version that kept no switch of a conversation asks for it again, once, and shows it")
  func oldSwitch() throws {
    let folder = try TemporaryFolder()
    var server = FakeServer()
    server.post(ada, id(10))
    server.setIntelligence(isOn: false)
    let database = try DatabaseQueue(path: folder.file)
    try Schema.migrator().migrate(database, upTo: "v3 switch of the intelligence")
    try database.write { db in
      let (row, before) = (server.conversation, server.rev)
      try db.execute(sql: "INSERT INTO account (id, user) VALUES (1, ?)", arguments: [Data(me.bytes)])
      try db.execute(
        sql: "INSERT INTO feed (feed, cursor, windowStart, unreadBefore) VALUES (?, ?, 1, 0), (zeroblob(16), 7, 1, 0)",
        arguments: [Data(row.id.bytes), before])
      try db.execute(
        sql: """
          INSERT INTO conversation (id, rev, kind, name, createdAt, createdBy, intelligenceOff)
          VALUES (?, ?, 'group', 'Team', 5, ?, 0)
          """, arguments: [Data(row.id.bytes), row.rev, Data(row.createdBy.bytes)])
    }
    try database.close()
    let store = try ClientStore(path: folder.file, clock: FixedClock())
    // The same device knew of no history either, so that its own feed is asked for again too.
    #expect(try store.cursors() == [feed: 0, .me: 0])
    #expect(try store.apply(server.window()) == .applied)
    #expect(try store.summaries().map(\.isIntelligenceOn) == [false])
    try store.close()
    let again = try ClientStore(path: folder.file, clock: FixedClock())
    #expect(try again.cursors()[feed] == server.rev, "once only")
    try again.close()
  }
}
