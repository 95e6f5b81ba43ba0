import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

/// Servers over one store and one bus; the test commits, ticks, and says what the bus brings.
final class ClusterFixture {
  final class Node {
    let door: StoreDoor
    let port: BusPort
    let context: ServerContext
    var socketCount: UInt64 = 0

    init(
      _ store: SimulatedStore, _ bus: InProcessBus, number: UInt64, clock: SimulatedClock, tokens: any TokenVerifier,
      census: (any ServerCensus)?
    ) {
      door = StoreDoor(to: store)
      port = bus.port()
      context = ServerContext(
        store: door, tokens: tokens, clock: clock, limits: ServerLimits(),
        metrics: ServerMetrics(monotonicNow: { 0 }), work: InlineWorkExecutor(), fanOut: CountingFanOut(),
        peers: ClusterPeers(bus: port, node: number, census: census))
    }

    func commit(_ body: WriteCommand.Body) {
      context.gateway.submit(body)
      door.drain()
    }

    func post(_ text: String, by sender: UserID, in conversation: ConversationID, id: MessageID) {
      commit(.message(.post(sender: sender, conversation: conversation, id: id, text: text, replyTo: nil)))
    }

    func remove(_ user: UserID, from conversation: ConversationID, by asker: UserID) {
      commit(.member(.remove(asker: asker, conversation: conversation, user: user)))
    }

    /// Two seconds: what is missing has been asked for.
    func poll() {
      for _ in 0..<8 { context.tick() }
      door.drain()
    }
  }

  let clock = SimulatedClock(start: ServerFixture.start)
  let identifiers = SimulatedIdentifiers()
  let store: SimulatedStore
  let bus = InProcessBus()
  let nodes: [Node]

  /// `servers`: how many the store says there are; without, no node trusts the bus.
  init(nodes count: Int = 2, tokens: any TokenVerifier = PlainTokens(), servers: Int? = nil) throws {
    let store = try SimulatedStore(clock: clock)
    self.store = store
    nodes = (1...count).map { [bus, clock] number in
      Node(store, bus, number: UInt64(number), clock: clock, tokens: tokens, census: servers.map(Census.init))
    }
  }

  private struct Census: ServerCensus {
    let count: Int

    func serverCount() -> Int { count }
  }

  /// All servers tick, and the bus brings what they say.
  func pass(milliseconds: Int) {
    for _ in 0..<milliseconds / 250 {
      for node in nodes {
        node.context.tick()
        node.door.drain()
      }
      bus.deliverAll()
    }
  }

  func id<Entity>() -> Identifier<Entity> { identifiers.next() }

  func user(_ name: String) throws -> UserID {
    let user: UserID = id()
    let record = AccountRecord(
      id: user, email: "\(name)@example.org", name: name, passwordHash: nil, workspaceRole: .member,
      isDisabled: false, createdAt: clock.now)
    nodes[0].commit(.account(.create(try NewAccount(record))))
    return user
  }

  func group(_ members: UserID...) -> ConversationID {
    let conversation: ConversationID = id()
    nodes[0].commit(
      .conversation(.create(creator: members[0], id: conversation, kind: .group, name: "Team", members: members)))
    return conversation
  }

  func signIn(_ user: UserID) -> SessionID {
    let session: SessionID = id()
    nodes[0].commit(
      .session(
        .create(
          user: user, session: DeviceSession(id: session, device: "test", createdAt: clock.now, lastSeenAt: clock.now),
          refreshHash: Array(session.bytes), expiresAt: clock.now.adding(seconds: 86_400))))
    return session
  }

  /// Greeted at a node, caught up with everything, and all of that is taken; nothing is on the bus.
  func socket(of user: UserID, at node: Int, session: SessionID? = nil) throws -> TestPeer {
    let node = nodes[node]
    node.socketCount += 1
    let peer = TestPeer(id: SocketID(node.socketCount), context: node.context, loopIndex: 0)
    peer.hello(user, session ?? signIn(user))
    try #require(try peer.take().contains(.synced))
    bus.deliverAll()
    return peer
  }

  /// Texts of the messages of the conversation that have come, in the order of coming.
  func texts(_ peer: TestPeer, in conversation: ConversationID) throws -> [String] {
    try peer.take().compactMap(\.delta).filter { $0.feed == .conversation(conversation) }
      .flatMap(\.messages).map(\.text)
  }
}
