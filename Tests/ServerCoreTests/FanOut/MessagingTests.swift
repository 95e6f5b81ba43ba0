import ClientSync
import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Messages on sockets")
struct MessagingTests {
  @Test("the ack comes with the commit and not before, with the row that everyone else gets as a delta")
  func ackIsDurable() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let (phone, laptop, other) = (
      try fixture.socket(of: ada), try fixture.socket(of: ada), try fixture.socket(of: bob)
    )
    _ = try phone.take()
    let before = try fixture.rev(room, ada)
    let id = phone.post("hi", in: room, ref: 5, id: fixture.id())
    #expect(try phone.take().isEmpty)
    #expect(try other.take().isEmpty)
    fixture.drain()

    let message = Message(id: id, seq: 1, rev: before + 1, sender: ada, text: "hi", createdAt: fixture.clock.now)
    let delta = FeedDelta(feed: .conversation(room), fromRev: before, toRev: before + 1, messages: [message])
    #expect(try phone.take() == [.ack(ref: 5, delta)])
    #expect(try laptop.take() == [.delta(delta)])
    #expect(try other.take() == [.delta(delta)])
  }

  @Test("acks of one group come in order with one flush a socket and one hop a loop")
  func oneFlush() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let sender = try fixture.socket(of: ada)
    let others = try [0, 0, 1].map { try fixture.socket(of: bob, loopIndex: $0) }
    for peer in [sender] + others { _ = try peer.take() }
    _ = fixture.fanOut.takeCounts()
    let flushes = ([sender] + others).map(\.sink.flushes)

    for ref in 1...5 { sender.post("m\(ref)", in: room, ref: Int64(ref), id: fixture.id()) }
    fixture.drain()

    #expect(fixture.fanOut.takeCounts() == [0: 1, 1: 1])
    #expect(([sender] + others).map(\.sink.flushes) == flushes.map { $0 + 1 })
    let acks = try sender.take()
    #expect(acks.compactMap { $0.ackRef } == [1, 2, 3, 4, 5])
    #expect(acks.compactMap { $0.ack?.messages.first?.seq } == [1, 2, 3, 4, 5])
    for peer in others { #expect(try peer.take().compactMap { $0.delta?.messages.first?.seq } == [1, 2, 3, 4, 5]) }
  }

  @Test("every socket sees each conversation without a gap, whoever sends and however commits are grouped")
  func gapFree() throws {
    let fixture = try ServerFixture()
    let users = ["ada", "bob", "cy"].map { fixture.user($0) }
    let rooms = (0..<2).map { _ in fixture.group(users[0], users[1], users[2]) }
    var cursors: [SocketID: [ConversationID: Int64]] = [:]
    let peers = try users.flatMap { user in try (0..<2).map { _ in try fixture.socket(of: user) } }
    for peer in peers {
      _ = try peer.take()
      for room in rooms { cursors[peer.id, default: [:]][room] = try fixture.rev(room, users[0]) }
    }
    var random = SplitMix64(seed: 7)
    for ref in 1...200 {
      let peer = peers[Int.random(in: 0..<peers.count, using: &random)]
      peer.post("m\(ref)", in: rooms[Int.random(in: 0..<2, using: &random)], ref: Int64(ref), id: fixture.id())
      if Int.random(in: 0..<4, using: &random) == 0 { fixture.drain() }
    }
    fixture.drain()
    for peer in peers {
      for frame in try peer.take() {
        guard let delta = frame.delta ?? frame.ack, let room = delta.feed.conversation else { continue }
        #expect(delta.fromRev == cursors[peer.id]?[room])
        cursors[peer.id]?[room] = delta.toRev
      }
      for room in rooms { #expect(cursors[peer.id]?[room] == (try fixture.rev(room, users[0]))) }
    }
  }

  @Test("a repeated id is acked with the row as it is, without a range, and told to nobody")
  func repeated() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let (sender, other) = (try fixture.socket(of: ada), try fixture.socket(of: bob))
    let id = sender.post("hi", in: room, ref: 1, id: fixture.id())
    fixture.drain()
    let first = try #require(try sender.take().compactMap(\.ack).first)
    _ = try other.take()
    sender.post("changed", in: room, ref: 2, id: id)
    fixture.drain()
    #expect(try sender.take() == [.ack(ref: 2, FeedDelta(feed: .conversation(room), messages: first.messages))])
    #expect(try other.take().isEmpty)
  }

  @Test("edits and deletions are acked to their socket and told to the others, and repeats answer without a range")
  func editsAndDeletions() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let (author, other) = (try fixture.socket(of: ada), try fixture.socket(of: bob))
    let id = author.post("hi", in: room, ref: 1, id: fixture.id())
    fixture.drain()
    _ = (try author.take(), try other.take())

    let edit: EditID = fixture.id()
    for ref in [2, 3] as [Int64] {
      author.send(.edit(ref: ref, conversation: room, id: id, editID: edit, text: "ho"))
      fixture.drain()
    }
    let edits = try author.take().compactMap(\.ack)
    #expect(edits.map { $0.messages.first?.text } == ["ho", "ho"])
    #expect(edits.map { $0.fromRev == nil } == [false, true])
    #expect(try other.take().map { $0.delta?.messages.first?.text } == ["ho"])

    for ref in [4, 5] as [Int64] {
      author.send(.delete(ref: ref, conversation: room, id: id))
      fixture.drain()
    }
    let deletions = try author.take().compactMap(\.ack)
    #expect(deletions.map { $0.messages.first?.isDeleted } == [true, true])
    #expect(deletions.map { $0.fromRev == nil } == [false, true])
    #expect(try other.take().map { $0.delta?.messages.first?.isDeleted } == [true])

    author.send(.edit(ref: 6, conversation: room, id: id, editID: fixture.id(), text: "again"))
    fixture.drain()
    #expect(try author.take().map { $0.refusal?.code } == [.gone])
  }

  @Test("what is refused is answered with the ref, told to nobody, and leaves the socket open")
  func refusals() throws {
    let fixture = try ServerFixture()
    let (ada, bob, eve) = (fixture.user("ada"), fixture.user("bob"), fixture.user("eve"))
    let room = fixture.group(ada, bob)
    let (peer, other, outsider) = (
      try fixture.socket(of: ada), try fixture.socket(of: bob), try fixture.socket(of: eve)
    )
    let taken = other.post("mine", in: room, ref: 1, id: fixture.id())
    fixture.drain()
    for socket in [peer, other, outsider] { _ = try socket.take() }

    let long = String(repeating: "x", count: MessageText.maximumLength + 1)
    let cases: [(TestPeer, ClientFrame, ErrorCode)] = [
      (peer, .send(ref: 10, conversation: room, id: fixture.id(), text: "  \n", replyTo: nil), .invalid),
      (peer, .send(ref: 11, conversation: room, id: fixture.id(), text: "a\u{1}", replyTo: nil), .invalid),
      (peer, .send(ref: 12, conversation: room, id: fixture.id(), text: long, replyTo: nil), .tooLarge),
      (peer, .send(ref: 13, conversation: room, id: taken, text: "x", replyTo: nil), .conflict),
      (peer, .send(ref: 14, conversation: fixture.id(), id: fixture.id(), text: "x", replyTo: nil), .notFound),
      (peer, .send(ref: 15, conversation: room, id: fixture.id(), text: "x", replyTo: fixture.id()), .invalid),
      (peer, .edit(ref: 16, conversation: room, id: taken, editID: fixture.id(), text: "x"), .forbidden),
      (peer, .edit(ref: 17, conversation: room, id: taken, editID: fixture.id(), text: ""), .invalid),
      (peer, .delete(ref: 18, conversation: room, id: fixture.id()), .notFound),
      (outsider, .send(ref: 19, conversation: room, id: fixture.id(), text: "x", replyTo: nil), .notFound),
      (outsider, .edit(ref: 20, conversation: room, id: taken, editID: fixture.id(), text: "x"), .notFound),
      (outsider, .delete(ref: 21, conversation: room, id: taken), .notFound),
    ]
    for (socket, frame, code) in cases {
      socket.send(frame)
      fixture.drain()
      guard case .error(let ref, let refusal)? = try socket.take().first else {
        Issue.record("\(frame) was not refused")
        continue
      }
      #expect(ref == frame.ref)
      #expect(refusal.code == code, "\(frame)")
      #expect(socket.sink.closeCode == nil)
    }
    #expect(try other.take().isEmpty)
  }

  @Test("when too much waits for the disk, a request is refused as overloaded and what waits is still committed")
  func overloaded() throws {
    let fixture = try ServerFixture { $0.maximumQueueDepth = 2 }
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    let peer = try fixture.socket(of: ada)
    for ref in 1...3 { peer.post("m", in: room, ref: Int64(ref), id: fixture.id()) }
    #expect(try peer.take() == [.error(ref: 3, Refusal(.overloaded, "The server has too much to do.", retryAfter: 1))])
    fixture.drain()
    #expect(try peer.take().compactMap { $0.ackRef } == [1, 2])
  }

  @Test("requests beyond the rate are refused with the time to wait, and taken again after it")
  func rate() throws {
    let fixture = try ServerFixture { $0.socketRate = RateLimit(burst: 2, perSecond: 1) }
    let peer = try fixture.socket(of: fixture.user("ada"))
    for ref in 1...3 { peer.send(.ping(ref: Int64(ref))) }
    let frames = try peer.take()
    #expect(frames.prefix(2) == [.pong(ref: 1), .pong(ref: 2)])
    #expect(frames.last == .error(ref: 3, Refusal(.rateLimited, "Too many requests. Wait 1 s.", retryAfter: 1)))
    fixture.clock.advance(milliseconds: 1_000)
    peer.send(.ping(ref: 4))
    #expect(try peer.take() == [.pong(ref: 4)])
  }

  @Test("the rate is a user's, over all sockets; nobody else pays for it")
  func rateOfAUser() throws {
    let fixture = try ServerFixture { $0.socketRate = RateLimit(burst: 2, perSecond: 1) }
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let (phone, laptop, other) = (try fixture.socket(of: ada), try fixture.socket(of: ada), try fixture.socket(of: bob))
    for peer in [phone, laptop, laptop, other] { peer.send(.ping(ref: 1)) }
    #expect(try phone.take().contains(.pong(ref: 1)))
    let refusal = Refusal(.rateLimited, "Too many requests. Wait 1 s.", retryAfter: 1)
    #expect(try laptop.take().suffix(2) == [.pong(ref: 1), .error(ref: 1, refusal)])
    #expect(try other.take().contains(.pong(ref: 1)))
  }

  @Test("whoever goes on after that is cut off with 4429")
  func flood() throws {
    let fixture = try ServerFixture {
      $0.socketRate = RateLimit(burst: 1, perSecond: 0.001)
      $0.maximumStrikes = 5
    }
    let peer = try fixture.socket(of: fixture.user("ada"))
    for ref in 1...6 { peer.send(.ping(ref: Int64(ref))) }
    #expect(peer.sink.closeCode == nil)
    peer.send(.ping(ref: 7))
    #expect(peer.sink.closeCode == .tooFast)
  }
}

