import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Joining and losing conversations")
struct MembershipTests {
  @Test("whoever is removed gets gone on every socket and nothing of the conversation after it")
  func removed() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let sockets = try [fixture.socket(of: bob), fixture.socket(of: bob)]
    let stays = try fixture.socket(of: ada)
    for socket in sockets + [stays] { _ = try socket.take() }
    // One group: a message that is still for all, the removal, a message that no longer is.
    let message: (String) -> WriteCommand.Body = {
      .message(.post(sender: ada, conversation: room, id: fixture.id(), text: $0, replyTo: nil))
    }
    fixture.context.gateway.submit(message("before"))
    fixture.context.gateway.submit(.member(.remove(asker: ada, conversation: room, user: bob)))
    fixture.context.gateway.submit(message("after"))
    fixture.drain()
    for socket in sockets {
      let frames = try socket.take()
      #expect(frames.first?.delta?.messages.map(\.text) == ["before"])
      #expect(frames.last == .gone(.conversation(room)))
      #expect(frames.count == 2)
    }
    #expect(try stays.take().compactMap { $0.delta?.messages.first?.text } == ["before", "after"])
  }

  @Test("what was being read when the conversation was lost is not delivered", arguments: [true, false])
  func lostWhileReading(history: Bool) throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    fixture.post("secret", by: ada, in: room)
    let peer = try fixture.socket(of: bob)
    fixture.store.after(history ? .page : .delta) { fixture.remove(bob, from: room, by: ada) }
    if history {
      peer.send(.history(ref: 1, conversation: room, before: 9, after: nil, limit: nil))
    } else {
      peer.send(.pull(feed: .conversation(room), fromRev: 0))
    }
    let frames = try peer.take()
    #expect(frames.first == .gone(.conversation(room)))
    #expect(!frames.contains { $0.tells(of: room) })
    #expect(frames.last == (history ? .error(ref: 1, .notFound) : .gone(.conversation(room))))
  }

  @Test("a conversation lost in the middle of the first load is not in it")
  func lostWhileLoading() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let (room, kept) = (fixture.group(ada, bob), fixture.group(ada, bob))
    fixture.post("secret", by: ada, in: room)
    let session = fixture.signIn(bob)
    let peer = fixture.connect()
    // The private feed is read last: the room's window is already made.
    fixture.store.after(.delta) {
      fixture.store.after(.delta) { fixture.remove(bob, from: room, by: ada) }
    }
    peer.hello(bob, session)
    let frames = try peer.take()
    #expect(frames.contains(.gone(.conversation(room))))
    #expect(!frames.contains { $0.tells(of: room) })
    #expect(frames.contains { $0.tells(of: kept) })
    #expect(frames.contains(.synced))
  }

  @Test("whoever is added gets the window, and those already there the member's row")
  func added() throws {
    let fixture = try ServerFixture()
    let (ada, bob, cy) = (fixture.user("ada"), fixture.user("bob"), fixture.user("cy"))
    let room = fixture.group(ada, bob)
    fixture.post("old", by: ada, in: room)
    let (new, old) = (try fixture.socket(of: cy), try fixture.socket(of: bob))
    fixture.commit(.member(.add(asker: ada, conversation: room, users: [cy])))
    let window = try #require(try new.take().compactMap(\.delta).first)
    #expect(window.isReset)
    #expect(window.messages.map(\.text) == ["old"])
    #expect(try old.take().compactMap(\.delta).first?.members.map(\.user) == [cy])
  }

  @Test("an added member's window comes although another conversation was lost meanwhile")
  func addedAndLostElsewhere() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let other = fixture.group(ada, bob)
    let room = fixture.group(ada, fixture.user("cy"))
    let peer = try fixture.socket(of: bob)
    fixture.store.after(.delta) { fixture.remove(bob, from: other, by: ada) }
    fixture.commit(.member(.add(asker: ada, conversation: room, users: [bob])))
    let frames = try peer.take()
    #expect(frames.contains(.gone(.conversation(other))))
    #expect(frames.contains { $0.delta?.feed == .conversation(room) && $0.delta?.isReset == true })
  }

  @Test("whoever is added and removed before the window is read gets only gone")
  func addedAndRemoved() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, fixture.user("cy"))
    let peer = try fixture.socket(of: bob)
    fixture.store.after(.delta) { fixture.remove(bob, from: room, by: ada) }
    fixture.commit(.member(.add(asker: ada, conversation: room, users: [bob])))
    let frames = try peer.take()
    #expect(frames.contains(.gone(.conversation(room))))
    #expect(!frames.contains { $0.tells(of: room) })
  }

  @Test("whoever comes back while the catch-up finds the conversation lost ends with the window, not with gone")
  func rejoinsWhileLoading() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let session = fixture.signIn(bob)
    let known = try fixture.store.feedRevs(of: bob)
    fixture.remove(bob, from: room, by: ada)
    fixture.store.after(.feedRevs) { fixture.commit(.member(.add(asker: ada, conversation: room, users: [bob]))) }
    let peer = fixture.connect()
    peer.hello(bob, session, known: known)
    let frames = try peer.take()
    let lastWindow = try #require(frames.lastIndex { $0.tells(of: room) })
    #expect(!frames[lastWindow...].contains(.gone(.conversation(room))))
  }

  @Test("an ended session's sockets close with 4401 at once and hear nothing more; other sessions stay")
  func sessionEnds() throws {
    let fixture = try ServerFixture()
    let (ada, bob) = (fixture.user("ada"), fixture.user("bob"))
    let room = fixture.group(ada, bob)
    let session = fixture.signIn(bob)
    let ended = try [fixture.socket(of: bob, session: session), fixture.socket(of: bob, session: session)]
    let stays = try fixture.socket(of: bob)
    for socket in ended + [stays] { _ = try socket.take() }
    fixture.context.gateway.submit(.session(.end(user: bob, session: session)))
    fixture.context.gateway.submit(
      .message(.post(sender: ada, conversation: room, id: fixture.id(), text: "later", replyTo: nil)))
    fixture.drain()
    for socket in ended {
      #expect(socket.sink.closeCode == .unauthenticated)
      #expect(try socket.take().isEmpty)
    }
    #expect(stays.sink.closeCode == nil)
    #expect(try stays.take().compactMap { $0.delta?.messages.first?.text } == ["later"])
  }

  @Test("what an ended session was reading is not delivered")
  func sessionEndsWhileReading() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    let session = fixture.signIn(ada)
    let peer = try fixture.socket(of: ada, session: session)
    fixture.store.after(.page) { fixture.commit(.session(.end(user: ada, session: session))) }
    peer.send(.history(ref: 1, conversation: room, before: 9, after: nil, limit: nil))
    #expect(try peer.take().isEmpty)
  }

  @Test("changing the password ends the other sessions only")
  func passwordChange() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let (kept, other) = (fixture.signIn(ada), fixture.signIn(ada))
    let (here, there) = (try fixture.socket(of: ada, session: kept), try fixture.socket(of: ada, session: other))
    fixture.commit(.account(.setPassword(user: ada, hash: "new", keepSession: kept)))
    #expect(here.sink.closeCode == nil)
    #expect(there.sink.closeCode == .unauthenticated)
  }
}
