import Domain
import Testing
import ViewModels

@Suite("Where a chat stands, and what of it is read", .timeLimit(.minutes(5)))
@MainActor
struct ChatPlaceTests {
  private func unread(_ fixture: DeviceFixture) throws -> Int? {
    try fixture.store.timeline(DeviceFixture.conversation)?.unread
  }

  @Test("nothing is read before the chat stands still; then what comes in at its end is")
  func settling() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { chat.state.content != nil }
      chat.appear()
      await chat.setAtEnd(true)
      try #expect(unread(fixture) == 1)
      #expect(!chat.offersJump)
      await chat.settle()
      try #expect(unread(fixture) == 0)
      try fixture.post(fixture.ada, "b")
      await eventually("the next is there") { chat.newestSeq == 2 }
      await chat.seeEnd()
      try #expect(unread(fixture) == 0)
    }
  }

  @Test("whoever looks at earlier messages has not read the newest, and is offered the way to them")
  func awayFromTheEnd() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { chat.state.content != nil }
      chat.appear()
      await chat.settle()
      #expect(chat.offersJump)
      await chat.seeEnd()
      try #expect(unread(fixture) == 1)
      #expect(chat.unread == 1)
      await chat.setAtEnd(true)
      try #expect(unread(fixture) == 0)
    }
  }

  @Test("an app in the background reads nothing; coming back to the end of an open chat does")
  func background() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { chat.state.content != nil }
      chat.appear()
      await chat.sceneChanged(isActive: false)
      await chat.setAtEnd(true)
      await chat.settle()
      try #expect(unread(fixture) == 1)
      await chat.sceneChanged(isActive: true)
      try #expect(unread(fixture) == 0)
    }
  }

  @Test("a message further up than what is shown becomes the target, and is pointed out for a moment")
  func revealShown() async throws {
    let fixture = try DeviceFixture()
    let first = try fixture.post(fixture.ada, "first")
    for number in 2...(ChatViewModel.pageSize + 5) { try fixture.post(fixture.ada, "\(number)") }
    let pauses = ManualPauses()
    let chat = fixture.chat(pauses: pauses)
    try await running(chat.run) {
      await eventually("the end is shown") { chat.rows.compactMap(\.bubble).count == ChatViewModel.pageSize }
      #expect(!chat.rows.contains { $0.id == .message(first.id) })
      await chat.reveal(first.id)
      #expect(chat.target == first.id)
      #expect(chat.rows.contains { $0.id == .message(first.id) })
      let pointing = Task { await chat.pointOut() }
      await eventually("it is pointed out") { pauses.count == 1 }
      #expect(chat.target == first.id)
      pauses.wake()
      await pointing.value
      #expect(chat.target == nil)
    }
  }

  @Test("a message that is only on the server is fetched, page by page, before the chat has been followed")
  func revealFetched() async throws {
    let fixture = try DeviceFixture.withOlder()
    let chat = fixture.chat()
    await chat.reveal(DeviceFixture.olderMessage(1))
    #expect(chat.target == DeviceFixture.olderMessage(1))
    #expect(chat.problem == nil)
    #expect(chat.rows.contains { $0.id == .message(DeviceFixture.olderMessage(1)) })
  }

  @Test("a message that is gone is said to be, and points nothing out")
  func revealGone() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    let chat = fixture.chat()
    await chat.reveal(MessageID(high: 1, low: 1))
    #expect(chat.target == nil)
    #expect(chat.problem?.sentence == "That message is not here any more.")
  }

  @Test("without network an earlier message is not called gone: the reason is told")
  func revealOffline() async throws {
    let fixture = try DeviceFixture.withOlder()
    fixture.state.withLock { $0.refusal = Refusal(.overloaded, "busy") }
    let chat = fixture.chat()
    await chat.reveal(DeviceFixture.olderMessage(1))
    #expect(chat.target == nil)
    #expect(chat.problem?.sentence == "The server is busy. Try again in a moment.")
  }

  @Test("a screen about one message or the conversation is loading, then shows it, then says that it is gone")
  func screensBeside() async throws {
    let fixture = try DeviceFixture(kind: .group, role: .admin)
    let message = try fixture.post(fixture.ada, "a")
    let chat = fixture.chat()
    #expect(chat.bubbleState(message.id) == .loading)
    #expect(chat.infoState == .loading)
    try await running(chat.follow) {
      await eventually("it is there") { chat.bubbleState(message.id).content?.text == "a" }
      #expect(chat.infoState.content?.conversation.name == "Team")
      #expect(chat.isGroup)
      #expect(chat.other == nil)
      #expect(chat.bubbleState(MessageID(high: 1, low: 1)) == .empty)
      await chat.group.leave()
      await eventually("it is gone") {
        if case .failed = chat.infoState { true } else { false }
      }
    }
  }
}

extension DeviceFixture {
  static func olderMessage(_ seq: Int64) -> MessageID { MessageID(high: 9, low: UInt64(seq)) }

  /// The device holds the third message; the server gives the two before it one by one.
  static func withOlder() throws -> DeviceFixture {
    let fixture = try DeviceFixture()
    func message(_ seq: Int64) -> Message {
      Message(
        id: olderMessage(seq), seq: seq, rev: 2, sender: fixture.ada, text: "\(seq)", createdAt: fixture.wallClock.now)
    }
    let delta = FeedDelta(
      feed: .conversation(conversation), fromRev: 0, toRev: 2, isReset: true, windowStart: 3, unreadBefore: 0,
      conversation: try fixture.store.timeline(conversation)?.conversation,
      members: try fixture.store.timeline(conversation)?.members ?? [], messages: [message(3)])
    try #expect(fixture.store.apply(delta) == .applied)
    fixture.state.withLock { state in
      state.older = [1, 2].map { seq in
        MessagePage(
          conversation: conversation, messages: [message(seq)], windowStart: seq, unreadBefore: 0, hasMore: seq > 1)
      }
    }
    return fixture
  }
}