@Suite("Reading over a socket")
struct ReadingTests {
  @Test("history answers a page with the ref")
  func history() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    for number in 1...5 { fixture.post("m\(number)", by: ada, in: room) }
    let peer = try fixture.socket(of: ada)
    peer.send(.history(ref: 3, conversation: room, before: 4, after: nil, limit: 2))
    guard case .page(let ref, let page)? = try peer.take().first else {
      Issue.record("no page")
      return
    }
    #expect(ref == 3)
    #expect(page.messages.map(\.seq) == [2, 3])
    #expect(page.hasMore)
  }

  @Test("history that makes no sense, or of someone else's conversation, is refused with the ref")
  func badHistory() throws {
    let fixture = try ServerFixture()
    let (ada, eve) = (fixture.user("ada"), fixture.user("eve"))
    let room = fixture.group(ada, fixture.user("bob"))
    let (peer, outsider) = (try fixture.socket(of: ada), try fixture.socket(of: eve))
    let cases: [(TestPeer, Int64?, Int64?, Int?, ErrorCode)] = [
      (peer, nil, nil, nil, .invalid), (peer, 1, 1, nil, .invalid), (peer, 9, nil, 0, .invalid),
      (peer, 9, nil, 201, .invalid), (outsider, 9, nil, nil, .notFound),
    ]
    for (socket, before, after, limit, code) in cases {
      socket.send(.history(ref: 8, conversation: room, before: before, after: after, limit: limit))
      guard case .error(8, let refusal)? = try socket.take().first else {
        Issue.record("not refused")
        continue
      }
      #expect(refusal.code == code)
      #expect(socket.sink.closeCode == nil)
    }
  }

  @Test("pull answers the delta from there, and gone for what one may not read")
  func pull() throws {
    let fixture = try ServerFixture()
    let (ada, eve) = (fixture.user("ada"), fixture.user("eve"))
    let room = fixture.group(ada, fixture.user("bob"))
    let before = try fixture.rev(room, ada)
    fixture.post("one", by: ada, in: room)
    let (peer, outsider) = (try fixture.socket(of: ada), try fixture.socket(of: eve))
    peer.send(.pull(feed: .conversation(room), fromRev: before))
    let delta = try #require(try peer.take().compactMap(\.delta).first)
    #expect(delta.fromRev == before)
    #expect(delta.messages.map(\.text) == ["one"])
    outsider.send(.pull(feed: .conversation(room), fromRev: 0))
    #expect(try outsider.take() == [.gone(.conversation(room))])
  }
}
