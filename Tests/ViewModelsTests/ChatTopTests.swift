import Domain
import Testing
import ViewModels

@Suite("Earlier messages, and a message dragged aside", .timeLimit(.minutes(5)))
@MainActor
struct ChatTopTests {
  private func texts(_ chat: ChatViewModel) -> [String] { chat.rows.compactMap { $0.bubble?.item.text } }

  @Test("at the top of a chat that stands still, what is before it comes by itself, a step each time it is reached")
  func reached() async throws {
    let fixture = try DeviceFixture.withOlder()
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { texts(chat) == ["3"] }
      await chat.setAtTop(true)
      #expect(texts(chat) == ["3"], "it is still being opened")
      await chat.settle()
      #expect(texts(chat) == ["2", "3"])
      await chat.setAtTop(false)
      #expect(texts(chat) == ["2", "3"])
      await chat.setAtTop(true)
      #expect(texts(chat) == ["1", "2", "3"])
      #expect(!chat.hasOlder)
      #expect(chat.firstMessageRow == .message(DeviceFixture.olderMessage(1)))
    }
  }

  @Test("what does not come by itself is no alert: its place says so, until it has been asked for and has come")
  func failed() async throws {
    let fixture = try DeviceFixture.withOlder()
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { texts(chat) == ["3"] }
      await chat.settle()
      fixture.state.withLock { $0.refusal = Refusal(.overloaded, "") }
      await chat.setAtTop(true)
      #expect(chat.olderProblem?.sentence == "The server is busy. Try again in a moment.")
      #expect(chat.problem == nil)
      await chat.loadOlder()
      #expect(chat.problem != nil, "this time somebody has asked")
      fixture.state.withLock { $0.refusal = nil }
      await chat.loadOlder()
      #expect(chat.olderProblem == nil && chat.problem == nil)
      #expect(texts(chat) == ["2", "3"])
    }
  }

  @Test("a message follows a finger that goes along its line, some way, and is answered from a distance on")
  func swipe() {
    #expect(ReplySwipe() == ReplySwipe(across: 0, down: 0))
    let short = ReplySwipe(across: 30, down: 4)
    #expect(short.offset == 30 && !short.isFarEnough && short.progress < 1)
    let far = ReplySwipe(across: 400, down: 20)
    #expect(far.isFarEnough && far.progress == 1 && far.offset < 100)
    #expect(ReplySwipe(across: -80, down: 0).offset == 0)
    #expect(ReplySwipe(across: 80, down: 60).offset == 0, "that is scrolling")
    #expect(ReplySwipe(across: 80, down: -60).offset == 0)
  }

  @Test("only what the server has, and what is not deleted, can be answered")
  func canReply() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.ada, "hers")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { texts(chat) == ["hers"] }
      chat.composer.setText("mine, on its way")
      await chat.send()
      await eventually("both are there") { texts(chat).count == 2 }
      #expect(chat.rows.compactMap(\.bubble).map(\.canReply) == [true, false])
    }
  }
}
