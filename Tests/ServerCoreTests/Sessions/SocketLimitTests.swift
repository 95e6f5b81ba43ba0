import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("How much a socket may claim, and how many there may be")
struct SocketLimitTests {
  @Test("who knows more feeds than are kept is caught up from nothing, and not sent away")
  func knowsTooMuch() throws {
    let fixture = try ServerFixture { $0.maximumKnownFeeds = 4 }
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    let session = fixture.signIn(ada)
    var known = try fixture.store.feedRevs(of: ada)
    for _ in 0..<6 { known[.conversation(fixture.id())] = 1 }
    let parts = known.map { [$0.key: $0.value] }
    let peer = fixture.connect()
    peer.hello(ada, session, known: parts[0], more: true)
    for part in parts.dropFirst().dropLast() { peer.send(.sync(known: part, more: true)) }
    peer.send(.sync(known: parts.last ?? [:], more: false))
    let frames = try peer.take()
    #expect(peer.sink.closeCode == nil)
    #expect(frames.contains(.synced))
    #expect(frames.compactMap(\.delta).contains { $0.feed == .conversation(room) && $0.isReset })
  }

  @Test("a user has so many sockets and no more; one that closes makes room")
  func perUser() throws {
    let fixture = try ServerFixture { $0.socketsPerUser = 2 }
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let first = try fixture.socket(of: ada)
    _ = try fixture.socket(of: ada)
    let third = fixture.connect()
    third.hello(ada, fixture.signIn(ada))
    #expect(try third.take().map { $0.refusal?.code } == [.rateLimited])
    #expect(third.sink.closeCode == .tooFast)
    _ = try fixture.socket(of: bob)
    first.cut()
    _ = try fixture.socket(of: ada)
  }

  @Test("sockets are counted by address until they close, each once")
  func perAddress() {
    let quota = SocketQuota(2)
    #expect(quota.take("a") && quota.take("a") && quota.take("b"))
    #expect(!quota.take("a"))
    quota.release("a")
    #expect(!quota.take("a"))
    for _ in 0..<3 { quota.release("a") }
    quota.release("b")
    #expect(quota.count == 0)
    #expect(quota.take("a"))
  }
}
