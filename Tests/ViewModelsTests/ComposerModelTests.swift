import Domain
import Testing
import ViewModels

@Suite("The composer", .timeLimit(.minutes(1)))
@MainActor
struct ComposerModelTests {
  @Test("what was typed last is the draft when the chat is closed, and is back when it is opened")
  func draft() async throws {
    let desk = try Desk()
    let first = desk.chat(sleeper: ManualSleeper()).composer
    try await running(first.run) {
      await Task.yield()
      first.setText("half a thou")
    }
    #expect(try desk.store.draft(in: Desk.conversation) == "half a thou")
    let second = desk.chat().composer
    try await running(second.run) {
      await eventually("the draft is back") { second.text == "half a thou" }
      #expect(await second.send())
    }
    #expect(try desk.store.draft(in: Desk.conversation) ?? "" == "")
  }

  @Test("others hear of typing once in three seconds, and of its end")
  func typing() async throws {
    let desk = try Desk()
    let composer = desk.chat().composer
    try await running(composer.run) {
      for text in ["a", "ab", "abc"] {
        composer.setText(text)
        await eventually("typing is shown") {
          if desk.state.withLock({ $0.typingFrames.isEmpty }) { composer.setText(composer.text + "x") }
          return desk.state.withLock { $0.typingFrames == [true] }
        }
      }
      desk.advance(seconds: 3)
      composer.setText("abcd")
      await eventually("and again") { desk.state.withLock { $0.typingFrames == [true, true] } }
      composer.setText("")
      await eventually("and its end") { desk.state.withLock { $0.typingFrames == [true, true, false] } }
    }
  }

  @Test("an edit puts the draft aside and brings it back")
  func edit() async throws {
    let desk = try Desk()
    try desk.post(desk.me, "Helo")
    let chat = desk.chat()
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
    let desk = try Desk()
    desk.state.withLock { $0.refusal = .notFound }
    let composer = desk.chat().composer
    composer.setText("precious")
    #expect(await !composer.send())
    #expect(composer.text == "precious")
    #expect(composer.problem?.sentence.english == Refusal.notFound.detail)
  }

  @Test("the limit is counted near its end, and nothing too long or empty can be sent")
  func limit() throws {
    let composer = try Desk().chat().composer
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
