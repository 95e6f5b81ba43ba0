import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Greeting a socket")
struct HelloTests {
  private func part(_ known: ArraySlice<(key: FeedID, value: Int64)>) -> [FeedID: Int64] {
    Dictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value) })
  }

  @Test("a good hello is answered with welcome, a window of every feed, then synced")
  func greets() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    fixture.post("hi", by: ada, in: room)
    let session = fixture.signIn(ada)
    let peer = fixture.connect()
    peer.hello(ada, session)
    let frames = try peer.take()
    #expect(
      frames.first
        == .welcome(user: ada, session: session, serverTime: fixture.clock.now, history: fixture.store.history))
    #expect(Set(frames.compactMap { $0.delta?.feed }) == [.me, .conversation(room)])
    #expect(frames.compactMap(\.delta).first { $0.feed != .me }?.messages.map(\.text) == ["hi"])
    let lastDelta = try #require(frames.lastIndex { $0.delta != nil })
    let synced = try #require(frames.firstIndex(of: .synced))
    #expect(lastDelta < synced)
    #expect(peer.sink.closeCode == nil)
  }

  @Test("what is known is not sent again, what is stale comes as a delta, what is lost as gone")
  func differs() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let (same, stale, lost) = (fixture.group(ada, bob), fixture.group(ada, bob), fixture.group(ada, bob))
    let session = fixture.signIn(bob)
    let known = try fixture.store.feedRevs(of: bob)
    fixture.post("new", by: ada, in: stale)
    fixture.remove(bob, from: lost, by: ada)
    let peer = fixture.connect()
    peer.hello(bob, session, known: known)
    let frames = try peer.take()
    let deltas = frames.compactMap(\.delta)
    #expect(deltas.map(\.feed) == [.conversation(stale)])
    #expect(deltas.first?.fromRev == known[.conversation(stale)])
    #expect(deltas.first?.messages.map(\.text) == ["new"])
    #expect(frames.contains(.gone(.conversation(lost))))
    #expect(!frames.contains { $0.tells(of: same) || $0.tells(of: lost) })
    #expect(frames.contains(.synced))
  }

  @Test(
    "what is known of another history says nothing: everything comes as windows, and nothing is gone",
    arguments: [true, false])
  func otherHistory(isInParts: Bool) throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let rooms = [fixture.group(ada, bob), fixture.group(ada, bob)]
    let session = fixture.signIn(bob)
    var known = try fixture.store.feedRevs(of: bob)
    known[.conversation(rooms[0])] = 1
    known[.conversation(fixture.id())] = 7
    let peer = fixture.connect()
    if isInParts {
      peer.hello(bob, session, known: known.filter { $0.key == .me }, more: true, history: fixture.id())
      peer.send(.sync(known: known.filter { $0.key != .me }, more: false))
    } else {
      peer.hello(bob, session, known: known, history: fixture.id())
    }
    let frames = try peer.take()
    #expect(Set(frames.compactMap { $0.delta?.feed }) == [.me, .conversation(rooms[0]), .conversation(rooms[1])])
    #expect(frames.compactMap(\.delta).allSatisfy { $0.isReset && $0.fromRev == 0 })
    #expect(!frames.contains { if case .gone = $0 { true } else { false } })
    #expect(frames.contains(.synced))
  }

  @Test("what is known of this history, named, is not sent again")
  func sameHistory() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    _ = fixture.group(ada, bob)
    let session = fixture.signIn(bob)
    let peer = fixture.connect()
    peer.hello(bob, session, known: try fixture.store.feedRevs(of: bob), history: fixture.store.history)
    #expect(try peer.take().compactMap(\.delta).isEmpty)
  }

  @Test("nothing is compared before the last of several known frames")
  func knownInParts() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let rooms = (0..<3).map { _ in fixture.group(ada, bob) }
    let session = fixture.signIn(ada)
    let known = try fixture.store.feedRevs(of: ada).sorted { $0.key.description < $1.key.description }
    let peer = fixture.connect()
    peer.hello(ada, session, known: part(known.prefix(1)), more: true)
    #expect(
      try peer.take() == [
        .welcome(user: ada, session: session, serverTime: fixture.clock.now, history: fixture.store.history)
      ])
    peer.send(.sync(known: part(known.dropFirst().prefix(1)), more: true))
    #expect(try peer.take().isEmpty)
    peer.send(.sync(known: part(known.dropFirst(2)), more: false))
    let frames = try peer.take()
    #expect(frames.contains(.synced))
    #expect(rooms.allSatisfy { room in !frames.contains { $0.tells(of: room) } })
  }

  @Test("sync is refused when nothing more was announced, and repeats nothing")
  func syncTwice() throws {
    let fixture = try ServerFixture()
    let peer = try fixture.socket(of: fixture.user("ada"))
    peer.send(.sync(known: [:], more: false))
    #expect(try peer.take().map { $0.refusal?.code } == [.invalid])
    #expect(peer.sink.closeCode == nil)
  }

  @Test("another version closes with 4426")
  func version() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let peer = fixture.connect()
    let token = PlainTokens.token(ada, fixture.signIn(ada))
    peer.send(.hello(version: 2, token: token, client: nil, known: [:], more: false))
    #expect(try peer.take().map { $0.refusal?.code } == [.unsupportedVersion])
    #expect(peer.sink.closeCode == .unsupportedVersion)
  }

  @Test("a bad token, an ended session, someone else's session and another first frame close with 4401")
  func unauthenticated() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let ended = fixture.signIn(ada)
    fixture.commit(.session(.end(user: ada, session: ended)))
    let others = fixture.signIn(bob)
    let attempts: [(ClientFrame, ErrorCode)] = [
      (.hello(version: 1, token: "x", client: nil, known: [:], more: false), .unauthenticated),
      (
        .hello(version: 1, token: PlainTokens.token(ada, ended), client: nil, known: [:], more: false),
        .sessionRevoked
      ),
      (
        .hello(version: 1, token: PlainTokens.token(ada, others), client: nil, known: [:], more: false),
        .sessionRevoked
      ),
      (.ping(ref: 1), .unauthenticated),
    ]
    for (frame, code) in attempts {
      let peer = fixture.connect()
      peer.send(frame)
      #expect(try peer.take().map { $0.refusal?.code } == [code])
      #expect(peer.sink.closeCode == .unauthenticated)
    }
    #expect(fixture.context.sockets.socketCount == 0)
  }

  @Test("a second hello is refused and the socket stays open")
  func helloTwice() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let peer = try fixture.socket(of: ada)
    peer.hello(ada, fixture.signIn(ada))
    #expect(try peer.take().map { $0.refusal?.code } == [.invalid])
    #expect(peer.sink.closeCode == nil)
  }

  @Test("frames sent before welcome are performed after it, in order")
  func earlyFrames() throws {
    let work = WaitingWork()
    let fixture = try ServerFixture(work: work)
    let ada = fixture.user("ada")
    let session = fixture.signIn(ada)
    let peer = fixture.connect()
    peer.hello(ada, session)
    for ref in 1...3 { peer.send(.ping(ref: Int64(ref))) }
    #expect(try peer.take().isEmpty)
    work.runAll()
    let frames = try peer.take()
    #expect(
      frames.first
        == .welcome(user: ada, session: session, serverTime: fixture.clock.now, history: fixture.store.history))
    #expect(frames.filter { if case .pong = $0 { true } else { false } } == (1...3).map { .pong(ref: $0) })
  }

  @Test("too many frames before welcome close with 4429")
  func tooManyEarlyFrames() throws {
    let work = WaitingWork()
    let fixture = try ServerFixture(work: work) { $0.maximumEarlyFrames = 3 }
    let ada = fixture.user("ada")
    let peer = fixture.connect()
    peer.hello(ada, fixture.signIn(ada))
    for ref in 1...4 { peer.send(.ping(ref: Int64(ref))) }
    #expect(peer.sink.closeCode == .tooFast)
    work.runAll()
    #expect(fixture.context.sockets.socketCount == 0)
  }

  @Test("nothing committed while the session is being checked comes before welcome, and nothing of it is lost")
  func quietWhileChecking() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let session = fixture.signIn(bob)
    fixture.store.after(.activeSession) { fixture.post("meanwhile", by: ada, in: room) }
    let peer = fixture.connect()
    peer.hello(bob, session)
    let frames = try peer.take()
    #expect(
      frames.first
        == .welcome(user: bob, session: session, serverTime: fixture.clock.now, history: fixture.store.history))
    #expect(frames.flatMap { $0.delta?.messages ?? [] }.map(\.text) == ["meanwhile"])
  }

  @Test("a session that ends while it is being checked is not let in")
  func endsWhileChecking() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let session = fixture.signIn(ada)
    fixture.store.after(.activeSession) { fixture.commit(.session(.end(user: ada, session: session))) }
    let peer = fixture.connect()
    peer.hello(ada, session)
    #expect(try peer.take().isEmpty)
    #expect(peer.sink.closeCode == .unauthenticated)
    #expect(fixture.context.sockets.socketCount == 0)
  }

  @Test("a socket that is lost while its session is being checked leaves nothing behind")
  func lostWhileChecking() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let peer = fixture.connect()
    fixture.store.after(.activeSession) { peer.cut() }
    peer.hello(ada, fixture.signIn(ada))
    #expect(fixture.context.sockets.socketCount == 0)
    #expect(!fixture.context.sockets.isConnected(ada))
    #expect(fixture.context.metrics.prometheusText().contains("messageai_connections 0\n"))
  }

  @Test("a large first load waits for the reader chunk by chunk")
  func chunks() throws {
    let fixture = try ServerFixture { $0.catchUpChunk = 1 }
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let rooms = (0..<4).map { _ in fixture.group(ada, bob) }
    let peer = fixture.connect()
    peer.hello(ada, fixture.signIn(ada))
    // Welcome and the first feed; the next is sent when that has been read.
    #expect(try peer.sink.take().count == 2)
    #expect(peer.sink.read())
    #expect(try peer.sink.take().count == 1)
    let rest = try peer.take()
    #expect(rest.contains(.synced))
    #expect(rest.count { $0.delta != nil } == rooms.count + 1 - 2)
  }

  @Test("a store that cannot be read answers internal and closes, so that the client comes again")
  func unreadable() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let session = fixture.signIn(ada)
    fixture.store.after(.activeSession) { fixture.store.breakReads() }
    let peer = fixture.connect()
    peer.hello(ada, session)
    #expect(try peer.take().compactMap { $0.refusal?.code } == [.internal])
    #expect(peer.sink.closeCode == .goingAway)
  }
}
