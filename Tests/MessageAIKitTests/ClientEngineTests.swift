import ClientStore
import Domain
import MessageAIKit
import TestSupport
import Testing
import WireProtocol

@Suite("The client engine")
struct ClientEngineTests {
  private let busy = Refusal(.overloaded, "Later.", retryAfter: 1)

  private func online(messages: Int64 = 1) throws -> EngineDesk {
    let desk = try EngineDesk()
    desk.goOnline()
    desk.hear(.delta(window(messages: messages)))
    _ = desk.take()
    return desk
  }

  @Test("goes from start to online, stores what comes, sends what waits and settles it with the ack")
  func happyPath() throws {
    let desk = try EngineDesk()
    desk.handle(.start)
    #expect(desk.authorizations == [false])
    desk.handle(.token("secret"), .opened)
    #expect(desk.take() == [.hello(version: 1, token: "secret", client: "test", known: [:], more: false)])
    desk.hear(.welcome(user: me, session: id(9), serverTime: desk.clock.now), .delta(window()), .synced)
    #expect(desk.states == [.connecting, .syncing, .online])
    #expect(try desk.store.timeline(room)?.items.count == 1)
    try desk.post(50)
    let send = try #require(desk.take().sends.first)
    #expect(send.id == id(50))
    desk.hear(.ack(ref: send.ref, delta(message(50, seq: 2, rev: 3, sender: me))))
    #expect(try desk.store.outbox().isEmpty)
    #expect(try desk.store.timeline(room)?.items.last?.status == .sent)
    #expect(try desk.store.cursors()[.conversation(room)] == 3)
  }

  /// One session: what the server says, in order. Cut after any of them and resumed, the device ends the same.
  @Test("a connection cut after any frame ends, once it is back, where an uncut one ends", arguments: 0..<7)
  func cut(after count: Int) throws {
    let frames: [ServerFrame] = [
      .welcome(user: me, session: id(9), serverTime: Timestamp(milliseconds: 1)), .delta(window()), .synced,
      .delta(delta(message(2_000, seq: 2, rev: 3))), .delta(delta(message(2_001, seq: 3, rev: 4))),
      .delta(delta(message(2_002, seq: 4, rev: 5))),
    ]
    let uncut = try EngineDesk()
    uncut.handle(.start, .token("t"), .opened)
    for frame in frames { uncut.hear(frame) }
    let desk = try EngineDesk()
    desk.handle(.start, .token("t"), .opened)
    for frame in frames.prefix(count) { desk.hear(frame) }
    desk.drop()
    desk.fire(.reconnect)
    desk.handle(.token("t"), .opened)
    guard case .hello(_, _, _, let known, _, _)? = desk.take().last else {
      Issue.record("no hello")
      return
    }
    #expect(known == (try desk.store.cursors()))
    desk.hear(frames[0])
    let cursor = known[.conversation(room)] ?? 0
    if cursor == 0 { desk.hear(frames[1]) }
    for case .delta(let delta) in frames.dropFirst(3) where (delta.toRev ?? 0) > cursor { desk.hear(.delta(delta)) }
    desk.hear(.synced)
    #expect(try desk.store.snapshot() == uncut.store.snapshot())
    #expect(desk.states.last == .online)
  }

  @Test("4401 asks for a fresh token without a wait")
  func freshToken() throws {
    let desk = try online()
    desk.drop(4401)
    #expect(desk.authorizations == [false, true])
    desk.open(token: "fresh")
    guard case .hello(_, "fresh", _, _, _, _)? = desk.take().first else {
      Issue.record("no hello with the fresh token")
      return
    }
  }

  @Test("pings a silent server, gives it up when no answer comes, and tries again")
  func liveness() throws {
    let desk = try online()
    #expect(desk.timers[.liveness] == 20)
    desk.fire(.liveness)
    #expect(desk.take() == [.ping(ref: nil)])
    desk.hear(.pong(ref: nil))
    desk.fire(.liveness)
    #expect(desk.isOpen)
    desk.fire(.liveness)
    #expect(!desk.isOpen)
    desk.comeBack()
    #expect(desk.states.last == .online)
  }

  @Test("a kick ends the wait for the next try")
  func kick() throws {
    let desk = try online()
    desk.drop()
    #expect(desk.timers[.reconnect] != nil)
    desk.handle(.kick)
    #expect(desk.timers[.reconnect] == nil)
    #expect(desk.authorizations.count == 2)
  }

  @Test("a server that can take nothing, however long, fails nothing and keeps the order")
  func outage() throws {
    let desk = try online()
    try desk.post(50)
    try desk.post(51)
    for attempt in 1...20 {
      let first = try #require(desk.take().sends.first)
      #expect(first.id == id(50), "attempt \(attempt)")
      desk.hear(.error(ref: first.ref, attempt.isMultiple(of: 2) ? busy : Refusal(.internal, "Disk full.")))
      #expect(desk.take().sends.isEmpty)
      desk.fire(.retry(room))
    }
    #expect(try desk.store.outbox().map(\.state) == [.waiting, .waiting])
    #expect(try desk.store.outbox().map(\.attempts) == [0, 0])
    for number in UInt64(50)...51 {
      let send = try #require(desk.take().sends.first)
      #expect(send.id == id(number))
      let seq = Int64(number) - 48
      desk.hear(.ack(ref: send.ref, delta(message(number, seq: seq, rev: seq + 1, sender: me))))
    }
    #expect(try desk.store.outbox().isEmpty)
  }

