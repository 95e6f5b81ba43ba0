import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Presence")
struct PresenceTests {
  private func presences(_ peer: TestPeer) throws -> [Presence] { try peer.take().flatMap { $0.presences ?? [] } }

  @Test("is told after synced of everyone one shares a conversation with")
  func snapshot() throws {
    let world = try HubWorld()
    let (ada, bob, cy, eve) = (world.user("ada"), world.user("bob"), world.user("cy"), world.user("eve"))
    _ = world.group(ada, bob, cy)
    _ = (try world.socket(of: bob), try world.socket(of: eve))
    let peer = world.connect()
    peer.hello(ada, world.signIn(ada))
    let frames = try peer.take()
    let synced = try #require(frames.firstIndex(of: .synced))
    let told = try #require(frames[synced...].compactMap(\.presences).first)
    #expect(Set(told) == [Presence(user: bob, state: .online), Presence(user: cy, state: .offline)])
  }

  @Test("changes are told at the next tick to those who share a conversation, and to nobody else")
  func contactsOnly() throws {
    let world = try HubWorld()
    let (ada, bob, eve) = (world.user("ada"), world.user("bob"), world.user("eve"))
    _ = world.group(ada, bob)
    let (contact, stranger) = (try world.socket(of: bob), try world.socket(of: eve))
    world.tick()
    _ = (try contact.take(), try stranger.take())
    let peer = try world.socket(of: ada)
    #expect(try contact.take().isEmpty)
    world.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .online)])
    peer.send(.presence(.away))
    world.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .away)])
    world.clock.advance(milliseconds: 500)
    peer.cut()
    world.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .offline, lastSeen: world.clock.now)])
    #expect(try world.store.lastSeen(of: [ada]) == [ada: world.clock.now])
    #expect(try stranger.take().isEmpty)
  }

  @Test("is the best of all devices: online before away before offline")
  func devices() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    _ = world.group(ada, bob)
    let contact = try world.socket(of: bob)
    let (phone, laptop) = (try world.socket(of: ada), try world.socket(of: ada))
    world.tick()
    _ = try contact.take()
    phone.send(.presence(.away))
    world.tick()
    #expect(try presences(contact).isEmpty)
    laptop.cut()
    world.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .away)])
  }

  @Test("coming and going within one tick is told to nobody")
  func flapping() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    _ = world.group(ada, bob)
    let contact = try world.socket(of: bob)
    world.tick()
    _ = try contact.take()
    for _ in 0..<3 { try world.socket(of: ada).cut() }
    world.tick()
    #expect(try contact.take().isEmpty)
  }

  @Test("of many in one tick comes as one frame")
  func oneFrame() throws {
    let world = try HubWorld()
    let users = (0..<5).map { world.user("u\($0)") }
    for user in users.dropFirst() { _ = world.group(users[0], user) }
    let contact = try world.socket(of: users[0])
    world.tick()
    _ = try contact.take()
    let others = try users.dropFirst().map { try world.socket(of: $0) }
    world.tick()
    let frames = try contact.take()
    #expect(frames.count == 1)
    #expect(frames.first?.presences?.count == others.count)
    // The others share nothing with one another.
    for other in others { #expect(try presences(other).allSatisfy { $0.user == users[0] }) }
  }

  @Test("of those who are online is told to whoever joins, and of whoever joins to them")
  func introduces() throws {
    let world = try HubWorld()
    let (ada, bob, cy) = (world.user("ada"), world.user("bob"), world.user("cy"))
    let room = world.group(ada, cy)
    let (old, new) = (try world.socket(of: ada), try world.socket(of: bob))
    world.tick()
    _ = (try old.take(), try new.take())
    world.commit(.member(.add(asker: ada, conversation: room, users: [bob])))
    #expect(try presences(new) == [Presence(user: ada, state: .online)])
    #expect(try presences(old) == [Presence(user: bob, state: .online)])
  }
}
