import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Typing")
struct TypingTests {
  private func typing(_ world: HubWorld, _ peers: [TestPeer]) throws -> [[Bool]] {
    try peers.map { try $0.take().compactMap { if case .typing(_, _, let active) = $0 { active } else { nil } } }
  }

  @Test("is told to the other members and to nobody else")
  func others() throws {
    let world = try HubWorld()
    let (ada, bob, eve) = (world.user("ada"), world.user("bob"), world.user("eve"))
    let room = world.group(ada, bob)
    let peers = try [ada, ada, bob, eve].map { try world.socket(of: $0) }
    for peer in peers { _ = try peer.take() }
    peers[0].send(.typing(conversation: room, active: true))
    #expect(try peers[2].take() == [.typing(conversation: room, user: ada, active: true)])
    for index in [0, 1, 3] { #expect(try peers[index].take().isEmpty) }
  }

  @Test("is told at most once in 3 s, and its end once")
  func throttle() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, bob)
    let (peer, other) = (try world.socket(of: ada), try world.socket(of: bob))
    _ = try other.take()
    for active in [true, true, false, false, true, true] { peer.send(.typing(conversation: room, active: active)) }
    #expect(try typing(world, [other]) == [[true, false]])
    world.clock.advance(milliseconds: 2_999)
    peer.send(.typing(conversation: room, active: true))
    #expect(try typing(world, [other]) == [[]])
    world.clock.advance(milliseconds: 1)
    peer.send(.typing(conversation: room, active: true))
    #expect(try typing(world, [other]) == [[true]])
  }

  @Test("in each conversation on its own, and a clock that steps back silences nobody")
  func independent() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let rooms = [world.group(ada, bob), world.group(ada, bob)]
    let (peer, other) = (try world.socket(of: ada), try world.socket(of: bob))
    _ = try other.take()
    for room in rooms { peer.send(.typing(conversation: room, active: true)) }
    #expect(try typing(world, [other]) == [[true, true]])
    world.clock.advance(milliseconds: -86_400_000)
    peer.send(.typing(conversation: rooms[0], active: true))
    #expect(try typing(world, [other]) == [[true]])
  }

  @Test("of someone who is no member is refused and told to nobody")
  func stranger() throws {
    let world = try HubWorld()
    let (ada, bob, eve) = (world.user("ada"), world.user("bob"), world.user("eve"))
    let room = world.group(ada, bob)
    let (outsider, member) = (try world.socket(of: eve), try world.socket(of: bob))
    _ = try member.take()
    outsider.send(.typing(conversation: room, active: true))
    #expect(try outsider.take() == [.error(ref: nil, .notFound)])
    #expect(try member.take().isEmpty)
    #expect(outsider.sink.closeCode == nil)
  }

  @Test("does not reach someone who was removed while the members were looked up")
  func removedMeanwhile() throws {
    let world = try HubWorld()
    let (ada, bob, cy) = (world.user("ada"), world.user("bob"), world.user("cy"))
    let room = world.group(ada, bob, cy)
    let (peer, removed, stays) = (
      try world.socket(of: ada), try world.socket(of: bob), try world.socket(of: cy)
    )
    for socket in [removed, stays] { _ = try socket.take() }
    world.store.after(.memberIDs) { world.remove(bob, from: room, by: ada) }
    peer.send(.typing(conversation: room, active: true))
    #expect(try removed.take() == [.gone(.conversation(room))])
    #expect(try stays.take().contains(.typing(conversation: room, user: ada, active: true)))
  }
}
