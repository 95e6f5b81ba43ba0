import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Servers over one store")
struct ClusterTests {
  @Test("what one server commits reaches the sockets of another, as the frame that its own get")
  func reachesOthers() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let (near, far) = (try fixture.socket(of: ben, at: 0), try fixture.socket(of: ben, at: 1))
    fixture.nodes[0].post("hi", by: ada, in: team, id: fixture.id())
    #expect(try far.take().isEmpty)
    fixture.bus.deliverAll()
    let frames = try far.take()
    #expect(frames.compactMap { $0.delta?.messages.first?.text } == ["hi"])
    #expect(frames == (try near.take()))
  }

  @Test("a server hears only of what its sockets may read, and of nothing once they are gone")
  func hearsOfInterestAlone() throws {
    let fixture = try ClusterFixture()
    let (ada, ben, cleo) = (try fixture.user("ada"), try fixture.user("ben"), try fixture.user("cleo"))
    let (team, other) = (fixture.group(ada, ben), fixture.group(ada, cleo))
    let session = fixture.signIn(ben)
    let far = try fixture.socket(of: ben, at: 1, session: session)
    #expect(fixture.nodes[1].port.wanted == [.workspace, .conversation(team), .user(ben), .session(session)])
    fixture.nodes[0].post("secret", by: ada, in: other, id: fixture.id())
    #expect(fixture.bus.count == 0)
    far.cut()
    #expect(fixture.nodes[1].port.wanted == [.workspace])
    fixture.nodes[0].post("late", by: ada, in: team, id: fixture.id())
    #expect(fixture.bus.count == 0)
  }

  @Test("what the bus repeats is told once, what it turns round in order; what it loses is read from the store")
  func duplicatesGapsAndOrder() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let far = try fixture.socket(of: ben, at: 1)
    func post(_ text: String) { fixture.nodes[0].post(text, by: ada, in: team, id: fixture.id()) }

    post("1")
    fixture.bus.duplicate()
    fixture.bus.deliverAll()
    #expect(try fixture.texts(far, in: team) == ["1"])

    post("2")
    post("3")
    fixture.bus.deliver(1)
    #expect(try fixture.texts(far, in: team) == [])
    fixture.bus.deliverAll()
    // Each by itself, as it was told there: nothing was read for it.
    #expect(try far.take().compactMap(\.delta).map { $0.messages.map(\.text) } == [["2"], ["3"]])

    post("4")
    fixture.bus.lose()
    post("5")
    fixture.bus.deliverAll()
    #expect(try fixture.texts(far, in: team) == [])
    for _ in 0..<2 { fixture.nodes[1].context.tick() }
    #expect(try fixture.texts(far, in: team) == ["4", "5"])
  }

  @Test("servers that write to one conversation by turns tell their sockets in order, and nobody has to ask")
  func turns() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let (near, far) = (try fixture.socket(of: ada, at: 0), try fixture.socket(of: ben, at: 1))
    // Each has heard of the other.
    for node in fixture.nodes { node.context.tick() }
    fixture.bus.deliverAll()
    _ = (try near.take(), try far.take())

    fixture.nodes[0].post("1", by: ada, in: team, id: fixture.id())
    far.send(.send(ref: 7, conversation: team, id: fixture.id(), text: "2", replyTo: nil))
    fixture.nodes[1].door.drain()
    // What comes before it has not been heard here: the answer waits for that.
    #expect(try far.take().isEmpty)
    fixture.bus.deliverAll()
    let frames = try far.take()
    #expect(frames.compactMap(\.delta).map { [$0.fromRev, $0.toRev] } == [[1, 2]])
    guard case .ack(7, let ack)? = frames.last else { return #expect(Bool(false), "no ack: \(frames)") }
    #expect([ack.fromRev, ack.toRev] == [2, 3])
    #expect(try fixture.texts(near, in: team) == ["1", "2"])

    // What the bus has lost is not waited for long.
    fixture.nodes[0].post("3", by: ada, in: team, id: fixture.id())
    fixture.bus.loseAll()
    far.send(.send(ref: 8, conversation: team, id: fixture.id(), text: "4", replyTo: nil))
    fixture.nodes[1].door.drain()
    #expect(try far.take().isEmpty)
    for _ in 0..<2 { fixture.nodes[1].context.tick() }
    #expect(try far.take().contains { if case .ack(8, _) = $0 { true } else { false } })
  }

  @Test("whoever is removed hears nothing that was held until after that")
  func removedWhileHeld() throws {
    let fixture = try ClusterFixture()
    let (ada, ben, cleo) = (try fixture.user("ada"), try fixture.user("ben"), try fixture.user("cleo"))
    let team = fixture.group(ada, ben, cleo)
    let (removed, stays) = (try fixture.socket(of: ben, at: 1), try fixture.socket(of: cleo, at: 1))
    for node in fixture.nodes { node.context.tick() }
    fixture.bus.deliverAll()
    _ = (try removed.take(), try stays.take())
    fixture.nodes[0].post("1", by: ada, in: team, id: fixture.id())
    fixture.nodes[1].post("2", by: ada, in: team, id: fixture.id())
    fixture.nodes[1].remove(ben, from: team, by: ada)
    fixture.bus.deliverAll()
    #expect(try removed.take() == [.gone(.conversation(team))])
    #expect(try fixture.texts(stays, in: team) == ["2"])
  }

  @Test("with the bus down, messages, memberships and private rows come within two seconds")
  func pollsWithoutBus() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let far = try fixture.socket(of: ben, at: 1)
    fixture.nodes[0].post("hi", by: ada, in: team, id: fixture.id())
    let second = fixture.group(ada, ben)
    fixture.nodes[0].commit(
      .member(.changeSettings(asker: ben, conversation: team, ConversationSettingsChange(muted: true))))
    fixture.bus.loseAll()
    fixture.nodes[1].poll()
    let deltas = try far.take().compactMap(\.delta)
    #expect(deltas.first { $0.feed == .conversation(team) }?.messages.map(\.text) == ["hi"])
    #expect(deltas.contains { $0.feed == .conversation(second) && $0.isReset })
    #expect(deltas.first { $0.feed == .me }?.settings.map(\.muted) == [true])
    fixture.nodes[1].poll()
    #expect(try far.take().isEmpty)

    fixture.nodes[0].remove(ben, from: second, by: ada)
    fixture.bus.loseAll()
    fixture.nodes[1].poll()
    #expect(try far.take() == [.gone(.conversation(second))])
    fixture.nodes[0].post("without ben", by: ada, in: second, id: fixture.id())
    #expect(fixture.bus.subjects().contains(.conversation(second)) == false)
  }

  @Test("after the bus was down the store is asked at once")
  func pollsAtOnce() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let far = try fixture.socket(of: ben, at: 1)
    fixture.nodes[0].post("hi", by: ada, in: team, id: fixture.id())
    fixture.bus.loseAll()
    fixture.nodes[1].context.tick()
    #expect(try fixture.texts(far, in: team) == [])
    let node = try #require(fixture.nodes[1].context.cluster)
    node.mayHaveMissed()
    fixture.nodes[1].context.tick()
    #expect(try fixture.texts(far, in: team) == ["hi"])
  }

  @Test("nobody is told on another server of what was written after they were removed, or before and heard late")
  func removedAreToldNothing() throws {
    let fixture = try ClusterFixture()
    let (ada, ben, cleo) = (try fixture.user("ada"), try fixture.user("ben"), try fixture.user("cleo"))
    let team = fixture.group(ada, ben, cleo)
    let (removed, stays) = (try fixture.socket(of: ben, at: 1), try fixture.socket(of: cleo, at: 1))
    fixture.nodes[0].post("before", by: ada, in: team, id: fixture.id())
    fixture.nodes[0].remove(ben, from: team, by: ada)
    fixture.nodes[0].post("after", by: ada, in: team, id: fixture.id())
    // The removal comes first, and what was written before it last.
    let gone = try #require(fixture.bus.subjects().lastIndex(of: .user(ben)))
    fixture.bus.deliver(gone)
    fixture.bus.deliverAll()
    #expect(try removed.take() == [.gone(.conversation(team))])
    #expect(try fixture.texts(stays, in: team) == ["before", "after"])
  }

  @Test("whoever is removed by their own server hears nothing more that comes from another")
  func removedHere() throws {
    let fixture = try ClusterFixture()
    let (ada, ben, cleo) = (try fixture.user("ada"), try fixture.user("ben"), try fixture.user("cleo"))
    let team = fixture.group(ada, ben, cleo)
    let (removed, stays) = (try fixture.socket(of: ben, at: 1), try fixture.socket(of: cleo, at: 1))
    fixture.nodes[0].post("before", by: ada, in: team, id: fixture.id())
    fixture.nodes[1].remove(ben, from: team, by: ada)
    fixture.bus.deliverAll()
    #expect(try removed.take() == [.gone(.conversation(team))])
    // What had not been heard shows as a gap to the client, which asks for it.
    let deltas = try stays.take().compactMap(\.delta)
    let known = try fixture.store.feedRevs(of: cleo)[.conversation(team)]
    #expect(deltas.last?.toRev == known)
  }

  @Test("whoever is added elsewhere gets the window, and what is written then")
  func joins() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada)
    let far = try fixture.socket(of: ben, at: 1)
    fixture.nodes[0].post("old", by: ada, in: team, id: fixture.id())
    fixture.nodes[0].commit(.member(.add(asker: ada, conversation: team, users: [ben])))
    fixture.bus.deliverAll()
    let window = try #require(try far.take().compactMap(\.delta).first { $0.isReset })
    #expect(window.feed == .conversation(team))
    fixture.nodes[0].post("new", by: ada, in: team, id: fixture.id())
    fixture.bus.deliverAll()
    #expect(try fixture.texts(far, in: team) == ["new"])
  }

  @Test("a removal that is heard after its user is back does not take the conversation away for long")
  func lateRemoval() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let far = try fixture.socket(of: ben, at: 1)
    fixture.nodes[0].remove(ben, from: team, by: ada)
    fixture.nodes[0].commit(.member(.add(asker: ada, conversation: team, users: [ben])))
    let removal = try #require(fixture.bus.subjects().firstIndex(of: .user(ben)))
    fixture.bus.duplicate(removal)
    fixture.bus.lose(removal)
    fixture.bus.deliverAll()
    let frames = try far.take()
    let gone = try #require(frames.lastIndex(of: .gone(.conversation(team))))
    #expect(frames[gone...].contains { $0.delta?.feed == .conversation(team) && $0.delta?.isReset == true })
  }

  @Test("a session that ends on one server closes its sockets on all, by the bus at once and without it soon")
  func sessionsEnd() throws {
    let fixture = try ClusterFixture()
    let ada = try fixture.user("ada")
    let sessions = (0..<3).map { _ in fixture.signIn(ada) }
    let peers = try sessions.map { try fixture.socket(of: ada, at: 1, session: $0) }
    fixture.nodes[0].commit(.session(.end(user: ada, session: sessions[0])))
    fixture.bus.deliverAll()
    #expect(peers.map(\.sink.closeCode) == [.unauthenticated, nil, nil])
    fixture.nodes[0].commit(.session(.end(user: ada, session: sessions[1])))
    fixture.bus.loseAll()
    fixture.nodes[1].poll()
    #expect(peers.map(\.sink.closeCode) == [.unauthenticated, .unauthenticated, nil])
  }

  @Test("new keys of one server close the sockets of all, by the bus at once and without it soon")
  func keysReplaced() throws {
    for isBusDown in [false, true] {
      let tokens = RefreshedTokens()
      let fixture = try ClusterFixture(tokens: tokens)
      let ada = try fixture.user("ada")
      let far = try fixture.socket(of: ada, at: 1)
      tokens.isReplaced = true
      fixture.nodes[0].commit(.system(.replaceSecrets([.signingKey: [1]])))
      if isBusDown {
        fixture.bus.loseAll()
        #expect(far.sink.closeCode == nil)
        fixture.nodes[1].poll()
      }
      fixture.bus.deliverAll()
      #expect(far.sink.closeCode == .unauthenticated)
    }
  }

  @Test("a disabled account's sockets close on all servers without the bus")
  func disabled() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    _ = ada
    let far = try fixture.socket(of: ben, at: 1)
    fixture.nodes[0].commit(.account(.setDisabled(user: ben, true)))
    fixture.bus.loseAll()
    fixture.nodes[1].poll()
    #expect(far.sink.closeCode == .unauthenticated)
  }

  @Test("who types is shown to those on other servers who are in the conversation then")
  func typing() throws {
    let fixture = try ClusterFixture()
    let (ada, ben, cleo) = (try fixture.user("ada"), try fixture.user("ben"), try fixture.user("cleo"))
    let team = fixture.group(ada, ben, cleo)
    let near = try fixture.socket(of: ada, at: 0)
    let (far, removed, own) = (
      try fixture.socket(of: ben, at: 1), try fixture.socket(of: cleo, at: 1), try fixture.socket(of: ada, at: 1)
    )
    near.send(.typing(conversation: team, active: true))
    fixture.nodes[1].remove(cleo, from: team, by: ada)
    _ = try removed.take()
    fixture.bus.deliverAll()
    #expect(try far.take().contains(.typing(conversation: team, user: ada, active: true)))
    #expect(try !removed.take().contains { $0.tells(of: team) })
    #expect(try !own.take().contains(.typing(conversation: team, user: ada, active: true)))
  }

  @Test("clients of a server that is gone come back elsewhere and miss nothing")
  func nodeLoss() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let session = fixture.signIn(ben)
    let first = try fixture.socket(of: ben, at: 1, session: session)
    fixture.nodes[0].post("1", by: ada, in: team, id: fixture.id())
    fixture.bus.deliverAll()
    let known = try #require(try first.take().compactMap { $0.delta?.toRev }.last)
    fixture.bus.remove(fixture.nodes[1].port)
    fixture.nodes[0].post("2", by: ada, in: team, id: fixture.id())
    let second = TestPeer(id: SocketID(99), context: fixture.nodes[0].context, loopIndex: 0)
    second.hello(ben, session, known: [.conversation(team): known])
    #expect(try fixture.texts(second, in: team) == ["2"])
  }

  @Test("what nobody of this version has written is no event")
  func badBytes() throws {
    let fixture = try ClusterFixture()
    let (ada, ben) = (try fixture.user("ada"), try fixture.user("ben"))
    let team = fixture.group(ada, ben)
    let far = try fixture.socket(of: ben, at: 1)
    let recorded = RecordingBusListener()
    let port = fixture.bus.port()
    port.start(recorded)
    port.subscribe(.conversation(team))
    fixture.nodes[0].post("hi", by: ada, in: team, id: fixture.id())
    fixture.bus.deliverAll()
    let good = try #require(recorded.heard.first)
    _ = try far.take()
    let node = try #require(fixture.nodes[1].context.cluster)
    for length in 0..<good.count where length < 70 { node.hear(Array(good.prefix(length))) }
    node.hear([9] + good.dropFirst())
    node.hear(Array(repeating: 255, count: 40))
    #expect(try far.take().isEmpty)
  }
}

/// Access tokens whose key another server has replaced when the test says so.
final class RefreshedTokens: TokenVerifier, @unchecked Sendable {
  var isReplaced = false

  func verify(_ token: String, now: Timestamp) throws(Refusal) -> AuthenticatedSession {
    try PlainTokens().verify(token, now: now)
  }

  func refresh() -> Bool { isReplaced }
}

final class RecordingBusListener: BusListener, @unchecked Sendable {
  private(set) var heard: [[UInt8]] = []
  func hear(_ bytes: [UInt8]) { heard.append(bytes) }
  func mayHaveMissed() {}
}
