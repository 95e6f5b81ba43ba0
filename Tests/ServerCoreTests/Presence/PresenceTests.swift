import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Presence")
struct PresenceTests {
  private func presences(_ peer: TestPeer) throws -> [Presence] { try peer.take().flatMap { $0.presences ?? [] } }

  @Test("is told after synced of everyone one shares a conversation with")
  func snapshot() throws {
    let fixture = try ServerFixture()
    let (ada, bob, cy, eve) = (fixture.user("ada"), fixture.user("bob"), fixture.user("cy"), fixture.user("eve"))
    _ = fixture.group(ada, bob, cy)
    _ = (try fixture.socket(of: bob), try fixture.socket(of: eve))
    let peer = fixture.connect()
    peer.hello(ada, fixture.signIn(ada))
    let frames = try peer.take()
    let synced = try #require(frames.firstIndex(of: .synced))
    let told = try #require(frames[synced...].compactMap(\.presences).first)
    #expect(Set(told) == [Presence(user: bob, state: .online), Presence(user: cy, state: .offline)])
  }

  @Test("changes are told at the next tick to those who share a conversation, and to nobody else")
  func contactsOnly() throws {
    let fixture = try ServerFixture()
    let (ada, bob, eve) = (fixture.user("ada"), fixture.user("bob"), fixture.user("eve"))
    _ = fixture.group(ada, bob)
    let (contact, stranger) = (try fixture.socket(of: bob), try fixture.socket(of: eve))
    fixture.tick()
    _ = (try contact.take(), try stranger.take())
    let peer = try fixture.socket(of: ada)
    #expect(try contact.take().isEmpty)
    fixture.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .online)])
    peer.send(.presence(.away))
    fixture.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .away)])
    fixture.clock.advance(milliseconds: 500)
    peer.cut()
    fixture.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .offline, lastSeen: fixture.clock.now)])
    #expect(try fixture.store.lastSeen(of: [ada]) == [ada: fixture.clock.now])
    #expect(try stranger.take().isEmpty)
  }

  @Test("is the best of all devices: online before away before offline")
  func devices() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    _ = fixture.group(ada, bob)
    let contact = try fixture.socket(of: bob)
    let (phone, laptop) = (try fixture.socket(of: ada), try fixture.socket(of: ada))
    fixture.tick()
    _ = try contact.take()
    phone.send(.presence(.away))
    fixture.tick()
    #expect(try presences(contact).isEmpty)
    laptop.cut()
    fixture.tick()
    #expect(try presences(contact) == [Presence(user: ada, state: .away)])
  }

  @Test("coming and going within one tick is told to nobody")
  func flapping() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    _ = fixture.group(ada, bob)
    let contact = try fixture.socket(of: bob)
    fixture.tick()
    _ = try contact.take()
    for _ in 0..<3 { try fixture.socket(of: ada).cut() }
    fixture.tick()
    #expect(try contact.take().isEmpty)
  }

  @Test("of many in one tick comes as one frame")
  func oneFrame() throws {
    let fixture = try ServerFixture()
    let users = (0..<5).map { fixture.user("u\($0)") }
    for user in users.dropFirst() { _ = fixture.group(users[0], user) }
    let contact = try fixture.socket(of: users[0])
    fixture.tick()
    _ = try contact.take()
    let others = try users.dropFirst().map { try fixture.socket(of: $0) }
    fixture.tick()
    let frames = try contact.take()
    #expect(frames.count == 1)
    #expect(frames.first?.presences?.count == others.count)
    // The others share nothing with one another.
    for other in others { #expect(try presences(other).allSatisfy { $0.user == users[0] }) }
  }

  @Test("of those who are online is told to whoever joins, and of whoever joins to them")
  func introduces() throws {
    let fixture = try ServerFixture()
    let (ada, bob, cy) = (fixture.user("ada"), fixture.user("bob"), fixture.user("cy"))
    let room = fixture.group(ada, cy)
    let (old, new) = (try fixture.socket(of: ada), try fixture.socket(of: bob))
    fixture.tick()
    _ = (try old.take(), try new.take())
    fixture.commit(.member(.add(asker: ada, conversation: room, users: [bob])))
    #expect(try presences(new) == [Presence(user: ada, state: .online)])
    #expect(try presences(old) == [Presence(user: bob, state: .online)])
  }
}
