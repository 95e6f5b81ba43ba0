import Domain
import TestSupport
import Testing
import WireProtocol

@Suite("Messages over sockets")
struct SocketMessageTests {
  @Test("are acked to the sender and come to all other sockets as the same row")
  func send() async throws {
    try await TestWorkspace.run { workspace in
      let sender = try await workspace.ada.socket()
      let own = try await workspace.ada.socket()
      let other = try await workspace.bob.socket()
      let outsider = try await workspace.eve.socket()
      let ack = try await sender.post(" hi ", in: workspace.group)
      #expect(ack.fromRev == 2 && ack.toRev == 3)
      #expect(ack.messages.map(\.text) == ["hi"])
      #expect(ack.messages.map(\.seq) == [2])
      for socket in [own, other] { #expect(try await socket.delta(of: workspace.group) == ack) }
      #expect(try await sender.fence().deltas.isEmpty, "the ack is the sender's delta")
      #expect(try await outsider.fence().deltas.isEmpty)
    }
  }

  @Test("are not sent twice: a repeat is acked with the row and no range")
  func repeated() async throws {
    try await TestWorkspace.run { workspace in
      let sender = try await workspace.ada.socket()
      let other = try await workspace.bob.socket()
      let id: MessageID = TestUser.newID()
      let first = try await sender.post("once", in: workspace.group, id: id)
      let again = try await sender.post("another text", in: workspace.group, id: id, ref: 2)
      #expect(again.messages == first.messages)
      #expect(again.fromRev == nil && again.toRev == nil)
      let elsewhere = try await workspace.ada.socket()
      #expect(try await elsewhere.post("once", in: workspace.group, id: id, ref: 3).fromRev == nil)
      #expect(try await other.fence().deltas == [first])
      await #expect(throws: Refusal.self) { try await other.post("mine", in: workspace.group, id: id) }
    }
  }

  @Test("are edited and deleted for everyone, and again without effect")
  func editAndDelete() async throws {
    try await TestWorkspace.run { workspace in
      let author = try await workspace.bob.socket()
      let other = try await workspace.ada.socket()
      let id = workspace.message.id
      let edit = ClientFrame.edit(
        ref: 1, conversation: workspace.group, id: id, editID: TestUser.newID(), text: "edited")
      try await author.send(edit)
      let edited = try await author.ack(1)
      #expect(edited.messages.first?.edits.map(\.text) == ["hello team"])
      #expect(try await other.delta(of: workspace.group) == edited)
      try await author.send(edit)
      #expect(try await author.ack(1).fromRev == nil)
      try await other.send(
        .edit(ref: 5, conversation: workspace.group, id: id, editID: TestUser.newID(), text: "not mine"))
      let refused = try await other.error()
      #expect(refused.ref == 5)
      #expect(refused.refusal.code == .forbidden)
      try await other.send(.delete(ref: 6, conversation: workspace.group, id: id))
      let deleted = try await other.ack(6)
      #expect(deleted.messages.first?.text == "")
      #expect(deleted.messages.first?.deletedBy == workspace.ada.id)
      #expect(try await author.delta(of: workspace.group) == deleted)
      try await author.send(.delete(ref: 7, conversation: workspace.group, id: id))
      #expect(try await author.ack(7).fromRev == nil)
      try await author.send(
        .edit(ref: 8, conversation: workspace.group, id: id, editID: TestUser.newID(), text: "back"))
      #expect(try await author.error().refusal.code == .gone)
    }
  }

  @Test("can be pulled from any revision, and what one may not see is gone")
  func pull() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      let outsider = try await workspace.eve.socket()
      let posted = try await workspace.bob.post("second", in: workspace.group)
      _ = try await socket.delta(of: workspace.group)
      try await socket.send(.pull(feed: .conversation(workspace.group), fromRev: 2))
      #expect(try await socket.delta(of: workspace.group).messages == [posted])
      try await socket.send(.pull(feed: .conversation(workspace.group), fromRev: 99))
      let window = try await socket.delta(of: workspace.group)
      #expect(window.isReset, "ahead of the server")
      #expect(window == (try await workspace.ada.window(workspace.group)))
      for feed in [FeedID.conversation(workspace.group), .conversation(TestUser.newID())] {
        try await outsider.send(.pull(feed: feed, fromRev: 0))
        let gone = try await outsider.first { if case .gone(let feed) = $0 { feed } else { nil } }
        #expect(gone == feed)
      }
    }
  }

  @Test("before the window come as pages")
  func history() async throws {
    try await TestWorkspace.run { workspace in
      for number in 2...60 { try await workspace.bob.post("message \(number)", in: workspace.group) }
      let (socket, frames) = try await workspace.ada.connect()
      #expect(frames.deltas.first { $0.feed == .conversation(workspace.group) }?.windowStart == 11)
      func page(_ frame: ClientFrame) async throws -> MessagePage {
        try await socket.send(frame)
        return try await socket.first { if case .page(frame.ref, let page) = $0 { page } else { nil } }
      }
      let older = try await page(.history(ref: 1, conversation: workspace.group, before: 11, after: nil, limit: 4))
      #expect(older.messages.map(\.seq) == [7, 8, 9, 10])
      #expect(older.hasMore && older.windowStart == 7)
      #expect(older.unreadBefore == 6)
      let rest = try await page(.history(ref: 2, conversation: workspace.group, before: 7, after: nil, limit: nil))
      #expect(rest.messages.map(\.seq) == [1, 2, 3, 4, 5, 6])
      #expect(!rest.hasMore && rest.windowStart == 1)
      let newer = try await page(.history(ref: 3, conversation: workspace.group, before: nil, after: 58, limit: nil))
      #expect(newer.messages.map(\.seq) == [59, 60])
      let bad: [ClientFrame] = [
        .history(ref: 4, conversation: workspace.group, before: nil, after: nil, limit: nil),
        .history(ref: 5, conversation: workspace.group, before: 1, after: 1, limit: nil),
        .history(ref: 6, conversation: workspace.group, before: 5, after: nil, limit: 0),
        .history(ref: 7, conversation: workspace.group, before: 5, after: nil, limit: 201),
      ]
      for frame in bad {
        try await socket.send(frame)
        let answer = try await socket.error()
        #expect(answer.ref == frame.ref)
        #expect(answer.refusal.code == .invalid)
      }
    }
  }

  @Test("of someone who has just come in: the window; of someone who has gone: nothing")
  func membership() async throws {
    try await TestWorkspace.run { workspace in
      let eve = try await workspace.eve.socket()
      let bob = try await workspace.bob.socket()
      try await workspace.ada.add(workspace.eve, to: workspace.group)
      let window = try await eve.delta(of: workspace.group)
      #expect(window.isReset)
      #expect(window.messages == [workspace.message])
      #expect(window.members.first { $0.user == workspace.eve.id }?.joinSeq == 1)
      #expect(try await bob.delta(of: workspace.group).members.map(\.user) == [workspace.eve.id])
      let second = try await workspace.bob.post("for eve too", in: workspace.group)
      #expect(try await eve.delta(of: workspace.group).messages == [second])
      _ = try await bob.delta(of: workspace.group)
      try await workspace.ada.remove(workspace.eve, from: workspace.group)
      let gone = try await eve.first { if case .gone(let feed) = $0 { feed } else { nil } }
      #expect(gone == .conversation(workspace.group))
      #expect(try await bob.delta(of: workspace.group).members.first?.leftAt != nil)
      try await bob.post("not for eve", in: workspace.group)
      try await bob.send(.typing(conversation: workspace.group, active: true))
      try await bob.send(.read(conversation: workspace.group, seq: 3, markUnread: false))
      try await workspace.ada.ok(
        "PATCH", "/v1/conversations/\(workspace.group)", ConversationPatchRequest(name: "Without Eve"))
      _ = try await bob.delta(of: workspace.group)
      let heard = try await eve.fence()
      #expect(heard.deltas.isEmpty, "\(heard)")
      #expect(!heard.contains { if case .typing = $0 { true } else { false } })
    }
  }
}
