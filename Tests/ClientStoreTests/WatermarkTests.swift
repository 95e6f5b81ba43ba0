import ClientStore
import Domain
import Testing

@Suite("Watermarks and unread counts")
struct WatermarkTests {
  private func filled(_ count: Int) -> FakeServer {
    var server = FakeServer()
    for number in 0..<count { server.post(ada, id(200 + UInt64(number))) }
    return server
  }

  @Test("reading shows at once and is repeated until the server has caught up")
  func read() throws {
    var server = filled(10)
    let store = try makeStore(server)
    #expect(try store.summaries().first?.unread == 10)
    try store.setLocalRead(room, seq: 7, markUnread: false)
    #expect(try store.summaries().first?.unread == 3)
    #expect(try store.timeline(room)?.unread == 3)
    #expect(try store.timeline(room)?.firstUnread == id(207))
    #expect(try store.badge(now: FixedClock().now) == 3)
    #expect(try store.unsentWatermarks() == [LocalWatermark(conversation: room, readSeq: 7, deliveredSeq: 10)])
    let from = server.rev
    server.change(me) {
      $0.readSeq = 7
      $0.deliveredSeq = 10
    }
    _ = try store.apply(server.delta(from: from))
    #expect(try store.unsentWatermarks().isEmpty)
    #expect(try store.summaries().first?.unread == 3)
  }

  @Test("reading only raises, and never past what is held")
  func raises() throws {
    let store = try makeStore(filled(10))
    try store.setLocalRead(room, seq: 99, markUnread: false)
    try store.setLocalRead(room, seq: 3, markUnread: false)
    #expect(try store.unsentWatermarks().first?.readSeq == 10)
  }

  @Test("an older row of the server does not undo a local read; marking unread lowers it")
  func markUnread() throws {
    var server = filled(10)
    let store = try makeStore(server)
    try store.setLocalRead(room, seq: 10, markUnread: false)
    var from = server.rev
    server.change(me) { $0.readSeq = 4 }
    _ = try store.apply(server.delta(from: from))
    #expect(try store.summaries().first?.unread == 0)
    try store.setLocalRead(room, seq: 6, markUnread: true)
    #expect(try store.summaries().first?.unread == 4)
    #expect(try store.unsentWatermarks().first?.markUnread == true)
    from = server.rev
    server.change(me) { $0.readSeq = 10 }
    _ = try store.apply(server.delta(from: from))
    #expect(try store.summaries().first?.unread == 4, "my own earlier read does not undo it")
    from = server.rev
    server.change(me) { $0.readSeq = 6 }
    _ = try store.apply(server.delta(from: from))
    #expect(try store.unsentWatermarks().allSatisfy { $0.readSeq == nil })
    #expect(try store.summaries().first?.unread == 4)
  }

  @Test("another device that reads on wins over a waiting mark")
  func otherDevice() throws {
    var server = filled(10)
    server.change(me) { $0.readSeq = 8 }
    let store = try makeStore(server)
    try store.setLocalRead(room, seq: 2, markUnread: true)
    let from = server.rev
    server.change(me) { $0.readSeq = 10 }
    _ = try store.apply(server.delta(from: from))
    #expect(try store.summaries().first?.unread == 0)
  }

  @Test("unread before the window counts until it is read, and is asked for again when it can no longer be known")
  func beforeWindow() throws {
    var server = filled(80)
    let store = try makeStore(server)
    #expect(try store.summaries().first?.unread == 80)
    var from = server.rev
    server.change(me) { $0.readSeq = 10 }
    #expect(try store.apply(server.delta(from: from)) == .needsWindow)
    #expect(try store.apply(server.window()) == .applied)
    #expect(try store.summaries().first?.unread == 70)
    from = server.rev
    server.delete(20, by: ada)
    #expect(try store.apply(server.delta(from: from)) == .needsWindow)
    #expect(try store.apply(server.window()) == .applied)
    from = server.rev
    server.change(me) { $0.readSeq = 75 }
    #expect(try store.apply(server.delta(from: from)) == .applied)
    #expect(try store.summaries().first?.unread == 5)
    from = server.rev
    server.change(me) { $0.readSeq = 5 }
    #expect(try store.apply(server.delta(from: from)) == .needsWindow)
  }

  @Test("the badge leaves out muted and archived conversations, and counts again when a mute has ended")
  func badge() throws {
    let store = try makeStore(filled(3))
    let now = FixedClock().now
    func set(_ rev: Int64, _ change: (inout ConversationSettings) -> Void) throws {
      var settings = ConversationSettings(conversation: room, rev: rev)
      change(&settings)
      _ = try store.apply(FeedDelta(feed: .me, fromRev: rev - 1, toRev: rev, settings: [settings]))
    }
    #expect(try store.badge(now: now) == 3)
    try set(1) { $0.archived = true }
    #expect(try store.badge(now: now) == 0)
    try set(2) {
      $0.muted = true
      $0.mutedUntil = now.adding(seconds: 60)
    }
    #expect(try store.badge(now: now) == 0)
    #expect(try store.badge(now: now.adding(seconds: 60)) == 3)
  }

  @Test("digests equal a naive recount after any sequence of changes", arguments: 1...12)
  func naiveRecount(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 7_000)
    var server = FakeServer()
    var nextID: UInt64 = 1_000
    let store = try makeStore(server)
    for _ in 0..<150 {
      let from = server.rev
      server.step(&random, nextID: &nextID)
      if try store.apply(server.delta(from: from)) == .needsWindow { _ = try store.apply(server.window()) }
      if Int.random(in: 0..<10, using: &random) == 0 {
        let start = try store.windowStart(room) ?? 1
        try store.apply(server.page(before: start, limit: 20))
      }
      if Int.random(in: 0..<15, using: &random) == 0 { _ = try store.apply(server.window(size: 20)) }
      let timeline = try #require(try store.timeline(room))
      let summary = try #require(try store.summaries().first)
      #expect(summary.unread == server.unread(of: me))
      #expect(timeline.unread == summary.unread)
      #expect(timeline.items.map(\.seq) == server.messages.suffix(timeline.items.count).map(\.seq))
      let last = server.messages.last
      #expect(summary.lastText == last?.text && summary.lastSender == last?.sender)
      #expect(summary.title == server.conversation.name)
      if let last, last.sender == me {
        let members = server.members.values.sorted { $0.user < $1.user }
        #expect(summary.lastStatus == Receipts(seq: last.seq, sender: me, members: members).status)
      }
    }
  }
}
