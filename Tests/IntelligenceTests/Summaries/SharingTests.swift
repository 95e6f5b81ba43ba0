import Domain
import Intelligence
import TestSupport
import Testing

@Suite("Sharing what was made")
struct SharingTests {
  private struct Rooms {
    let it: IntelligenceFixture
    let ada: UserID
    let launch: ConversationID
    let secret: ConversationID

    init() async throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user("Ada")
      let (bob, eve) = (try it.storeFixture.user("Bob"), try it.storeFixture.user("Eve"))
      launch = try it.storeFixture.group(ada, [bob, eve], name: "Launch")
      secret = try it.storeFixture.group(ada, [bob], name: "Takeover")
      try it.post("I'll book the ferry to the island by Friday.", by: bob, in: launch)
      try it.post("I'll write the ferry contract for the takeover by Monday.", by: bob, in: secret)
      try await it.index()
    }

    func share(_ output: AIOutput, to conversation: ConversationID) async throws -> MessageID {
      try await it.services.outputs.share(output.id, to: conversation, by: ada)
    }
  }

  @Test("an answer about a person names the conversations that they share: none of them gets it")
  func person() async throws {
    let rooms = try await Rooms()
    let answer = try await rooms.it.services.answers.ask("Who is Bob?", for: rooms.ada)
    #expect((answer.text + answer.reason).contains("Takeover"))
    for room in [rooms.launch, rooms.secret] {
      let refusal = await #expect(throws: Refusal.self) { _ = try await rooms.share(answer, to: room) }
      #expect(refusal?.code == .forbidden && refusal?.detail.contains("other conversations") == true)
    }
    #expect(try rooms.it.storeFixture.window(rooms.launch, rooms.ada).messages.count == 1)
  }

  @Test("what was read in several conversations is refused even where all that it cites was said in the one")
  func read() async throws {
    let rooms = try await Rooms()
    let answer = try await rooms.it.services.answers.ask("Who books the ferry?", for: rooms.ada)
    #expect(answer.isFound)
    let record = try #require(
      try rooms.it.store.record(.outputs, id: answer.id.description, of: rooms.ada))
    #expect(Set(record.conversations) == [rooms.launch, rooms.secret], "the question reads both")
    await #expect(throws: Refusal.self) { _ = try await rooms.share(answer, to: rooms.launch) }
  }

  @Test("what rests on one conversation is posted there, once, and nowhere else")
  func one() async throws {
    let rooms = try await Rooms()
    let answer = try await rooms.it.services.answers.ask("Who books the ferry? in:Launch", for: rooms.ada)
    await #expect(throws: Refusal.self) { _ = try await rooms.share(answer, to: rooms.secret) }
    let message = try await rooms.share(answer, to: rooms.launch)
    #expect(try await rooms.share(answer, to: rooms.launch) == message)
    let summary = try await rooms.it.services.summaries.summarizeThread(
      rooms.secret, for: rooms.ada, range: .last(5))
    await #expect(throws: Refusal.self) { _ = try await rooms.share(summary, to: rooms.launch) }
    _ = try await rooms.share(summary, to: rooms.secret)
  }

  @Test("shared by two devices at once, or by a server that ends before it has noted that, it is one message")
  func atOnce() async throws {
    let rooms = try await Rooms()
    let answer = try await rooms.it.services.answers.ask("Who books the ferry? in:Launch", for: rooms.ada)
    let unshared = try #require(try rooms.it.store.record(.outputs, id: answer.id.description, of: rooms.ada))
    let message = try await rooms.share(answer, to: rooms.launch)
    try rooms.it.perform(.intelligence(.record(.put(unshared))))
    #expect(try await rooms.share(answer, to: rooms.launch) == message)
    #expect(try rooms.it.storeFixture.window(rooms.launch, rooms.ada).messages.count == 2)
  }

  @Test("what says “You” to its reader names them where others read it, and says nothing twice")
  func named() async throws {
    let rooms = try await Rooms()
    try rooms.it.post("The ferry leaves at seven from the new pier.", by: rooms.ada, in: rooms.launch)
    let summary = try await rooms.it.services.summaries.summarizeThread(rooms.launch, for: rooms.ada, range: .last(5))
    #expect(summary.text.contains("You: “"))
    let message = try await rooms.share(summary, to: rooms.launch)
    let text = try #require(try rooms.it.store.messages([message], for: rooms.ada).first).message.text
    #expect(text.contains("Ada: “") && !text.contains("You: “"))
    #expect(text.components(separatedBy: "The ferry leaves at seven").count == 2)
  }
}
