import Domain
import Testing
import ViewModels

@Suite("Shortcuts", .timeLimit(.minutes(5)))
struct ShortcutTests {
  private func actions(_ fixture: DeviceFixture, _ intelligence: FakeIntelligence = FakeIntelligence())
    -> ShortcutActions
  {
    ShortcutActions(conversations: fixture, messages: fixture, intelligence: intelligence)
  }

  @Test("conversations are found by words of their titles and by id")
  func find() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let actions = actions(fixture)
    #expect(await actions.suggestions().map(\.title) == ["Team"])
    #expect(await actions.conversations(matching: "tea").count == 1)
    #expect(await actions.conversations(matching: "tea time").isEmpty)
    let unknown = ConversationID(high: 7, low: 99)
    #expect(
      await actions.conversations([unknown, DeviceFixture.conversation]).map(\.id) == [DeviceFixture.conversation])
    try await fixture.change(ConversationSettingsChange(archived: true), in: DeviceFixture.conversation)
    #expect(await actions.suggestions().isEmpty)
  }

  @Test("a message from a shortcut goes through the outbox like any other")
  func send() async throws {
    let fixture = try DeviceFixture()
    _ = try await actions(fixture).send(" On my way ", to: DeviceFixture.conversation)
    var timelines = fixture.store.observeTimeline(DeviceFixture.conversation).makeAsyncIterator()
    #expect(await timelines.next()?.items.map(\.text) == ["On my way"])
    await #expect(throws: Refusal.self) { _ = try await actions(fixture).send("", to: DeviceFixture.conversation) }
  }

  @Test("a summary is of what is unread, else of the newest messages; an unknown conversation has none")
  func summarize() async throws {
    let fixture = try DeviceFixture()
    let intelligence = FakeIntelligence()
    let actions = actions(fixture, intelligence)
    // What it answers is told in other tests: here, what it is asked.
    await #expect(throws: Refusal.self) { _ = try await actions.summarize(DeviceFixture.conversation) }
    try fixture.post(fixture.ada, "Hello")
    await #expect(throws: Refusal.self) { _ = try await actions.summarize(DeviceFixture.conversation) }
    #expect(intelligence.state.withLock { $0.calls } == ["summarize last(100) -", "summarize unread -"])
    await #expect(throws: Refusal.notFound) { _ = try await actions.summarize(ConversationID(high: 7, low: 99)) }
  }
}
