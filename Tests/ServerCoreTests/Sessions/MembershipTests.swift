import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Joining and losing conversations")
struct MembershipTests {
  @Test("whoever is removed gets gone on every socket and nothing of the conversation after it")
  func removed() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, bob)
    let sockets = try [world.socket(of: bob), world.socket(of: bob)]
    let stays = try world.socket(of: ada)
    for socket in sockets + [stays] { _ = try socket.take() }
    // One group: a message that is still for all, the removal, a message that no longer is.
    let message: (String) -> WriteCommand.Body = {
      .message(.post(sender: ada, conversation: room, id: world.id(), text: $0, replyTo: nil))
    }
    world.context.gateway.submit(message("before"))
    world.context.gateway.submit(.member(.remove(asker: ada, conversation: room, user: bob)))
    world.context.gateway.submit(message("after"))
    world.drain()
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
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, bob)
    world.post("secret", by: ada, in: room)
    let peer = try world.socket(of: bob)
    world.store.after(history ? .page : .delta) { world.remove(bob, from: room, by: ada) }
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
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let (room, kept) = (world.group(ada, bob), world.group(ada, bob))
    world.post("secret", by: ada, in: room)
    let session = world.signIn(bob)
    let peer = world.connect()
    // The private feed is read last: the room's window is already made.
    world.store.after(.delta) {
      world.store.after(.delta) { world.remove(bob, from: room, by: ada) }
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
    let world = try HubWorld()
    let (ada, bob, cy) = (world.user("ada"), world.user("bob"), world.user("cy"))
    let room = world.group(ada, bob)
    world.post("old", by: ada, in: room)
    let (new, old) = (try world.socket(of: cy), try world.socket(of: bob))
    world.commit(.member(.add(asker: ada, conversation: room, users: [cy])))
    let window = try #require(try new.take().compactMap(\.delta).first)
    #expect(window.isReset)
    #expect(window.messages.map(\.text) == ["old"])
    #expect(try old.take().compactMap(\.delta).first?.members.map(\.user) == [cy])
  }

  @Test("an added member's window comes although another conversation was lost meanwhile")
  func addedAndLostElsewhere() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let other = world.group(ada, bob)
    let room = world.group(ada, world.user("cy"))
    let peer = try world.socket(of: bob)
    world.store.after(.delta) { world.remove(bob, from: other, by: ada) }
    world.commit(.member(.add(asker: ada, conversation: room, users: [bob])))
    let frames = try peer.take()
    #expect(frames.contains(.gone(.conversation(other))))
    #expect(frames.contains { $0.delta?.feed == .conversation(room) && $0.delta?.isReset == true })
  }

  @Test("whoever is added and removed before the window is read gets only gone")
  func addedAndRemoved() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, world.user("cy"))
    let peer = try world.socket(of: bob)
    world.store.after(.delta) { world.remove(bob, from: room, by: ada) }
    world.commit(.member(.add(asker: ada, conversation: room, users: [bob])))
    let frames = try peer.take()
    #expect(frames.contains(.gone(.conversation(room))))
    #expect(!frames.contains { $0.tells(of: room) })
  }

  @Test("whoever comes back while the catch-up finds the conversation lost ends with the window, not with gone")
  func rejoinsWhileLoading() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, bob)
    let session = world.signIn(bob)
    let known = try world.store.feedRevs(of: bob)
    world.remove(bob, from: room, by: ada)
    world.store.after(.feedRevs) { world.commit(.member(.add(asker: ada, conversation: room, users: [bob]))) }
    let peer = world.connect()
    peer.hello(bob, session, known: known)
    let frames = try peer.take()
    let lastWindow = try #require(frames.lastIndex { $0.tells(of: room) })
    #expect(!frames[lastWindow...].contains(.gone(.conversation(room))))
  }

  @Test("an ended session's sockets close with 4401 at once and hear nothing more; other sessions stay")
  func sessionEnds() throws {
    let world = try HubWorld()
    let (ada, bob) = (world.user("ada"), world.user("bob"))
    let room = world.group(ada, bob)
    let session = world.signIn(bob)
    let ended = try [world.socket(of: bob, session: session), world.socket(of: bob, session: session)]
    let stays = try world.socket(of: bob)
    for socket in ended + [stays] { _ = try socket.take() }
    world.context.gateway.submit(.session(.end(user: bob, session: session)))
    world.context.gateway.submit(
      .message(.post(sender: ada, conversation: room, id: world.id(), text: "later", replyTo: nil)))
    world.drain()
    for socket in ended {
      #expect(socket.sink.closeCode == .unauthenticated)
      #expect(try socket.take().isEmpty)
    }
    #expect(stays.sink.closeCode == nil)
    #expect(try stays.take().compactMap { $0.delta?.messages.first?.text } == ["later"])
  }

  @Test("what an ended session was reading is not delivered")
  func sessionEndsWhileReading() throws {
    let world = try HubWorld()
    let ada = world.user("ada")
    let room = world.group(ada, world.user("bob"))
    let session = world.signIn(ada)
    let peer = try world.socket(of: ada, session: session)
    world.store.after(.page) { world.commit(.session(.end(user: ada, session: session))) }
    peer.send(.history(ref: 1, conversation: room, before: 9, after: nil, limit: nil))
    #expect(try peer.take().isEmpty)
  }

  @Test("changing the password ends the other sessions only")
  func passwordChange() throws {
    let world = try HubWorld()
    let ada = world.user("ada")
    let (kept, other) = (world.signIn(ada), world.signIn(ada))
    let (here, there) = (try world.socket(of: ada, session: kept), try world.socket(of: ada, session: other))
    world.commit(.account(.setPassword(user: ada, hash: "new", keepSession: kept)))
    #expect(here.sink.closeCode == nil)
    #expect(there.sink.closeCode == .unauthenticated)
  }
}
