import AIProviders
import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("An answer")
struct AnswerTests {
  private func ask(_ question: String, _ fixture: SmartSearchTests.SearchFixture) async throws -> AIOutput {
    try await fixture.it.services.answers.ask(question, for: fixture.bob)
  }

  @Test("quotes who said it, where, when, and cites the message")
  func quotes() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let message = try fixture.it.post(
      "The launch budget is 40000 euros. Lunch was nice.", by: fixture.ada, in: fixture.team)
    try fixture.it.post("See you tomorrow!", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("how much is the launch budget?", fixture)
    #expect(answer.isFound)
    #expect(answer.kind == .answer)
    let point = try #require(answer.points.first)
    #expect(point.text.contains("“The launch budget is 40000 euros.”"))
    #expect(point.text.contains("Ada Lovelace"))
    #expect(point.text.contains("Team"))
    #expect(point.person == fixture.ada)
    #expect(point.citations.map(\.message) == [message.id])
    #expect(answer.text.contains("40000"))
    #expect(!answer.text.contains("Lunch"))
  }

  @Test("gives the reply to a question that was asked in a conversation, with both messages")
  func replies() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let asked = try fixture.it.post("When is the deadline of project Apollo?", by: fixture.ada, in: fixture.team)
    let reply = try fixture.it.post("On Friday, 5 March.", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("deadline project Apollo", fixture)
    let point = try #require(answer.points.first)
    #expect(point.text.contains("5 March"))
    #expect(Set(point.citations.map(\.message)) == [asked.id, reply.id])
  }

