import Domain
import TestSupport
import Testing

@testable import ServerCore

/// The first of two servers notifies.
@Suite("Sessions in use, over several servers")
struct ClusterSessionsTests {
  private struct Team {
    let fixture: ClusterFixture
    let ada: UserID
    let session: SessionID

    init() throws {
      fixture = try ClusterFixture()
      ada = try fixture.user("ada")
      session = fixture.signIn(ada)
    }

    var notifier: ClusterFixture.Node { fixture.nodes[0] }
    var online: Set<SessionID> { notifier.context.online.sessions(of: ada) }

    /// The servers tick, and the bus brings what they say, or loses it.
    func pass(milliseconds: Int = 500, isBusDown: Bool = false) {
      for _ in 0..<milliseconds / 250 {
        for node in fixture.nodes {
          node.context.tick()
          node.door.drain()
        }
        if isBusDown { fixture.bus.loseAll() } else { fixture.bus.deliverAll() }
      }
    }

    func start() {
      notifier.context.online.start()
      pass(milliseconds: 1_500)
    }
  }

  @Test("a session in use at another server is in use, though nobody here shares a conversation with its user")
  func comesAndGoes() throws {
    let team = try Team()
    team.start()
    let peer = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass()
    #expect(team.online == [team.session])
    peer.send(.presence(.away))
    team.pass()
    #expect(team.online.isEmpty)
    peer.send(.presence(.online))
    team.pass()
    #expect(team.online == [team.session])
    peer.cut()
    team.pass()
    #expect(team.online.isEmpty)
  }

  @Test("sessions of one user at several servers are in use together")
  func severalServers() throws {
    let team = try Team()
    team.start()
    let other = team.fixture.signIn(team.ada)
    let near = try team.fixture.socket(of: team.ada, at: 0, session: other)
    let far = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass()
    #expect(team.online == [team.session, other])
    let same = try team.fixture.socket(of: team.ada, at: 0, session: team.session)
    far.cut()
    team.pass()
    #expect(team.online == [team.session, other], "it is in use here too")
    same.cut()
    near.cut()
    team.pass()
    #expect(team.online.isEmpty)
  }

  @Test("a server that begins to notify knows who was there before, and waits a second for that")
  func takesOver() throws {
    let team = try Team()
    _ = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass(milliseconds: 3_000)
    #expect(team.online.isEmpty && !team.notifier.context.online.isKnown)
    team.notifier.context.online.start()
    #expect(!team.notifier.context.online.isKnown)
    team.pass(milliseconds: 750)
    #expect(team.online == [team.session] && !team.notifier.context.online.isKnown)
    team.pass(milliseconds: 250)
    #expect(team.notifier.context.online.isKnown)
  }

  @Test("only the server that notifies hears of sessions, and of those alone that have changed")
  func interest() throws {
    let team = try Team()
    team.start()
    let peers = try (0..<3).map { _ in try team.fixture.socket(of: team.ada, at: 1) }
    team.pass()
    #expect(team.notifier.port.wants(.online) && !team.fixture.nodes[1].port.wants(.online))
    let other = try team.fixture.user("ben")
    _ = try team.fixture.socket(of: other, at: 1)
    for node in team.fixture.nodes { node.context.tick() }
    #expect(team.fixture.bus.subjects().count { $0 == .online } == 1)
    team.fixture.bus.deliverAll()
    #expect(team.online.count == peers.count)
    team.notifier.context.online.stop()
    #expect(!team.notifier.port.wants(.online) && !team.notifier.context.online.isKnown)
    team.pass()
    #expect(team.online.isEmpty)
  }

  @Test("sessions at a server that is lost are forgotten within five seconds, and stay while it beats")
  func lostServer() throws {
    let team = try Team()
    team.start()
    _ = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass(milliseconds: 60_000)
    #expect(team.online == [team.session])
    team.fixture.bus.remove(team.fixture.nodes[1].port)
    for _ in 0..<20 { team.notifier.context.tick() }
    #expect(team.online.isEmpty && team.notifier.context.online.isKnown)
  }

  @Test("while the bus is away those elsewhere count as gone after five seconds; once it is back they are there again")
  func busIsAway() throws {
    let team = try Team()
    team.start()
    _ = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass()
    team.pass(milliseconds: 5_000, isBusDown: true)
    #expect(team.online.isEmpty && team.notifier.context.online.isKnown)
    team.pass(milliseconds: 1_500)
    #expect(team.online == [team.session])
  }