  @Test(
    "a message at which the server breaks three times while it takes others fails, and a retry sends it behind the others"
  )
  func failures() throws {
    let desk = try online()
    desk.hear(.delta(window(otherRoom)))
    try desk.post(50)
    try desk.post(51)
    for attempt in 0...3 {
      let first = try #require(desk.take().sends.first)
      #expect(first.id == id(50), "attempt \(attempt)")
      #expect(try desk.store.outbox().first?.attempts == max(0, attempt - 1))
      desk.hear(.error(ref: first.ref, Refusal(.internal, "Broken.")))
      let seq = Int64(attempt) + 2
      desk.hear(.delta(delta(message(3_000 + UInt64(attempt), seq: seq, rev: seq + 1), in: otherRoom)))
      desk.fire(.retry(room))
    }
    #expect(try desk.store.outbox().first { $0.id == 1 }?.state == .failed)
    let second = try #require(desk.take().sends.first { $0.id == id(51) })
    desk.hear(.ack(ref: second.ref, delta(message(51, seq: 2, rev: 3, sender: me))))
    try desk.store.retry(id(50))
    desk.handle(.outboxChanged)
    let retried = try #require(desk.take().sends.first)
    #expect(retried.id == id(50))
    desk.hear(.ack(ref: retried.ref, delta(message(50, seq: 3, rev: 4, sender: me))))
    #expect(try desk.store.outbox().isEmpty)
  }

  @Test("what was written offline survives a restart and goes out in order")
  func restart() throws {
    let desk = try online()
    desk.drop()
    for number in UInt64(50)...52 { try desk.post(number) }
    #expect(desk.take().isEmpty)
    desk.restart()
    desk.goOnline()
    var rev: Int64 = 3
    for number in UInt64(50)...52 {
      let send = try #require(desk.take().sends.first)
      #expect(send.id == id(number))
      desk.hear(.ack(ref: send.ref, delta(message(number, seq: rev - 1, rev: rev, sender: me))))
      rev += 1
    }
    #expect(try desk.store.outbox().isEmpty)
  }

  @Test("losing the connection, however often, never makes a message fail")
  func offlineIsNoFailure() throws {
    let desk = try online()
    try desk.post(50)
    for code in [nil, 1001, 1006, 4408, nil] as [UInt16?] {
      desk.drop(code)
      desk.comeBack()
    }
    #expect(try desk.store.outbox().first?.attempts == 0)
  }

  @Test("a message at which the server leaves fails after three times, and holds nobody else up for ever")
  func poison() throws {
    let desk = try online()
    desk.hear(.delta(window(otherRoom)))
    try desk.post(50)
    try desk.post(51, in: otherRoom)
    for _ in 0..<4 {
      #expect(desk.sent.sends.contains { $0.id == id(50) })
      _ = desk.take()
      desk.drop(4400)
      desk.comeBack()
    }
    let outbox = try desk.store.outbox()
    #expect(outbox.first { $0.operation.message == id(50) }?.state == .failed)
    #expect(outbox.first { $0.operation.message == id(51) }?.attempts == 0)
    #expect(desk.take().sends.map(\.id) == [id(51)])
  }

  @Test("a gap is asked for once and filled")
  func gap() throws {
    let desk = try online()
    desk.hear(.delta(delta(message(2_001, seq: 3, rev: 4))), .delta(delta(message(2_002, seq: 4, rev: 5))))
    #expect(desk.take().pulls == [2])
    let missing = [message(2_000, seq: 2, rev: 3), message(2_001, seq: 3, rev: 4), message(2_002, seq: 4, rev: 5)]
    desk.hear(.delta(FeedDelta(feed: .conversation(room), fromRev: 2, toRev: 5, messages: missing)))
    #expect(try desk.store.timeline(room)?.items.count == 4)
    #expect(desk.take().pulls.isEmpty)
  }

  @Test("a pull that the server cannot answer now is not waited for: the connection starts anew")
  func failedPull() throws {
    let desk = try online()
    desk.hear(.delta(delta(message(2_001, seq: 3, rev: 4))))
    #expect(desk.take().pulls == [2])
    desk.hear(.error(ref: nil, busy))
    #expect(!desk.isOpen)
    #expect(desk.timers[.reconnect] != nil)
    desk.comeBack()
    desk.hear(.delta(delta(message(2_001, seq: 3, rev: 4))))
    #expect(desk.take().pulls == [2])
  }

  @Test("an error that belongs to nothing awaited changes nothing")
  func strayError() throws {
    let desk = try online()
    desk.hear(.error(ref: nil, busy))
    #expect(desk.isOpen)
  }

