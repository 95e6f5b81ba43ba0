import Domain
import Testing
import ViewModels

@Suite("The composer", .timeLimit(.minutes(5)))
@MainActor
struct ComposerModelTests {
  @Test("what was typed last is the draft when the chat is closed, and is back when it is opened")
  func draft() async throws {
    let fixture = try DeviceFixture()
    let first = fixture.chat(pauses: ManualPauses()).composer
    try await running(first.run) {
      await Task.yield()
      first.setText("half a thou")
    }
    #expect(try fixture.store.draft(in: DeviceFixture.conversation) == "half a thou")
    let second = fixture.chat().composer
    try await running(second.run) {
      await eventually("the draft is back") { second.text == "half a thou" }
      #expect(await second.send())
    }
    #expect(try fixture.store.draft(in: DeviceFixture.conversation) ?? "" == "")
  }

  @Test("typing is told while there is text, and its end: how often, the engine decides")
  func typing() async throws {
    let fixture = try DeviceFixture()
    let composer = fixture.chat().composer
    try await running(composer.run) {
      await eventually("typing is told") {
        composer.setText(composer.text == "a" ? "ab" : "a")
        return fixture.state.withLock { $0.typingFrames.count > 2 }
      }
      #expect(fixture.state.withLock { $0.typingFrames.allSatisfy { $0 } })
      composer.setText("")
      await eventually("and its end") { fixture.state.withLock { $0.typingFrames.last == false } }
    }
  }

  @Test("an edit puts the draft aside and brings it back")
  func edit() async throws {
    let fixture = try DeviceFixture()
    try fixture.post(fixture.me, "Helo")
    let chat = fixture.chat()
    try await running(chat.run) {
      await eventually("it is there") { chat.rows.contains { $0.bubble != nil } }
      let item = try #require(chat.timeline?.items.first)
      chat.composer.setText("next")
      chat.composer.edit(item)
      #expect(chat.composer.text == "Helo")
      #expect(!chat.composer.canSend)
      chat.composer.setText("Hello")
      #expect(chat.composer.canSend)
      await chat.send()
      #expect(chat.composer.text == "next")
      #expect(chat.composer.mode == .new)
      await eventually("the edit shows at once") { chat.rows.last?.bubble?.text == "Hello" }
    }
  }

  @Test("a refusal gives the text back")
  func refusal() async throws {
    let fixture = try DeviceFixture()
    fixture.state.withLock { $0.refusal = .notFound }
    let composer = fixture.chat().composer
    composer.setText("precious")
    #expect(await !composer.send())
    #expect(composer.text == "precious")
    #expect(composer.problem?.sentence.english == Refusal.notFound.detail)
  }

  @Test("the limit is counted near its end, and nothing too long or empty can be sent")
  func limit() throws {
    let composer = try DeviceFixture().chat().composer
    composer.setText(" \n ")
    #expect(!composer.canSend)
    #expect(composer.remaining == nil)
    composer.setText(String(repeating: "x", count: MessageText.maximumLength))
    #expect(composer.canSend)
    #expect(composer.remaining == 0)
    composer.setText(composer.text + "x")
    #expect(!composer.canSend)
    #expect(composer.remaining == -1)
  }
}
