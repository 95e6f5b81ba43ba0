import ClientStore
import Domain
import TestSupport
import Testing

@Suite("The sync law")
struct SyncLawTests {
  @Test("a delta from the cursor is applied and moves it")
  func appliesInOrder() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    let from = server.rev
    server.post(ada, id(10))
    #expect(try store.apply(server.delta(from: from)) == .applied)
    #expect(try store.cursors()[feed] == server.rev)
    #expect(try store.timeline(room)?.items.map(\.id) == [id(10)])
  }

  @Test("a delta twice changes nothing")
  func duplicates() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    server.post(ada, id(10))
    let delta = server.delta(from: 1)
    _ = try store.apply(delta)
    let before = try store.snapshot()
    #expect(try store.apply(delta) == .stale)
    #expect(try store.snapshot() == before)
  }

  @Test("a gap is not applied and names the cursor to pull from")
  func gap() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    server.post(ada, id(10))
    server.post(ada, id(11))
    let before = try store.snapshot()
    #expect(try store.apply(server.delta(from: 2)) == .gap(cursor: 1))
    #expect(try store.snapshot() == before)
    #expect(try store.apply(server.delta(from: 1)) == .applied)
    #expect(try store.apply(server.window()) == .applied)
  }

  @Test("a delta that begins before the cursor and ends after it is applied")
  func overlap() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    server.post(ada, id(10))
    _ = try store.apply(server.delta(from: 1))
    server.edit(1, to: "new")
    #expect(try store.apply(server.delta(from: 0)) == .applied)
    #expect(try store.timeline(room)?.items.first?.text == "new")
  }

  @Test("a row never goes backwards, and a newer row in a stale delta is taken")
  func rowsMoveForward() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    let old = server.post(ada, id(10), "old")
    let new = server.edit(1, to: "new")
    _ = try store.apply(server.delta(from: 1))
    #expect(try store.apply(FeedDelta(feed: feed, fromRev: 1, toRev: 2, messages: [old])) == .stale)
    #expect(try store.snapshot().rooms[room]?.messages == [new])
    var newer = new
    newer.rev = 9
    newer.text = "newer"
    #expect(try store.apply(FeedDelta(feed: feed, fromRev: 1, toRev: 2, messages: [newer])) == .stale)
    #expect(try store.snapshot().rooms[room]?.messages == [newer])
    #expect(try store.cursors()[feed] == server.rev)
  }

  @Test("a window forgets the rows but not the outbox")
  func reset() throws {
    var server = FakeServer()
    server.post(ada, id(10))
    let store = try makeStore(server)
    try store.enqueue(.send(pending(50)))
    for number in 0..<60 { server.post(ada, id(200 + UInt64(number))) }
    #expect(try store.apply(server.window()) == .applied)
    let timeline = try #require(try store.timeline(room))
    #expect(timeline.items.count == 51)
    #expect(timeline.items.last?.id == id(50))
    #expect(timeline.hasOlder)
    #expect(try store.windowStart(room) == 12)
    #expect(try store.hasOlder(room))
  }

  @Test("a window that a delta has overtaken asks for the rest again")
  func lateWindow() throws {
    var server = FakeServer()
    let store = try makeStore(server)
    let late = server.window()
    server.post(ada, id(10))
    _ = try store.apply(server.delta(from: 1))
    #expect(try store.apply(late) == .gap(cursor: 1))
    #expect(try store.apply(server.delta(from: 1)) == .applied)
    #expect(try store.timeline(room)?.items.count == 1)
  }

  @Test("a deleted feed leaves no row; what waited fails with not_found and can be read and discarded")
  func gone() throws {
    var server = FakeServer()
    server.post(ada, id(10))
    let store = try makeStore(server)
    try store.enqueue(.send(pending(50)))
    try store.enqueue(.delete(message: id(10), conversation: room))
    try store.saveDraft("half", in: room)
    try store.setLocalRead(room, seq: 1, markUnread: false)
    try store.removeFeed(feed)
    #expect(try store.snapshot().rooms.isEmpty)
    #expect(try store.timeline(room) == nil)
    #expect(try store.summaries().isEmpty)
    #expect(try store.draft(in: room) == nil)
    #expect(try store.unsentWatermarks().isEmpty)
    #expect(try store.cursors()[feed] == nil)
    let entry = try #require(try store.outbox().first)
    #expect(entry.state == .failed && entry.failure?.code == .notFound)
    #expect(try store.outbox().count == 1)
    try store.discard(id(50))
    #expect(try store.outbox().isEmpty)
  }

  @Test("a live delta of an unknown feed is a gap from 0, and leaves no row")
  func unknownFeed() throws {
    var server = FakeServer()
    server.post(ada, id(10))
    let store = try makeStore()
    #expect(try store.apply(server.delta(from: 1)) == .gap(cursor: 0))
    #expect(try store.snapshot().rooms.isEmpty)
    #expect(try store.apply(server.delta(from: 0)) == .applied)
    #expect(try store.timeline(room)?.items.count == 1)
  }

  @Test("messages below the window are not shown, yet a page that was read before them cannot bring back older rows")
  func belowWindow() throws {
    var server = FakeServer()
    for number in 0..<80 { server.post(ada, id(200 + UInt64(number)), "old") }
    let store = try makeStore(server)
    let page = server.page(before: 31, limit: 20)
    let from = server.rev
    server.edit(20, to: "new")
    #expect(try store.apply(server.delta(from: from)) == .applied)
    #expect(try store.timeline(room)?.items.count == 50)
    try store.apply(page)
    let items = try #require(try store.timeline(room)?.items)
    #expect(items.map(\.seq) == (11...80).map { $0 })
    #expect(items.first { $0.seq == 20 }?.text == "new")
    #expect(try store.windowStart(room) == 11)
  }

  @Test("a page that does not touch the window is dropped")
  func distantPage() throws {
    var server = FakeServer()
    for number in 0..<80 { server.post(ada, id(200 + UInt64(number))) }
    let store = try makeStore(server)
    let before = try store.snapshot()
    try store.apply(server.page(before: 20, limit: 5))
    #expect(try store.snapshot() == before)
    try store.apply(server.page(before: 31, limit: 200))
    #expect(try store.hasOlder(room) == false)
    #expect(try store.timeline(room)?.items.count == 80)
  }

  @Test("a profile keeps which features do not reach its user, and whether the address is verified")
  func profileFields() throws {
    let store = try makeStore()
    var mine = profile(rev: 3)
    (mine.disabledFeatures, mine.emailVerifiedAt) = (["ai", "search"], Timestamp(milliseconds: 7))
    _ = try store.apply(FeedDelta(feed: .me, fromRev: 0, toRev: 3, isReset: true, profile: mine))
    #expect(try store.profile() == mine)
    (mine.rev, mine.disabledFeatures, mine.emailVerifiedAt) = (4, [], nil)
    _ = try store.apply(FeedDelta(feed: .me, fromRev: 3, toRev: 4, profile: mine))
    #expect(try store.profile() == mine)
  }

  @Test("settings and profile are rows of the private feed")
  func privateFeed() throws {
    let store = try makeStore(FakeServer())
    let settings = ConversationSettings(conversation: room, rev: 4, muted: true)
    let delta = FeedDelta(
      feed: .me, fromRev: 0, toRev: 4, isReset: true, settings: [settings], profile: profile(rev: 3, name: "New"))
    #expect(try store.apply(delta) == .applied)
    #expect(try store.profile()?.name == "New")
    #expect(try store.summaries().first?.settings == settings)
    let second = FeedDelta(
      feed: .me, fromRev: 4, toRev: 5, settings: [ConversationSettings(conversation: room, rev: 5)])
    #expect(try store.apply(second) == .applied)
    #expect(try store.summaries().first?.settings.muted == false)
  }

  @Test(
    "stale client plus deltas equals fresh client, with duplicates, reordering, gaps and windows",
    arguments: 1...60)
  func anyOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var server = FakeServer()
    var nextID: UInt64 = 1_000
    let store = try makeStore(server)
    var flight: [FeedDelta] = []
    for _ in 0..<120 {
      let from = server.rev
      server.step(&random, nextID: &nextID)
      if server.rev > from { flight.append(server.delta(from: from)) }
      while flight.count > 4 {
        let delta = flight.remove(at: Int.random(in: 0..<flight.count, using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 { flight.append(delta) }
        if Int.random(in: 0..<6, using: &random) == 0 { continue }
        try receive(delta, by: store, from: server)
      }
    }
    let cursor = try store.cursors()[feed] ?? 0
    try receive(server.delta(from: cursor), by: store, from: server)
    let fresh = try makeStore(server)
    let (stale, new) = (try store.snapshot(), try fresh.snapshot())
    #expect(stale.cut(to: new).rooms == new.cut(to: stale).rooms)
    #expect(try store.summaries().first?.unread == server.unread(of: me))
  }

  private func receive(_ delta: FeedDelta, by store: ClientStore, from server: FakeServer) throws {
    switch try store.apply(delta) {
    case .applied, .stale: return
    case .gap(let cursor):
      let answer = cursor == 0 ? server.window() : server.delta(from: cursor)
      #expect(try store.apply(answer) != .gap(cursor: cursor))
    case .needsWindow: #expect(try store.apply(server.window()) == .applied)
    }
  }
}
