import ClientStore
import Domain
import MessageAIKit
import TestSupport
import Testing
import WireProtocol

@Suite("The client engine")
struct ClientEngineTests {
  private let busy = Refusal(.overloaded, "Later.", retryAfter: 1)

  private func online(messages: Int64 = 1) throws -> EngineFixture {
    let fixture = try EngineFixture()
    fixture.goOnline()
    fixture.hear(.delta(window(messages: messages)))
    _ = fixture.take()
    return fixture
  }

  @Test("goes from start to online, stores what comes, sends what waits and settles it with the ack")
  func happyPath() throws {
    let fixture = try EngineFixture()
    fixture.handle(.start)
    #expect(fixture.authorizations == [false])
    fixture.handle(.token("secret"), .opened)
    #expect(fixture.take() == [.hello(version: 1, token: "secret", client: "test", known: [:], more: false)])
    fixture.hear(.welcome(user: me, session: id(9), serverTime: fixture.clock.now), .delta(window()), .synced)
    #expect(fixture.states == [.connecting, .syncing, .online])
    #expect(try fixture.store.timeline(room)?.items.count == 1)
    try fixture.post(50)
    let send = try #require(fixture.take().sends.first)
    #expect(send.id == id(50))
    fixture.hear(.ack(ref: send.ref, delta(message(50, seq: 2, rev: 3, sender: me))))
    #expect(try fixture.store.outbox().isEmpty)
    #expect(try fixture.store.timeline(room)?.items.last?.status == .sent)
    #expect(try fixture.store.cursors()[.conversation(room)] == 3)
  }

  /// One session: what the server says, in order. Cut after any of them and resumed, the device
  /// ends the same.
  @Test("a connection cut after any frame ends, once it is back, where an uncut one ends", arguments: 0..<7)
  func cut(after count: Int) throws {
    let frames: [ServerFrame] = [
      .welcome(user: me, session: id(9), serverTime: Timestamp(milliseconds: 1)), .delta(window()), .synced,
      .delta(delta(message(2_000, seq: 2, rev: 3))), .delta(delta(message(2_001, seq: 3, rev: 4))),
      .delta(delta(message(2_002, seq: 4, rev: 5))),
    ]
    let uncut = try EngineFixture()
    uncut.handle(.start, .token("t"), .opened)
    for frame in frames { uncut.hear(frame) }
    let fixture = try EngineFixture()
    fixture.handle(.start, .token("t"), .opened)
    for frame in frames.prefix(count) { fixture.hear(frame) }
    fixture.drop()
    fixture.fire(.reconnect)
    fixture.handle(.token("t"), .opened)
    guard case .hello(_, _, _, let known, _, _)? = fixture.take().last else {
      Issue.record("no hello")
      return
    }
    #expect(known == (try fixture.store.cursors()))
    fixture.hear(frames[0])
    let cursor = known[.conversation(room)] ?? 0
    if cursor == 0 { fixture.hear(frames[1]) }
    for case .delta(let delta) in frames.dropFirst(3) where (delta.toRev ?? 0) > cursor { fixture.hear(.delta(delta)) }
    fixture.hear(.synced)
    #expect(try fixture.store.snapshot() == uncut.store.snapshot())
    #expect(fixture.states.last == .online)
  }

  @Test("4401 asks for a fresh token without a wait")
  func freshToken() throws {
    let fixture = try online()
    fixture.drop(4401)
    #expect(fixture.authorizations == [false, true])
    fixture.open(token: "fresh")
    guard case .hello(_, "fresh", _, _, _, _)? = fixture.take().first else {
      Issue.record("no hello with the fresh token")
      return
    }
  }

  @Test("pings a silent server, gives it up when no answer comes, and tries again")
  func liveness() throws {
    let fixture = try online()
    #expect(fixture.timers[.liveness] == 20)
    fixture.fire(.liveness)
    #expect(fixture.take() == [.ping(ref: nil)])
    fixture.hear(.pong(ref: nil))
    fixture.fire(.liveness)
    #expect(fixture.isOpen)
    fixture.fire(.liveness)
    #expect(!fixture.isOpen)
    fixture.comeBack()
    #expect(fixture.states.last == .online)
  }

