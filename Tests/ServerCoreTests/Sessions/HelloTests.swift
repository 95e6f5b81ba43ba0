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
    let world = try HubWorld()
    let ada = world.user("ada")
    let room = world.group(ada, world.user("bob"))
    world.post("hi", by: ada, in: room)
    let session = world.signIn(ada)
    let peer = world.connect()
    peer.hello(ada, session)
    let frames = try peer.take()
    #expect(
      frames.first == .welcome(user: ada, session: session, serverTime: world.clock.now, history: world.store.history))
    #expect(Set(frames.compactMap { $0.delta?.feed }) == [.me, .conversation(room)])
    #expect(frames.compactMap(\.delta).first { $0.feed != .me }?.messages.map(\.text) == ["hi"])
    let lastDelta = try #require(frames.lastIndex { $0.delta != nil })
    let synced = try #require(frames.firstIndex(of: .synced))
    #expect(lastDelta < synced)
    #expect(peer.sink.closeCode == nil)
  }

  @Test("what is known is not sent again, what is stale comes as a delta, what is lost as gone")
  func differs() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let (same, stale, lost) = (world.group(ada, bob), world.group(ada, bob), world.group(ada, bob))
    let session = world.signIn(bob)
    let known = try world.store.feedRevs(of: bob)
    world.post("new", by: ada, in: stale)
    world.remove(bob, from: lost, by: ada)
    let peer = world.connect()
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
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let rooms = [world.group(ada, bob), world.group(ada, bob)]
    let session = world.signIn(bob)
    var known = try world.store.feedRevs(of: bob)
    known[.conversation(rooms[0])] = 1
    known[.conversation(world.id())] = 7
    let peer = world.connect()
    if isInParts {
      peer.hello(bob, session, known: known.filter { $0.key == .me }, more: true, history: world.id())
      peer.send(.sync(known: known.filter { $0.key != .me }, more: false))
    } else {
      peer.hello(bob, session, known: known, history: world.id())
    }
    let frames = try peer.take()
    #expect(Set(frames.compactMap { $0.delta?.feed }) == [.me, .conversation(rooms[0]), .conversation(rooms[1])])
    #expect(frames.compactMap(\.delta).allSatisfy { $0.isReset && $0.fromRev == 0 })
    #expect(!frames.contains { if case .gone = $0 { true } else { false } })
    #expect(frames.contains(.synced))
  }

  @Test("what is known of this history, named, is not sent again")
  func sameHistory() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    _ = world.group(ada, bob)
    let session = world.signIn(bob)
    let peer = world.connect()
    peer.hello(bob, session, known: try world.store.feedRevs(of: bob), history: world.store.history)
    #expect(try peer.take().compactMap(\.delta).isEmpty)
  }

  @Test("nothing is compared before the last of several known frames")
  func knownInParts() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let rooms = (0..<3).map { _ in world.group(ada, bob) }
    let session = world.signIn(ada)
    let known = try world.store.feedRevs(of: ada).sorted { $0.key.description < $1.key.description }
    let peer = world.connect()
    peer.hello(ada, session, known: part(known.prefix(1)), more: true)
    #expect(
      try peer.take() == [
        .welcome(user: ada, session: session, serverTime: world.clock.now, history: world.store.history)
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
    let world = try HubWorld()
    let peer = try world.socket(of: world.user("ada"))
    peer.send(.sync(known: [:], more: false))
    #expect(try peer.take().map { $0.refusal?.code } == [.invalid])
    #expect(peer.sink.closeCode == nil)
  }

  @Test("another version closes with 4426")
  func version() throws {
    let world = try HubWorld()
    let ada = world.user("ada")
    let peer = world.connect()
    let token = PlainTokens.token(ada, world.signIn(ada))
    peer.send(.hello(version: 2, token: token, client: nil, known: [:], more: false))
    #expect(try peer.take().map { $0.refusal?.code } == [.unsupportedVersion])
    #expect(peer.sink.closeCode == .unsupportedVersion)
  }

  @Test("a bad token, an ended session, someone else's session and another first frame close with 4401")
  func unauthenticated() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let ended = world.signIn(ada)
    world.commit(.session(.end(user: ada, session: ended)))
    let others = world.signIn(bob)
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
      let peer = world.connect()
      peer.send(frame)
      #expect(try peer.take().map { $0.refusal?.code } == [code])
      #expect(peer.sink.closeCode == .unauthenticated)
    }
    #expect(world.context.sockets.socketCount == 0)
  }

  @Test("a second hello is refused and the socket stays open")
  func helloTwice() throws {
    let world = try HubWorld()
    let ada = world.user("ada")
    let peer = try world.socket(of: ada)
    peer.hello(ada, world.signIn(ada))
    #expect(try peer.take().map { $0.refusal?.code } == [.invalid])
    #expect(peer.sink.closeCode == nil)
  }

  @Test("frames sent before welcome are performed after it, in order")
  func earlyFrames() throws {
    let work = WaitingWork()
    let world = try HubWorld(work: work)
    let ada = world.user("ada")
    let session = world.signIn(ada)
    let peer = world.connect()
    peer.hello(ada, session)
    for ref in 1...3 { peer.send(.ping(ref: Int64(ref))) }
    #expect(try peer.take().isEmpty)
    work.runAll()
    let frames = try peer.take()
    #expect(
      frames.first == .welcome(user: ada, session: session, serverTime: world.clock.now, history: world.store.history))
    #expect(frames.filter { if case .pong = $0 { true } else { false } } == (1...3).map { .pong(ref: $0) })
  }

  @Test("too many frames before welcome close with 4429")
  func tooManyEarlyFrames() throws {
    let work = WaitingWork()
    let world = try HubWorld(work: work) { $0.maximumEarlyFrames = 3 }
    let ada = world.user("ada")
    let peer = world.connect()
    peer.hello(ada, world.signIn(ada))
    for ref in 1...4 { peer.send(.ping(ref: Int64(ref))) }
    #expect(peer.sink.closeCode == .tooFast)
    work.runAll()
    #expect(world.context.sockets.socketCount == 0)
  }

  @Test("nothing committed while the session is being checked comes before welcome, and nothing of it is lost")
  func quietWhileChecking() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, bob)
    let session = world.signIn(bob)
    world.store.after(.activeSession) { world.post("meanwhile", by: ada, in: room) }
    let peer = world.connect()
    peer.hello(bob, session)
    let frames = try peer.take()
    #expect(
      frames.first == .welcome(user: bob, session: session, serverTime: world.clock.now, history: world.store.history))
    #expect(frames.flatMap { $0.delta?.messages ?? [] }.map(\.text) == ["meanwhile"])
  }

  @Test("a session that ends while it is being checked is not let in")
  func endsWhileChecking() throws {
    let world = try HubWorld()
    let ada = world.user("ada")
    let session = world.signIn(ada)
    world.store.after(.activeSession) { world.commit(.session(.end(user: ada, session: session))) }
    let peer = world.connect()
    peer.hello(ada, session)
    #expect(try peer.take().isEmpty)
    #expect(peer.sink.closeCode == .unauthenticated)
    #expect(world.context.sockets.socketCount == 0)
  }

  @Test("a socket that is lost while its session is being checked leaves nothing behind")
  func lostWhileChecking() throws {
    let world = try HubWorld()
    let ada = world.user("ada")
    let peer = world.connect()
    world.store.after(.activeSession) { peer.cut() }
    peer.hello(ada, world.signIn(ada))
    #expect(world.context.sockets.socketCount == 0)
    #expect(!world.context.sockets.isConnected(ada))
    #expect(world.context.metrics.prometheusText().contains("messageai_connections 0\n"))
  }

  @Test("a large first load waits for the reader chunk by chunk")
  func chunks() throws {
    let world = try HubWorld { $0.catchUpChunk = 1 }
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let rooms = (0..<4).map { _ in world.group(ada, bob) }
    let peer = world.connect()
    peer.hello(ada, world.signIn(ada))
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
    let world = try HubWorld()
    let ada = world.user("ada")
    let session = world.signIn(ada)
    world.store.after(.activeSession) { world.store.breakReads() }
    let peer = world.connect()
    peer.hello(ada, session)
    #expect(try peer.take().compactMap { $0.refusal?.code } == [.internal])
    #expect(peer.sink.closeCode == .goingAway)
  }
}
