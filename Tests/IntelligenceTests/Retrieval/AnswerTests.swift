import AIProviders
import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("An answer")
struct AnswerTests {
  private func ask(_ question: String, _ desk: SmartSearchTests.Desk) async throws -> AIOutput {
    try await desk.it.services.answers.ask(question, for: desk.bob)
  }

  @Test("quotes who said it, where, when, and cites the message")
  func quotes() async throws {
    let desk = try SmartSearchTests.Desk()
    let message = try desk.it.post(
      "The launch budget is 40000 euros. Lunch was nice.", by: desk.ada, in: desk.team)
    try desk.it.post("See you tomorrow!", by: desk.bob, in: desk.team)
    try await desk.it.index()
    let answer = try await ask("how much is the launch budget?", desk)
    #expect(answer.isFound)
    #expect(answer.kind == .answer)
    let point = try #require(answer.points.first)
    #expect(point.text.contains("“The launch budget is 40000 euros.”"))
    #expect(point.text.contains("Ada Lovelace"))
    #expect(point.text.contains("Team"))
    #expect(point.person == desk.ada)
    #expect(point.citations.map(\.message) == [message.id])
    #expect(answer.text.contains("40000"))
    #expect(!answer.text.contains("Lunch"))
  }

  @Test("gives the reply to a question that was asked in a conversation, with both messages")
  func replies() async throws {
    let desk = try SmartSearchTests.Desk()
    let asked = try desk.it.post("When is the deadline of project Apollo?", by: desk.ada, in: desk.team)
    let reply = try desk.it.post("On Friday, 5 March.", by: desk.bob, in: desk.team)
    try await desk.it.index()
    let answer = try await ask("deadline project Apollo", desk)
    let point = try #require(answer.points.first)
    #expect(point.text.contains("5 March"))
    #expect(Set(point.citations.map(\.message)) == [asked.id, reply.id])
  }

  @Test("about a choice is the message that decided it, not the next one")
  func choices() async throws {
    let desk = try SmartSearchTests.Desk()
    try desk.it.post("PostgreSQL or SQLite for the billing database?", by: desk.ada, in: desk.team)
    try desk.it.post("SQLite won't cope with the three nodes.", by: desk.bob, in: desk.team)
    let decided = try desk.it.post("Agreed, let's go with PostgreSQL then.", by: desk.bob, in: desk.team)
    try desk.it.post("Bob, the invoices of March are still open.", by: desk.ada, in: desk.team)
    try await desk.it.index()
    let answer = try await ask("which database did we choose for billing?", desk)
    #expect(answer.isFound)
    #expect(answer.points.flatMap(\.citations).contains { $0.message == decided.id })
  }

  @Test("is that nothing was found, when nothing supports one")
  func notFound() async throws {
    let desk = try SmartSearchTests.Desk()
    try desk.it.post("The car is in the garage.", by: desk.ada, in: desk.team)
    try await desk.it.index()
    let answer = try await ask("who won the chess tournament?", desk)
    #expect(!answer.isFound)
    #expect(answer.points.isEmpty)
    #expect(answer.text == "I found nothing about that in your conversations.")
  }

  @Test("by a model keeps only claims that have to do with the messages they cite")
  func verified() async throws {
    let json: JSONValue = [
      "found": true,
      "claims": [
        ["text": "The car stands in the garage.", "citations": [1]],
        ["text": "Pineapples grow underwater.", "citations": [1]],
        ["text": "The garage is locked.", "citations": [42]],
      ],
    ]
    let model = StubModel(json: json)
    let it = try IntelligenceWorld(embedder: nil, model: model)
    let ada = try it.world.user("Ada")
    let room = try it.world.group(ada, [], name: "Team")
    try it.post("The car is in the garage.", by: ada, in: room)
    try await it.index()
    let answer = try await it.services.answers.ask("where is the car?", for: ada)
    #expect(answer.points.map(\.text) == ["The car stands in the garage."])
    #expect(answer.isFound)
    #expect(answer.receipt.model == "stub-1")
    #expect(answer.receipt.messagesSent == 1)
  }

  @Test("by a model that finds nothing is that nothing was found")
  func modelFindsNothing() async throws {
    let model = StubModel(json: ["found": false, "claims": []])
    let it = try IntelligenceWorld(model: model)
    let ada = try it.world.user("Ada")
    let room = try it.world.group(ada, [], name: "Team")
    try it.post("The car is in the garage.", by: ada, in: room)
    try await it.index()
    let answer = try await it.services.answers.ask("whose car is it?", for: ada)
    #expect(!answer.isFound)
    #expect(answer.receipt.notice == nil)
    #expect(answer.text == "I found nothing about that in your conversations.")
  }
}