  @Test("a kick ends the wait for the next try")
  func kick() throws {
    let fixture = try online()
    fixture.drop()
    #expect(fixture.timers[.reconnect] != nil)
    fixture.handle(.kick)
    #expect(fixture.timers[.reconnect] == nil)
    #expect(fixture.authorizations.count == 2)
  }

  @Test("a server that can take nothing, however long, fails nothing and keeps the order")
  func outage() throws {
    let fixture = try online()
    try fixture.post(50)
    try fixture.post(51)
    for attempt in 1...20 {
      let first = try #require(fixture.take().sends.first)
      #expect(first.id == id(50), "attempt \(attempt)")
      fixture.hear(.error(ref: first.ref, attempt.isMultiple(of: 2) ? busy : Refusal(.internal, "Disk full.")))
      #expect(fixture.take().sends.isEmpty)
      fixture.fire(.retry(room))
    }
    #expect(try fixture.store.outbox().map(\.state) == [.waiting, .waiting])
    #expect(try fixture.store.outbox().map(\.attempts) == [0, 0])
    for number in UInt64(50)...51 {
      let send = try #require(fixture.take().sends.first)
      #expect(send.id == id(number))
      let seq = Int64(number) - 48
      fixture.hear(.ack(ref: send.ref, delta(message(number, seq: seq, rev: seq + 1, sender: me))))
    }
    #expect(try fixture.store.outbox().isEmpty)
  }

  @Test(
    "a message at which the server breaks three times while it takes others fails, and a retry sends it behind the others"
  )
  func failures() throws {
    let fixture = try online()
    fixture.hear(.delta(window(otherRoom)))
    try fixture.post(50)
    try fixture.post(51)
    for attempt in 0...3 {
      let first = try #require(fixture.take().sends.first)
      #expect(first.id == id(50), "attempt \(attempt)")
      #expect(try fixture.store.outbox().first?.attempts == max(0, attempt - 1))
      fixture.hear(.error(ref: first.ref, Refusal(.internal, "Broken.")))
      let seq = Int64(attempt) + 2
      fixture.hear(.delta(delta(message(3_000 + UInt64(attempt), seq: seq, rev: seq + 1), in: otherRoom)))
      fixture.fire(.retry(room))
    }
    #expect(try fixture.store.outbox().first { $0.id == 1 }?.state == .failed)
    let second = try #require(fixture.take().sends.first { $0.id == id(51) })
    fixture.hear(.ack(ref: second.ref, delta(message(51, seq: 2, rev: 3, sender: me))))
    try fixture.store.retry(id(50))
    fixture.handle(.outboxChanged)
    let retried = try #require(fixture.take().sends.first)
    #expect(retried.id == id(50))
    fixture.hear(.ack(ref: retried.ref, delta(message(50, seq: 3, rev: 4, sender: me))))
    #expect(try fixture.store.outbox().isEmpty)
  }

  @Test("what was written offline survives a restart and goes out in order")
  func restart() throws {
    let fixture = try online()
    fixture.drop()
    for number in UInt64(50)...52 { try fixture.post(number) }
    #expect(fixture.take().isEmpty)
    fixture.restart()
    fixture.goOnline()
    var rev: Int64 = 3
    for number in UInt64(50)...52 {
      let send = try #require(fixture.take().sends.first)
      #expect(send.id == id(number))
      fixture.hear(.ack(ref: send.ref, delta(message(number, seq: rev - 1, rev: rev, sender: me))))
      rev += 1
    }
    #expect(try fixture.store.outbox().isEmpty)
  }

  @Test("losing the connection, however often, never makes a message fail")
  func offlineIsNoFailure() throws {
    let fixture = try online()
    try fixture.post(50)
    for code in [nil, 1001, 1006, 4408, nil] as [UInt16?] {
      fixture.drop(code)
      fixture.comeBack()
    }
    #expect(try fixture.store.outbox().first?.attempts == 0)
  }

