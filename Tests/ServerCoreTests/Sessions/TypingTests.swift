import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Typing")
struct TypingTests {
  private func typing(_ fixture: ServerFixture, _ peers: [TestPeer]) throws -> [[Bool]] {
    try peers.map { try $0.take().compactMap { if case .typing(_, _, let active) = $0 { active } else { nil } } }
  }

  @Test("is told to the other members and to nobody else")
  func others() throws {
    let fixture = try ServerFixture()
    let (ada, bob, eve) = (fixture.user("ada"), fixture.user("bob"), fixture.user("eve"))
    let room = fixture.group(ada, bob)
    let peers = try [ada, ada, bob, eve].map { try fixture.socket(of: $0) }
    for peer in peers { _ = try peer.take() }
    peers[0].send(.typing(conversation: room, active: true))
    #expect(try peers[2].take() == [.typing(conversation: room, user: ada, active: true)])
    for index in [0, 1, 3] { #expect(try peers[index].take().isEmpty) }
  }

  @Test("is told at most once in 3 s, and its end once")
  func throttle() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let (peer, other) = (try fixture.socket(of: ada), try fixture.socket(of: bob))
    _ = try other.take()
    for active in [true, true, false, false, true, true] { peer.send(.typing(conversation: room, active: active)) }
    #expect(try typing(fixture, [other]) == [[true, false]])
    fixture.clock.advance(milliseconds: 2_999)
    peer.send(.typing(conversation: room, active: true))
    #expect(try typing(fixture, [other]) == [[]])
    fixture.clock.advance(milliseconds: 1)
    peer.send(.typing(conversation: room, active: true))
    #expect(try typing(fixture, [other]) == [[true]])
  }

  @Test("in each conversation on its own, and a clock that steps back silences nobody")
  func independent() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let rooms = [fixture.group(ada, bob), fixture.group(ada, bob)]
    let (peer, other) = (try fixture.socket(of: ada), try fixture.socket(of: bob))
    _ = try other.take()
    for room in rooms { peer.send(.typing(conversation: room, active: true)) }
    #expect(try typing(fixture, [other]) == [[true, true]])
    fixture.clock.advance(milliseconds: -86_400_000)
    peer.send(.typing(conversation: rooms[0], active: true))
    #expect(try typing(fixture, [other]) == [[true]])
  }

  @Test("of someone who is no member is refused and told to nobody")
  func stranger() throws {
    let fixture = try ServerFixture()
    let (ada, bob, eve) = (fixture.user("ada"), fixture.user("bob"), fixture.user("eve"))
    let room = fixture.group(ada, bob)
    let (outsider, member) = (try fixture.socket(of: eve), try fixture.socket(of: bob))
    _ = try member.take()
    outsider.send(.typing(conversation: room, active: true))
    #expect(try outsider.take() == [.error(ref: nil, .notFound)])
    #expect(try member.take().isEmpty)
    #expect(outsider.sink.closeCode == nil)
  }

  @Test("does not reach someone who was removed while the members were looked up")
  func removedMeanwhile() throws {
    let fixture = try ServerFixture()
    let (ada, bob, cy) = (fixture.user("ada"), fixture.user("bob"), fixture.user("cy"))
    let room = fixture.group(ada, bob, cy)
    let (peer, removed, stays) = (
      try fixture.socket(of: ada), try fixture.socket(of: bob), try fixture.socket(of: cy)
    )
    for socket in [removed, stays] { _ = try socket.take() }
    fixture.store.after(.memberIDs) { fixture.remove(bob, from: room, by: ada) }
    peer.send(.typing(conversation: room, active: true))
    #expect(try removed.take() == [.gone(.conversation(room))])
    #expect(try stays.take().contains(.typing(conversation: room, user: ada, active: true)))
  }
}
