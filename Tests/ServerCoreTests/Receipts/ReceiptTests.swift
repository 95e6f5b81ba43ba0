import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Receipts")
struct ReceiptTests {
  private struct Fixture {
    let fixture: ServerFixture
    let (ada, bob, cy): (UserID, UserID, UserID)
    let id: ConversationID
    let sockets: [TestPeer]

    init() throws {
      fixture = try ServerFixture()
      (ada, bob, cy) = (fixture.user("ada"), fixture.user("bob"), fixture.user("cy"))
      id = fixture.group(ada, bob, cy)
      for number in 1...9 { fixture.post("m\(number)", by: ada, in: id) }
      sockets = try [fixture.socket(of: ada), fixture.socket(of: bob), fixture.socket(of: cy)]
      fixture.tick()
      for socket in sockets { _ = try socket.take() }
    }
  }

  @Test("of one tick are one commit, told to all as member rows")
  func coalesced() throws {
    let room = try Fixture()
    let before = try room.fixture.rev(room.id, room.ada)
    for seq in 1...9 as ClosedRange<Int64> { room.sockets[1].send(.delivered(conversation: room.id, seq: seq)) }
    for seq in 1...4 as ClosedRange<Int64> {
      room.sockets[1].send(.read(conversation: room.id, seq: seq, markUnread: false))
    }
    room.sockets[2].send(.delivered(conversation: room.id, seq: 7))
    #expect(room.fixture.store.queueDepth == 0)
    room.fixture.context.tick()
    #expect(room.fixture.store.queueDepth == 1)
    room.fixture.drain()
    #expect(try room.fixture.rev(room.id, room.ada) == before + 1)
    for socket in room.sockets {
      let frames = try socket.take()
      #expect(frames.count == 1)
      let members = frames.first?.delta?.members ?? []
      #expect(members.first { $0.user == room.bob }.map { [$0.deliveredSeq, $0.readSeq] } == [9, 4])
      #expect(members.first { $0.user == room.cy }.map { [$0.deliveredSeq, $0.readSeq] } == [7, 0])
    }
  }

  @Test("only rise, unless something is marked unread")
  func rise() throws {
    let room = try Fixture()
    func readSeq(after frames: [ClientFrame]) throws -> Int64? {
      for frame in frames { room.sockets[1].send(frame) }
      room.fixture.tick()
      return try room.fixture.store.delta(of: .conversation(room.id), for: room.bob, fromRev: 0)
        .members.first { $0.user == room.bob }?.readSeq
    }
    #expect(try readSeq(after: [.read(conversation: room.id, seq: 6, markUnread: false)]) == 6)
    #expect(try readSeq(after: [.read(conversation: room.id, seq: 2, markUnread: false)]) == 6)
    #expect(try readSeq(after: [.read(conversation: room.id, seq: 3, markUnread: true)]) == 3)
    let readThenUnread: [ClientFrame] = [
      .read(conversation: room.id, seq: 8, markUnread: false), .read(conversation: room.id, seq: 1, markUnread: true),
    ]
    #expect(try readSeq(after: readThenUnread) == 1)
    #expect(try readSeq(after: readThenUnread.reversed()) == 8)
  }

  @Test("that change nothing, or of someone who is no member, are told to nobody")
  func nothing() throws {
    let room = try Fixture()
    let outsider = try room.fixture.socket(of: room.fixture.user("eve"))
    outsider.send(.read(conversation: room.id, seq: 5, markUnread: false))
    room.sockets[1].send(.delivered(conversation: room.id, seq: 0))
    room.fixture.tick()
    for socket in room.sockets { #expect(try socket.take().filter { $0.delta != nil }.isEmpty) }
  }
}