  @Test("a message at which the server leaves fails after three times, and holds nobody else up for ever")
  func poison() throws {
    let fixture = try online()
    fixture.hear(.delta(window(otherRoom)))
    try fixture.post(50)
    try fixture.post(51, in: otherRoom)
    for _ in 0..<4 {
      #expect(fixture.sent.sends.contains { $0.id == id(50) })
      _ = fixture.take()
      fixture.drop(4400)
      fixture.comeBack()
    }
    let outbox = try fixture.store.outbox()
    #expect(outbox.first { $0.operation.message == id(50) }?.state == .failed)
    #expect(outbox.first { $0.operation.message == id(51) }?.attempts == 0)
    #expect(fixture.take().sends.map(\.id) == [id(51)])
  }

  @Test("a gap is asked for once and filled")
  func gap() throws {
    let fixture = try online()
    fixture.hear(.delta(delta(message(2_001, seq: 3, rev: 4))), .delta(delta(message(2_002, seq: 4, rev: 5))))
    #expect(fixture.take().pulls == [2])
    let missing = [message(2_000, seq: 2, rev: 3), message(2_001, seq: 3, rev: 4), message(2_002, seq: 4, rev: 5)]
    fixture.hear(.delta(FeedDelta(feed: .conversation(room), fromRev: 2, toRev: 5, messages: missing)))
    #expect(try fixture.store.timeline(room)?.items.count == 4)
    #expect(fixture.take().pulls.isEmpty)
  }

  @Test("a pull that the server cannot answer now is not waited for: the connection starts anew")
  func failedPull() throws {
    let fixture = try online()
    fixture.hear(.delta(delta(message(2_001, seq: 3, rev: 4))))
    #expect(fixture.take().pulls == [2])
    fixture.hear(.error(ref: nil, busy))
    #expect(!fixture.isOpen)
    #expect(fixture.timers[.reconnect] != nil)
    fixture.comeBack()
    fixture.hear(.delta(delta(message(2_001, seq: 3, rev: 4))))
    #expect(fixture.take().pulls == [2])
  }

  @Test("an error that belongs to nothing awaited changes nothing")
  func strayError() throws {
    let fixture = try online()
    fixture.hear(.error(ref: nil, busy))
    #expect(fixture.isOpen)
  }

  @Test("a conversation that is gone is erased, what waits in it fails")
  func gone() throws {
    let fixture = try online()
    try fixture.post(50)
    fixture.hear(.gone(.conversation(room)))
    #expect(try fixture.store.timeline(room) == nil)
    #expect(try fixture.store.outbox().map(\.state) == [.failed])
  }

  @Test("more conversations than fit in one hello follow in sync frames")
  func knownIsSplit() throws {
    let fixture = try EngineFixture()
    for number in UInt64(0)..<1_001 { _ = try fixture.store.apply(window(id(10_000 + number), messages: 0)) }
    fixture.handle(.start, .token("t"), .opened)
    var known: Set<FeedID> = []
    var more: [Bool] = []
    for frame in fixture.take() {
      switch frame {
      case .hello(_, _, _, let part, let hasMore, _), .sync(let part, let hasMore):
        #expect(part.count <= Limits.maximumKnownFeeds)
        known.formUnion(part.keys)
        more.append(hasMore)
      default: Issue.record("unexpected \(frame)")
      }
    }
    #expect(more == [true, true, false])
    #expect(known.count == 1_001)
  }

  @Test("watermarks that the server's row is behind of are repeated after each synced")
  func watermarks() throws {
    let fixture = try online(messages: 3)
    try fixture.store.setLocalRead(room, seq: 2, markUnread: false)
    fixture.drop()
    fixture.comeBack()
    let frames = fixture.take()
    #expect(frames.contains(.read(conversation: room, seq: 2, markUnread: false)))
    #expect(frames.contains(.delivered(conversation: room, seq: 3)))
    fixture.drop()
    fixture.comeBack()
    #expect(fixture.take().contains(.read(conversation: room, seq: 2, markUnread: false)))
  }

