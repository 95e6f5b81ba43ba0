import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Several servers that trust their bus")
struct ClusterTrustTests {
  @Test("while the bus is whole, a message that it lost comes within ten seconds, an ended session within two")
  func trusts() throws {
    let fixture = try ClusterFixture(servers: 2)
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let session = fixture.signIn(ben)
    let far = try fixture.socket(of: ben, at: 1, session: session)
    fixture.pass(milliseconds: 20_000)
    _ = try far.take()
    /// Milliseconds until it has come.
    func delay(_ text: String) throws -> Int {
      fixture.nodes[0].post(text, by: ada, in: team, id: fixture.id())
      fixture.bus.loseAll()
      for step in 1...80 {
        fixture.pass(milliseconds: 250)
        if try fixture.texts(far, in: team) == [text] { return step * 250 }
      }
      return .max
    }
    #expect(try delay("lost") <= 10_000)
    // Everything has just been asked for.
    #expect(try delay("lost too") == 10_000)
    fixture.nodes[0].commit(.session(.end(user: ben, session: session)))
    fixture.bus.loseAll()
    fixture.pass(milliseconds: 2_000)
    #expect(far.sink.closeCode == .unauthenticated)
  }

  @Test("a server that is cut off in silence, and the others, have everything within two seconds of a beat's delay")
  func silentCut() throws {
    let fixture = try ClusterFixture(servers: 2)
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let far = try fixture.socket(of: ben, at: 1)
    fixture.pass(milliseconds: 20_000)
    _ = try far.take()
    func passCut(_ milliseconds: Int) {
      for _ in 0..<milliseconds / 250 {
        for node in fixture.nodes {
          node.context.tick()
          node.door.drain()
        }
        fixture.bus.loseAll()
      }
    }
    for round in 0..<8 {
      fixture.nodes[0].post("\(round)", by: ada, in: team, id: fixture.id())
      passCut(2_000)
      #expect(try fixture.texts(far, in: team) == ["\(round)"], "round \(round)")
      passCut(250 * round)
    }
  }

  @Test("what was committed before the bus knew of a new socket comes within two seconds, though the bus is whole")
  func newSubscription() throws {
    let fixture = try ClusterFixture(servers: 2)
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    fixture.pass(milliseconds: 20_000)
    for round in 0..<5 {
      let far = try fixture.socket(of: ben, at: 1)
      fixture.nodes[0].post("\(round)", by: ada, in: team, id: fixture.id())
      fixture.bus.loseAll()
      fixture.pass(milliseconds: 2_000)
      #expect(try fixture.texts(far, in: team) == ["\(round)"], "round \(round)")
      far.cut()
      fixture.pass(milliseconds: 250 + 250 * round)
    }
  }
}