  @Test("is not what merely came next: a farewell, or what was said to another question")
  func unanswered() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let (ada, bob, eve) = (fixture.ada, fixture.bob, fixture.eve)
    let yard = try fixture.it.storeFixture.group(ada, [bob, eve], name: "Yard")
    try fixture.it.post("does anybody know the code of the bike shed?", by: ada, in: yard)
    try fixture.it.post("what do we wear at the summer party?", by: bob, in: yard)
    try fixture.it.post("pirate hats, it's on a ship", by: eve, in: yard)
    try fixture.it.post("does anyone know what the limit of the heavy lift is?", by: bob, in: fixture.team)
    try fixture.it.post("supper time here, bye", by: ada, in: fixture.team)
    try await fixture.it.index()
    let shed = try await ask("What is the code of the bike shed?", fixture)
    #expect(shed.points.map(\.text) == [])
    #expect(try await ask("What is the limit of the heavy lift?", fixture).points.map(\.text) == [])
    #expect(
      try await ask("What do we wear at the summer party?", fixture).points.first?.text.contains("pirate hats") == true)

    try fixture.it.post("the heavy lift question is still open, the harbour asked again", by: bob, in: fixture.team)
    let told = try fixture.it.post("sorry! it's 600 kilos, and four people", by: ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("What is the limit of the heavy lift?", fixture)
    #expect(answer.points.first?.citations.first?.message == told.id, "\(answer.points.map(\.text))")
  }

  @Test("is what somebody said after they changed their mind, not what they said before")
  func reversed() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post(
      "then we don't heat the north hall any more, it's not worth it", by: fixture.ada, in: fixture.team)
    fixture.it.clock.advance(seconds: 60)
    try fixture.it.post("the painters have their lunch there, I think", by: fixture.bob, in: fixture.team)
    fixture.it.clock.advance(seconds: 60)
    let last = try fixture.it.post(
      "ok changed my mind, we heat the north hall until march", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Do we still heat the north hall?", fixture)
    #expect(answer.points.first?.citations.first?.message == last.id, "\(answer.points.map(\.text))")
    #expect(!answer.points.contains { $0.text.contains("not worth it") })
  }

  @Test("about a time is the decision that moved it, not the day before that")
  func moved() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post("the release of Atlas 7 is planned for friday", by: fixture.ada, in: fixture.team)
    fixture.it.clock.advance(seconds: 3_600)
    let decided = try fixture.it.post(
      "ok then we decided to move the release to tuesday, December 1st", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("When do we ship Atlas 7?", fixture)
    #expect(answer.points.first?.citations.first?.message == decided.id, "\(answer.points.map(\.text))")
    #expect(!answer.points.contains { $0.text.contains("planned for friday") })
  }

  @Test("about a choice is the message that decided it, not the next one")
  func choices() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post("PostgreSQL or SQLite for the billing database?", by: fixture.ada, in: fixture.team)
    try fixture.it.post("SQLite won't cope with the three nodes.", by: fixture.bob, in: fixture.team)
    let decided = try fixture.it.post("Agreed, let's go with PostgreSQL then.", by: fixture.bob, in: fixture.team)
    try fixture.it.post("Bob, the invoices of March are still open.", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("which database did we choose for billing?", fixture)
    #expect(answer.isFound)
    #expect(answer.points.flatMap(\.citations).contains { $0.message == decided.id })
  }

  @Test("about a choice is the decision, though it shares no word with the question")
  func decisions() async throws {
    let alike = [["tile", "tiles"], ["provider", "host"], ["which", "where"], ["did", "do"]]
    let fixture = try SmartSearchTests.SearchFixture(embedder: WordEmbedder(synonyms: alike))
    try fixture.it.post("Where do we host the map tiles?", by: fixture.ada, in: fixture.team)
    try fixture.it.post("I compared three. I'd take Northmap.", by: fixture.bob, in: fixture.team)
    let decided = try fixture.it.post("Agreed, let's go with Northmap.", by: fixture.ada, in: fixture.team)
    try fixture.it.post("Lunch is at noon.", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Which tile provider did we choose?", fixture)
    let point = try #require(answer.points.first)
    #expect(point.text.hasPrefix("Decided in Team"), "\(point.text)")
    #expect(point.text.contains("Northmap") && point.text.contains("“Agreed, let's go with Northmap.”"))
    #expect(point.citations.first?.message == decided.id)
    #expect(try await !ask("What coffee was chosen?", fixture).isFound)
    // Nobody else's decisions, and none of what was taken back.
    #expect(try await !fixture.it.services.answers.ask("Which tile provider did we choose?", for: fixture.eve).isFound)
    try fixture.it.edit(decided, to: "Let us think about it again.", in: fixture.team)
    let stale = try await ask("Which tile provider did we choose?", fixture)
    #expect(!stale.points.contains { $0.text.hasPrefix("Decided") }, "its words are gone, worked on again or not")
  }

  @Test("to what was decided, about nothing in particular, is the decisions said last")
  func latestDecisions() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    for thing in ["ovens", "kettles", "lamps", "chairs"] {
      try fixture.it.post("We decided to buy the green \(thing).", by: fixture.ada, in: fixture.team)
      fixture.it.clock.advance(seconds: 3_600)
    }
    try await fixture.it.index()
    let told = try await ask("What did we decide?", fixture).points.map(\.text)
    #expect(told.count == 3)
    for (text, thing) in zip(told, ["chairs", "lamps", "kettles"]) { #expect(text.contains(thing), "\(text)") }
  }

  @Test("about a time is quoted with the sentence before it that says what happens then")
  func timeApart() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post(
      "Launch week! Thursday 09:00 UTC is the moment. Any blockers?", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let point = try #require(try await ask("When is the launch?", fixture).points.first)
    #expect(point.text.contains("“Launch week! Thursday 09:00 UTC is the moment.”"), "\(point.text)")
  }

  @Test("about who does what and when is the action item")
  func tasks() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let asked = try fixture.it.post(
      "Bob, can you send the permit list to the harbour?", by: fixture.ada, in: fixture.team)
    let answer = try fixture.it.post("Yes, by Friday.", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let point = try #require(try await ask("Who sends the permit list?", fixture).points.first)
    #expect(point.text.hasPrefix("Bob is to do this (") && point.text.contains("Friday"), "\(point.text)")
    #expect(point.citations.map(\.message) == [asked.id, answer.id])
    #expect(point.person == fixture.bob)
    #expect(try await !ask("Who plays the violin?", fixture).isFound)
  }

  @Test("is that nothing was found, when nothing supports one")
  func notFound() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post("The car is in the garage.", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("who won the chess tournament?", fixture)
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
    let it = try IntelligenceFixture(embedder: nil, model: model)
    let ada = try it.storeFixture.user("Ada")
    let room = try it.storeFixture.group(ada, [], name: "Team")
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
    let it = try IntelligenceFixture(model: model)
    let ada = try it.storeFixture.user("Ada")
    let room = try it.storeFixture.group(ada, [], name: "Team")
    try it.post("The car is in the garage.", by: ada, in: room)
    try await it.index()
    let answer = try await it.services.answers.ask("whose car is it?", for: ada)
    #expect(!answer.isFound)
    #expect(answer.receipt.notice == nil)
    #expect(answer.text == "I found nothing about that in your conversations.")
  }
}
