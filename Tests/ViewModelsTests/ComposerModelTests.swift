import Domain
import Testing
import ViewModels

@Suite("The composer", .timeLimit(.minutes(1)))
@MainActor
struct ComposerModelTests {
  @Test("what was typed last is the draft when the chat is closed, and is back when it is opened")
  func draft() async throws {
    let desk = try Desk()
    let first = desk.chat(pauses: ManualPauses()).composer
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

  @Test("typing is told while there is text, and its end: how often, the engine decides")
  func typing() async throws {
    let desk = try Desk()
    let composer = desk.chat().composer
    try await running(composer.run) {
      await eventually("typing is told") {
        composer.setText(composer.text == "a" ? "ab" : "a")
        return desk.state.withLock { $0.typingFrames.count > 2 }
      }
      #expect(desk.state.withLock { $0.typingFrames.allSatisfy { $0 } })
      composer.setText("")
      await eventually("and its end") { desk.state.withLock { $0.typingFrames.last == false } }
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
