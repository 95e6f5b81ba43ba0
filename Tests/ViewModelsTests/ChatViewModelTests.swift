import Domain
import Testing
import ViewModels

@Suite("An open chat", .timeLimit(.minutes(5)))
@MainActor
struct ChatViewModelTests {
  private func bubbles(_ chat: ChatViewModel) -> [ChatBubble] { chat.rows.compactMap(\.bubble) }

  private func unread(_ fixture: DeviceFixture) throws -> Int? {
    try fixture.store.timeline(DeviceFixture.conversation)?.unread
  }

  @Test("a sent message is on screen at once, then carries what the server and the others say")
  func statusOfOwnMessage() async throws {
    let fixture = try DeviceFixture()
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("the chat is empty") { chat.state == .empty }
      chat.composer.setText("  Hello  ")
      await chat.send()
      #expect(chat.composer.text.isEmpty)
      await eventually("it is pending") { bubbles(chat).map(\.item.status) == [.sending] }
      #expect(bubbles(chat).first?.text == "Hello")
      try fixture.deliver()
      await eventually("it is sent") { bubbles(chat).map(\.item.status) == [.sent] }
      try fixture.raise(fixture.ada, "Ada", delivered: 1, read: 0)
      await eventually("it is delivered") { bubbles(chat).map(\.item.status) == [.delivered] }
      try fixture.raise(fixture.ada, "Ada", delivered: 1, read: 1)
      await eventually("it is read") { bubbles(chat).map(\.item.status) == [.read] }
      let id = try #require(bubbles(chat).first?.id)
      #expect(chat.receipts(of: id)?.read.map(\.name) == ["Ada"])
    }
  }

  @Test("a refused message says why, and can be sent again or given up")
  func failure() async throws {
    let fixture = try DeviceFixture()
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("the chat is there") { chat.timeline != nil }
      for text in ["one", "two"] {
        chat.composer.setText(text)
        await chat.send()
      }
      try fixture.refuseOutbox(Refusal(.forbidden, "You may not do that here."))
      await eventually("both have failed") { bubbles(chat).count { $0.failureText != nil } == 2 }
      #expect(bubbles(chat).allSatisfy { $0.failureText == "You may not do that here." })
      await chat.discard(try #require(bubbles(chat).last).id)
      await chat.retryAllFailed()
      await eventually("one is on its way, the other gone") {
        bubbles(chat).map(\.text) == ["one"] && bubbles(chat).allSatisfy { $0.failureText == nil }
      }
    }
  }

  @Test("days part messages, and a name stands once above a run of them")
  func rows() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    fixture.advance(seconds: 60)
    try fixture.post(fixture.ada, "b")
    fixture.advance(seconds: 600)
    try fixture.post(fixture.ada, "c")
    fixture.advance(seconds: 86_400)
    try fixture.post(fixture.ada, "d")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("all are there") { bubbles(chat).count == 4 }
      #expect(bubbles(chat).map(\.startsGroup) == [true, false, true, true])
      let days = chat.rows.compactMap { row -> Phrase? in if case .day(let text, _) = row { text } else { nil } }
      #expect(days == ["Yesterday", "Today"])
      #expect(chat.rows.first == .beginning)
    }
  }

  @Test("the unread line stays where it was while reading, and reading takes the count away")
  func unreadLine() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    try fixture.post(fixture.ada, "b")
    let chat = fixture.chat()
    chat.appear()
    try await running(chat.run) {
      await eventually("two are unread") { chat.timeline?.unread == 2 }
      #expect(chat.rows.contains(.unreadLine(count: 2)))
      await chat.seen(upTo: chat.newestSeq)
      await eventually("none is unread") { chat.timeline?.unread == 0 }
      #expect(chat.rows.contains(.unreadLine(count: 2)))
    }
  }

  @Test("nothing counts as read while the chat is not in front, or once it has been marked unread")
  func seenOnlyWhenVisible() async throws {
    let fixture = try DeviceFixture()
    let first = try fixture.post(fixture.ada, "a")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("one is unread") { chat.timeline?.unread == 1 }
      await chat.seen(upTo: 1)
      try #expect(unread(fixture) == 1)
      chat.appear()
      await chat.seen(upTo: 1)
      try #expect(unread(fixture) == 0)
      await chat.markUnread(from: first.id)
      await chat.seen(upTo: 1)
      try #expect(unread(fixture) == 1)
    }
  }

  @Test("a message says why it is urgent; what I say of it goes to the server, and a refusal is told")
  func urgent() async throws {
    let fixture = try DeviceFixture()
    let message = try fixture.post(fixture.ada, "The site is down!")
    try fixture.mark(message, "It is down.")
    let intelligence = FakeIntelligence()
    let chat = fixture.chat(intelligence: intelligence)
    try await running(chat.run) {
      await eventually("it says why") { chat.rows.last?.bubble?.item.urgentReason == "It is down." }
      #expect(chat.rows.last?.bubble?.canCorrectPriority == true)
      await chat.correct(message.id, to: .canWait)
      #expect(intelligence.state.withLock { $0.calls } == ["correct can_wait"])
      try fixture.mark(message, nil)
      await eventually("it can wait") { chat.rows.last?.bubble?.item.urgentReason == nil }
      intelligence.state.withLock { $0.refusal = Refusal(.internal, "") }
      await chat.correct(message.id, to: .urgent)
      #expect(chat.problem != nil)
    }
  }

  @Test("a wish to meet stands at its message for a week, for those whom it concerns, until it is put away")
  func wishes() async throws {
    let fixture = try DeviceFixture()
    let messages = try (1...4).map { try fixture.post(fixture.ada, "\($0)") }
    let now = fixture.wallClock.now
    func wish(
      _ number: Int, _ text: String, _ participants: [UserID], ago seconds: Int64 = 0
    ) -> PlacedInsight {
      PlacedInsight(
        conversation: DeviceFixture.conversation,
        insight: Insight(
          id: InsightID(high: 3, low: UInt64(number)), kind: .scheduling, text: text,
          citations: [messages[number].id], participants: participants, confidence: 1, reason: "",
          createdAt: now.adding(seconds: -seconds)))
    }
    let intelligence = FakeIntelligence()
    intelligence.state.withLock {
      $0.insights = [
        wish(0, "Meeting: lunch", [fixture.ada]), wish(1, "Meeting", [fixture.ada, fixture.me]),
        wish(2, "Meeting: others", [fixture.ada, fixture.bob]), wish(3, "Meeting: old", [], ago: 7 * 86_400),
      ]
    }
    let chat = fixture.chat(intelligence: intelligence)
    try await running(chat.run) {
      await eventually("they are there") { chat.wishes.count == 2 }
      #expect(chat.wishes[messages[0].id]?.topic == "lunch")
      let open = try #require(chat.wishes[messages[1].id])
      #expect(open.topic.isEmpty)
      await chat.dismiss(open)
      #expect(intelligence.state.withLock { $0.changes.map(\.status) } == [.dismissed])
      intelligence.publish([])
      await eventually("they are gone") { chat.wishes.isEmpty }
    }
  }

  @Test("a long chat shows its end, and older messages step by step, from here before from the server")
  func window() async throws {
    let fixture = try DeviceFixture()
    for number in 1...150 { try fixture.post(fixture.ada, "\(number)") }
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("the newest hundred") { bubbles(chat).count == 100 }
      #expect(bubbles(chat).last?.text == "150")
      #expect(chat.hasOlder)
      await chat.loadOlder()
      #expect(bubbles(chat).count == 150)
      #expect(!chat.hasOlder)
      try fixture.post(fixture.ada, "151")
      await eventually("the new one pushes none out") { bubbles(chat).count == 151 }
    }
  }

  @Test("only its author edits a message; a group's admin may delete it")
  func permissions() async throws {
    for role in Member.Role.allCases {
      let fixture = try DeviceFixture(kind: .group, role: role)
      try fixture.post(fixture.ada, "hers")
      try fixture.post(fixture.me, "mine")
      let chat = fixture.chat()
      try await running(chat.run) {
        await eventually("both are there") { bubbles(chat).count == 2 }
        #expect(bubbles(chat).map(\.canEdit) == [false, true])
        #expect(bubbles(chat).map(\.canDelete) == [role == .admin, true])
        #expect(chat.group.canAdminister == (role == .admin))
      }
    }
  }

  @Test("a chat that is taken away says so")
  func gone() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("the chat is there") { chat.timeline != nil }
      await chat.group.leave()
      await eventually("it is gone") {
        if case .failed(_, canRetry: false) = chat.state { true } else { false }
      }
    }
  }

  @Test("who types is said by name")
  func typing() async throws {
    let fixture = try DeviceFixture(kind: .group)
    fixture.state.withLock { $0.typing = [fixture.ada, fixture.bob] }
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("both are named") { chat.typingText == "Ada and Bob are typing …" }
    }
  }
}