  @Test("a conversation that is gone is erased, what waits in it fails")
  func gone() throws {
    let desk = try online()
    try desk.post(50)
    desk.hear(.gone(.conversation(room)))
    #expect(try desk.store.timeline(room) == nil)
    #expect(try desk.store.outbox().map(\.state) == [.failed])
  }

  @Test("more conversations than fit in one hello follow in sync frames")
  func knownIsSplit() throws {
    let desk = try EngineDesk()
    for number in UInt64(0)..<1_001 { _ = try desk.store.apply(window(id(10_000 + number), messages: 0)) }
    desk.handle(.start, .token("t"), .opened)
    var known: Set<FeedID> = []
    var more: [Bool] = []
    for frame in desk.take() {
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
    let desk = try online(messages: 3)
    try desk.store.setLocalRead(room, seq: 2, markUnread: false)
    desk.drop()
    desk.comeBack()
    let frames = desk.take()
    #expect(frames.contains(.read(conversation: room, seq: 2, markUnread: false)))
    #expect(frames.contains(.delivered(conversation: room, seq: 3)))
    desk.drop()
    desk.comeBack()
    #expect(desk.take().contains(.read(conversation: room, seq: 2, markUnread: false)))
  }

  @Test("typing is said at most every three seconds, its end at once and only once")
  func typingThrottle() throws {
    let desk = try online()
    desk.handle(.typing(room, active: true), .typing(room, active: true))
    desk.clock.advance(milliseconds: 3_100)
    desk.handle(.typing(room, active: true), .typing(room, active: false), .typing(room, active: false))
    #expect(
      desk.take() == [true, true, false].map { ClientFrame.typing(conversation: room, active: $0) })
  }

  @Test("who begins to type again too early for the server is told of when it listens again")
  func typingBeginsAgain() throws {
    let desk = try online()
    desk.handle(.typing(room, active: true), .typing(room, active: false))
    desk.clock.advance(milliseconds: 1_000)
    desk.handle(.typing(room, active: true), .typing(room, active: true))
    #expect(desk.take() == [true, false].map { ClientFrame.typing(conversation: room, active: $0) })
    #expect(desk.timers[.ownTyping(room)] == 2.1)
    desk.clock.advance(milliseconds: 2_100)
    desk.fire(.ownTyping(room))
    #expect(desk.take() == [ClientFrame.typing(conversation: room, active: true)])
  }

  @Test("who begins to type again and stops, or loses the connection, is not told of")
  func typingEndsAgain() throws {
    let desk = try online()
    desk.handle(.typing(room, active: true), .typing(room, active: false))
    desk.handle(.typing(room, active: true), .typing(room, active: false))
    desk.fire(.ownTyping(room))
    #expect(desk.take() == [true, false].map { ClientFrame.typing(conversation: room, active: $0) })
    desk.handle(.typing(room, active: true))
    desk.drop()
    desk.comeBack()
    desk.fire(.ownTyping(room))
    #expect(!desk.take().contains(.typing(conversation: room, active: true)))
  }

  @Test("someone's typing ends after ten seconds without a word")
  func typingExpires() throws {
    let desk = try online()
    desk.hear(.typing(conversation: room, user: ada, active: true))
    #expect(desk.typing[room] == [ada])
    #expect(desk.timers[.typing(room, ada)] == 10)
    desk.fire(.typing(room, ada))
    #expect(desk.typing[room] == [])
  }

  @Test("what comes after a stop is not written")
  func afterStop() throws {
    let desk = try online()
    desk.handle(.stop)
    try desk.store.wipe()
    desk.hear(.delta(window()))
    #expect(try desk.store.timeline(room) == nil)
    #expect(try desk.store.cursors().isEmpty)
  }

  @Test(
    "a session that has ended leaves nothing on the device but the outbox, which the same user's next session sends")
  func sessionEnded() throws {
    let desk = try online()
    try desk.post(50)
    try desk.store.saveDraft("half a sentence", in: room)
    try desk.store.setLocalRead(room, seq: 1, markUnread: false)
    desk.drop(4401)
    desk.handle(.signedOut)
    #expect(desk.states.last == .signedOut)
    #expect(try desk.store.snapshot().rooms.isEmpty)
    #expect(try desk.store.profile() == nil)
    #expect(try desk.store.draft(in: room) == nil)
    #expect(try desk.store.unsentWatermarks().isEmpty)
    #expect(try desk.store.outbox().map(\.operation.message) == [id(50)])
    desk.restart()
    desk.goOnline()
    desk.hear(.delta(window()))
    #expect(desk.take().sends.map(\.id) == [id(50)])
  }

  @Test("a session of somebody else than the store's user ends at once and writes nothing")
  func wrongUser() throws {
    let desk = try EngineDesk(user: ada)
    desk.handle(.start, .token("t"), .opened)
    desk.hear(.welcome(user: me, session: id(9), serverTime: desk.clock.now), .delta(window()))
    #expect(desk.states.last == .signedOut)
    #expect(!desk.isOpen)
    #expect(try desk.store.timeline(room) == nil)
  }
}
