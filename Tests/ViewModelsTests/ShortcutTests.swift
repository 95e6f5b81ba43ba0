import Domain
import Testing
import ViewModels

@Suite("Shortcuts", .timeLimit(.minutes(1)))
struct ShortcutTests {
  private func actions(_ desk: Desk, _ intelligence: FakeIntelligence = FakeIntelligence()) -> ShortcutActions {
    ShortcutActions(conversations: desk, messages: desk, intelligence: intelligence)
  }

  @Test("conversations are found by words of their titles and by id")
  func find() async throws {
    let desk = try Desk(kind: .group)
    let actions = actions(desk)
    #expect(await actions.suggestions().map(\.title) == ["Team"])
    #expect(await actions.conversations(matching: "tea").count == 1)
    #expect(await actions.conversations(matching: "tea time").isEmpty)
    let unknown = ConversationID(high: 7, low: 99)
    #expect(await actions.conversations([unknown, Desk.conversation]).map(\.id) == [Desk.conversation])
    try await desk.change(ConversationSettingsChange(archived: true), in: Desk.conversation)
    #expect(await actions.suggestions().isEmpty)
  }

  @Test("a message from a shortcut goes through the outbox like any other")
  func send() async throws {
    let desk = try Desk()
    _ = try await actions(desk).send(" On my way ", to: Desk.conversation)
    var timelines = desk.store.observeTimeline(Desk.conversation).makeAsyncIterator()
    #expect(await timelines.next()?.items.map(\.text) == ["On my way"])
    await #expect(throws: Refusal.self) { _ = try await actions(desk).send("", to: Desk.conversation) }
  }

  @Test("a summary is of what is unread, else of the newest messages; an unknown conversation has none")
  func summarize() async throws {
    let desk = try Desk()
    let intelligence = FakeIntelligence()
    let actions = actions(desk, intelligence)
    // What it answers is told in other tests: here, what it is asked.
    await #expect(throws: Refusal.self) { _ = try await actions.summarize(Desk.conversation) }
    try desk.post(desk.ada, "Hello")
    await #expect(throws: Refusal.self) { _ = try await actions.summarize(Desk.conversation) }
    #expect(intelligence.state.withLock { $0.calls } == ["summarize last(100) -", "summarize unread -"])
    await #expect(throws: Refusal.notFound) { _ = try await actions.summarize(ConversationID(high: 7, low: 99)) }
  }
}