  @Test("after a short loss the one that notifies asks at once")
  func asksAgain() throws {
    let team = try Team()
    team.start()
    _ = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass(isBusDown: true)
    #expect(team.online.isEmpty)
    team.notifier.context.cluster?.mayHaveMissed()
    team.pass()
    #expect(team.online == [team.session])
  }

  @Test("a word that the bus has lost is said again within ten seconds, and one that ends a session within thirty")
  func lostWords() throws {
    let team = try Team()
    team.start()
    let peer = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass(isBusDown: true)
    team.pass(milliseconds: 10_000)
    #expect(team.online == [team.session])
    peer.cut()
    team.pass(isBusDown: true)
    #expect(team.online == [team.session])
    team.pass(milliseconds: 30_000)
    #expect(team.online.isEmpty)
  }

  @Test("without a bus a server knows of its own sessions alone")
  func withoutBus() throws {
    let fixture = try ClusterFixture(nodes: 1)
    let ada = try fixture.user("ada")
    let context = ServerContext(
      store: fixture.nodes[0].door, tokens: PlainTokens(), clock: fixture.clock, limits: ServerLimits(),
      metrics: ServerMetrics(monotonicNow: { 0 }), work: InlineWorkExecutor(), fanOut: CountingFanOut(),
      peers: ClusterPeers(bus: NoBus(), node: 9))
    context.online.start()
    for _ in 0..<8 { context.tick() }
    #expect(context.online.isKnown)
    let (session, elsewhere) = (fixture.signIn(ada), fixture.signIn(ada))
    let peer = TestPeer(id: SocketID(1), context: context, loopIndex: 0)
    peer.hello(ada, session)
    _ = try fixture.socket(of: ada, at: 0, session: elsewhere)
    for _ in 0..<8 { context.tick() }
    #expect(context.online.sessions(of: ada) == [session])
  }

  @Test("versions side by side: what one of them does not know it leaves alone, and counts nobody as there")
  func versions() throws {
    let team = try Team()
    team.start()
    let later = BusMessage(node: 7, event: .beat).encode().dropLast() + [200, 1, 2, 3]
    team.notifier.context.cluster?.hear(Array(later))
    // As an earlier version tells it, which says nothing of sessions.
    team.notifier.context.cluster?.hear([1, 0, 0, 0, 0, 0, 0, 0, 7, 9])
    let presence: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 7, 7] + team.ada.bytes + [2]
    #expect(BusMessage(node: 7, event: .presence(team.ada, .online)).encode() == presence)
    team.notifier.context.cluster?.hear(presence)
    #expect(team.notifier.context.cluster?.remoteState(of: team.ada) == .online)
    #expect(team.online.isEmpty && team.notifier.context.online.isKnown)
    _ = try team.fixture.socket(of: team.ada, at: 1, session: team.session)
    team.pass()
    #expect(team.online == [team.session])
  }

  @Test("an event of sessions is read as it was written; one that is cut or says more than it has is not")
  func layout() throws {
    let fixture = try ClusterFixture(nodes: 1)
    let users = [
      UserSessions(user: fixture.id(), sessions: [fixture.id(), fixture.id()]),
      UserSessions(user: fixture.id(), sessions: []),
    ]
    for event in [BusEvent.sessions(users), .sessions([]), .sessionsWanted] {
      let message = BusMessage(node: 3, event: event)
      #expect(BusMessage(message.encode()) == message)
    }
    let bytes = BusMessage(node: 3, event: .sessions(users)).encode()
    for count in 0..<bytes.count {
      // What is whole for itself says less.
      if let read = BusMessage(Array(bytes.prefix(count))) {
        #expect([BusEvent.sessions([]), .sessions([users[0]])].contains(read.event))
      }
    }
    #expect(BusMessage(bytes.dropLast(8) + [UInt8](repeating: 255, count: 8)) == nil)
  }

  @Test("what is said of many people goes in several events, none of which is large")
  func batches() throws {
    let fixture = try ClusterFixture(nodes: 1)
    let users = (0..<5_000).map { _ in UserSessions(user: fixture.id(), sessions: [fixture.id(), fixture.id()]) }
    let batches = UserSessions.batches(users)
    #expect(Array(batches.joined()) == users)
    #expect(batches.allSatisfy { BusMessage(node: 1, event: .sessions($0)).encode().count < 64 << 10 })
    #expect(batches.count < 10)
    #expect(UserSessions.batches([]).isEmpty)
  }
}
