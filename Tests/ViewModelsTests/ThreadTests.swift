import Domain
import Testing
import ViewModels

@Suite("A message and what answers it", .timeLimit(.minutes(5)))
@MainActor
struct ThreadTests {
  private func thread(_ fixture: DeviceFixture, _ message: MessageID) -> ThreadViewModel {
    ThreadViewModel(
      message: message, conversation: DeviceFixture.conversation, me: fixture.me, messages: fixture,
      conversations: fixture,
      presence: fixture, pauses: NoPauses(), texts: fixture.texts)
  }

  @Test("an exchange is the first message and all answers at any remove, whichever of them is opened")
  func exchange() async throws {
    let fixture = try DeviceFixture()
    let root = try fixture.post(fixture.ada, "root")
    try fixture.post(fixture.ada, "other")
    let answer = try fixture.post(fixture.me, "answer", replyTo: root.id)
    try fixture.post(fixture.ada, "answer to the answer", replyTo: answer.id)
    let model = thread(fixture, answer.id)
    try await running(model.run) {
      await eventually("all are there") { model.state.content?.map(\.text).count == 3 }
      #expect(model.state.content?.map(\.text) == ["root", "answer", "answer to the answer"])
      #expect(model.state.content?.map(\.replyCount) == [1, 1, 0])
    }
  }

  @Test("what is written there answers the first message, and is no draft of the conversation")
  func answering() async throws {
    let fixture = try DeviceFixture()
    let root = try fixture.post(fixture.ada, "root")
    let model = thread(fixture, root.id)
    try await running(model.run) {
      await eventually("it is there") { model.state.content != nil }
      #expect(!model.canSend)
      model.setText("An answer")
      #expect(model.canSend)
      await model.send()
      #expect(model.text.isEmpty)
      await eventually("it is below") { model.state.content?.map(\.text) == ["root", "An answer"] }
      #expect(model.state.content?.last?.item.replyTo == root.id)
      try #expect(fixture.store.draft(in: DeviceFixture.conversation) == nil)
    }
  }

  @Test("a refused answer is in the line again")
  func refused() async throws {
    let fixture = try DeviceFixture()
    let root = try fixture.post(fixture.ada, "root")
    let model = thread(fixture, root.id)
    try await running(model.run) {
      await eventually("it is there") { model.state.content != nil }
      model.setText("An answer")
      fixture.state.withLock { $0.refusal = Refusal(.forbidden, "You may not do that here.") }
      await model.send()
      #expect(model.text == "An answer")
      #expect(model.problem?.sentence == "You may not do that here.")
    }
  }

  @Test("a bubble knows when what it answers is not on this device")
  func unknownAnswered() async throws {
    let fixture = try DeviceFixture()
    let known = try fixture.post(fixture.ada, "a")
    let unknown = MessageID(high: 1, low: 1)
    let first = try fixture.post(fixture.ada, "b", replyTo: known.id)
    let second = try fixture.post(fixture.ada, "c", replyTo: unknown)
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("they are there") { chat.bubble(second.id) != nil }
      #expect(chat.bubble(first.id)?.quote?.message == known.id)
      #expect(chat.bubble(first.id)?.unknownAnswered == nil)
      #expect(chat.bubble(second.id)?.unknownAnswered == unknown)
    }
  }

  @Test("a message that is gone fails with the reason")
  func gone() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "a")
    let model = thread(fixture, MessageID(high: 1, low: 1))
    #expect(model.state == .loading)
    try await running(model.run) {
      await eventually("it says so") {
        model.state == .failed(message: "That message is not here any more.", canRetry: false)
      }
    }
  }
}