  @Test("typing is said at most every three seconds, its end at once and only once")
  func typingThrottle() throws {
    let fixture = try online()
    fixture.handle(.typing(room, active: true), .typing(room, active: true))
    fixture.clock.advance(milliseconds: 3_100)
    fixture.handle(.typing(room, active: true), .typing(room, active: false), .typing(room, active: false))
    #expect(
      fixture.take() == [true, true, false].map { ClientFrame.typing(conversation: room, active: $0) })
  }

  @Test("who begins to type again too early for the server is told of when it listens again")
  func typingBeginsAgain() throws {
    let fixture = try online()
    fixture.handle(.typing(room, active: true), .typing(room, active: false))
    fixture.clock.advance(milliseconds: 1_000)
    fixture.handle(.typing(room, active: true), .typing(room, active: true))
    #expect(fixture.take() == [true, false].map { ClientFrame.typing(conversation: room, active: $0) })
    #expect(fixture.timers[.ownTyping(room)] == 2.1)
    fixture.clock.advance(milliseconds: 2_100)
    fixture.fire(.ownTyping(room))
    #expect(fixture.take() == [ClientFrame.typing(conversation: room, active: true)])
  }

  @Test("who begins to type again and stops, or loses the connection, is not told of")
  func typingEndsAgain() throws {
    let fixture = try online()
    fixture.handle(.typing(room, active: true), .typing(room, active: false))
    fixture.handle(.typing(room, active: true), .typing(room, active: false))
    fixture.fire(.ownTyping(room))
    #expect(fixture.take() == [true, false].map { ClientFrame.typing(conversation: room, active: $0) })
    fixture.handle(.typing(room, active: true))
    fixture.drop()
    fixture.comeBack()
    fixture.fire(.ownTyping(room))
    #expect(!fixture.take().contains(.typing(conversation: room, active: true)))
  }

  @Test("someone's typing ends after ten seconds without a word")
  func typingExpires() throws {
    let fixture = try online()
    fixture.hear(.typing(conversation: room, user: ada, active: true))
    #expect(fixture.typing[room] == [ada])
    #expect(fixture.timers[.typing(room, ada)] == 10)
    fixture.fire(.typing(room, ada))
    #expect(fixture.typing[room] == [])
  }

  @Test("what comes after a stop is not written")
  func afterStop() throws {
    let fixture = try online()
    fixture.handle(.stop)
    try fixture.store.wipe()
    fixture.hear(.delta(window()))
    #expect(try fixture.store.timeline(room) == nil)
    #expect(try fixture.store.cursors().isEmpty)
  }

  @Test(
    "a session that has ended leaves nothing on the device but the outbox, which the same user's next session sends")
  func sessionEnded() throws {
    let fixture = try online()
    try fixture.post(50)
    try fixture.store.saveDraft("half a sentence", in: room)
    try fixture.store.setLocalRead(room, seq: 1, markUnread: false)
    fixture.drop(4401)
    fixture.handle(.signedOut)
    #expect(fixture.states.last == .signedOut)
    #expect(try fixture.store.snapshot().rooms.isEmpty)
    #expect(try fixture.store.profile() == nil)
    #expect(try fixture.store.draft(in: room) == nil)
    #expect(try fixture.store.unsentWatermarks().isEmpty)
    #expect(try fixture.store.outbox().map(\.operation.message) == [id(50)])
    fixture.restart()
    fixture.goOnline()
    fixture.hear(.delta(window()))
    #expect(fixture.take().sends.map(\.id) == [id(50)])
  }

  @Test("a session of somebody else than the store's user ends at once and writes nothing")
  func wrongUser() throws {
    let fixture = try EngineFixture(user: ada)
    fixture.handle(.start, .token("t"), .opened)
    fixture.hear(.welcome(user: me, session: id(9), serverTime: fixture.clock.now), .delta(window()))
    #expect(fixture.states.last == .signedOut)
    #expect(!fixture.isOpen)
    #expect(try fixture.store.timeline(room) == nil)
  }
}
