import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Who is there, over several servers")
struct ClusterPresenceTests {
  private struct Team {
    let fixture: ClusterFixture
    let ada: UserID
    let ben: UserID
    let team: ConversationID

    init() throws {
      fixture = try ClusterFixture()
      (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
      team = fixture.group(ada, ben)
    }

    /// Both servers tick, and the bus brings what they say.
    func pass(milliseconds: Int = 250) {
      for _ in 0..<milliseconds / 250 {
        for node in fixture.nodes {
          node.context.tick()
          node.door.drain()
        }
        fixture.bus.deliverAll()
      }
      for node in fixture.nodes { node.context.tick() }
    }

    func states(_ peer: TestPeer, of user: UserID) throws -> [Presence.State] {
      try peer.take().compactMap(\.presences).joined().filter { $0.user == user }.map(\.state)
    }
  }

  @Test("who comes, goes away and leaves on one server is seen on another by those who share a conversation")
  func comesAndGoes() throws {
    let team = try Team()
    let stranger = try team.fixture.user("cleo")
    let far = try team.fixture.socket(of: team.ben, at: 1)
    let unrelated = try team.fixture.socket(of: stranger, at: 1)
    let near = try team.fixture.socket(of: team.ada, at: 0)
    team.pass()
    #expect(try team.states(far, of: team.ada) == [.online])
    near.send(.presence(.away))
    team.pass()
    #expect(try team.states(far, of: team.ada) == [.away])
    near.cut()
    team.pass()
    #expect(try team.states(far, of: team.ada) == [.offline])
    #expect(try team.states(unrelated, of: team.ada).isEmpty)
  }

  @Test("who connects is told at once who is there on other servers")
  func snapshot() throws {
    let team = try Team()
    _ = try team.fixture.socket(of: team.ada, at: 0)
    team.pass()
    let far = try team.fixture.socket(of: team.ben, at: 1)
    team.pass()
    #expect(try team.states(far, of: team.ada) == [.online])
    let second = TestPeer(id: SocketID(50), context: team.fixture.nodes[1].context, loopIndex: 0)
    second.hello(team.ben, team.fixture.signIn(team.ben))
    #expect(try team.states(second, of: team.ada) == [.online])
  }

  @Test("who is connected to two servers is there until both sockets are gone")
  func twoPlaces() throws {
    let team = try Team()
    let far = try team.fixture.socket(of: team.ben, at: 1)
    let (one, two) = (try team.fixture.socket(of: team.ada, at: 0), try team.fixture.socket(of: team.ada, at: 1))
    team.pass()
    _ = try far.take()
    two.cut()
    team.pass()
    #expect(try team.states(far, of: team.ada).isEmpty)
    one.cut()
    team.pass()
    #expect(try team.states(far, of: team.ada) == [.offline])
  }

  @Test("those who were at a server that is lost are gone within five seconds, and stay while it beats")
  func lostServer() throws {
    let team = try Team()
    let far = try team.fixture.socket(of: team.ben, at: 1)
    _ = try team.fixture.socket(of: team.ada, at: 0)
    team.pass(milliseconds: 10_000)
    #expect(try team.states(far, of: team.ada) == [.online])
    team.fixture.bus.remove(team.fixture.nodes[0].port)
    let lost = team.fixture.nodes[1]
    for _ in 0..<20 { lost.context.tick() }
    #expect(try team.states(far, of: team.ada) == [.offline])
  }

  @Test("what the bus has lost of who is there is said again when it is back")
  func busIsBack() throws {
    let team = try Team()
    let far = try team.fixture.socket(of: team.ben, at: 1)
    team.pass()
    _ = try team.fixture.socket(of: team.ada, at: 0)
    for node in team.fixture.nodes { node.context.tick() }
    team.fixture.bus.loseAll()
    team.pass()
    #expect(try team.states(far, of: team.ada).isEmpty)
    team.fixture.nodes[1].context.cluster?.mayHaveMissed()
    team.pass()
    #expect(try team.states(far, of: team.ada) == [.online])
  }
}
