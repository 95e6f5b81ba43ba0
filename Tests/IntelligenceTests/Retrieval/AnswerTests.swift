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

  @Test("about a time is the decision that moved it, in other words for the same, and for no other version")
  func movedShipping() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post(
      "morning! release 3.1 is planned for thursday, where are we?", by: fixture.ada, in: fixture.team)
    try fixture.it.post(
      "morning! release 3.1 is planned for thursday, so a short round", by: fixture.ada, in: fixture.team)
    fixture.it.clock.advance(seconds: 3_600)
    let decided = try fixture.it.post(
      "ok then we move the release to monday, March 8th", by: fixture.ada, in: fixture.team)
    try fixture.it.post("release 3.4 is planned for june", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("When do we ship 3.1?", fixture)
    #expect(answer.points.first?.citations.first?.message == decided.id, "\(answer.points.map(\.text))")
    #expect(!answer.points.contains { $0.text.contains("planned for thursday") })
    let other = try await ask("When do we release 3.4?", fixture)
    #expect(!other.points.contains { $0.citations.first?.message == decided.id }, "\(other.points.map(\.text))")
  }

  @Test("why something was moved is what was said before it was")
  func whyMoved() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post(
      "I would open on another day, nobody wants to open the museum on a sunday", by: fixture.bob, in: fixture.team)
    let decided = try fixture.it.post(
      "ok then we move the opening of the museum to tuesday, March 9th", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Why was the opening postponed?", fixture)
    #expect(answer.points.first?.citations.first?.message == decided.id, "\(answer.points.map(\.text))")
    #expect(answer.points.first?.text.contains("nobody wants to open") == true, "\(answer.points.map(\.text))")
    #expect(try await ask("Why was the rent postponed?", fixture).points.map(\.text) == [])
  }

  @Test("about a time is the one that the talk came to, not one that was spoken of on the way")
  func settledTime() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let (ada, bob) = (fixture.ada, fixture.bob)
    try fixture.it.post(
      "could we have a call with the orchard people next week? they are in Turin", by: ada, in: fixture.team)
    try fixture.it.post("any day but Friday", by: bob, in: fixture.team)
    let named = try fixture.it.post("what about Thursday, 15:00 UTC?", by: ada, in: fixture.team)
    let agreed = try fixture.it.post("works for me", by: bob, in: fixture.team)
    try fixture.it.post("I'll send the invite", by: ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("When is the call with the orchard people?", fixture)
    #expect(
      answer.points.first.map { Set($0.citations.map(\.message)) } == [named.id, agreed.id],
      "\(answer.points.map(\.text))")
    #expect(!answer.points.contains { $0.text.contains("next week") })
  }

  @Test("about a time is what somebody fixed after several were spoken of, and not the time of another thing")
  func fixedTime() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let (ada, bob) = (fixture.ada, fixture.bob)
    try fixture.it.post(
      "choir rehearsal: shall we find a slot on sunday for all? songs for june", by: ada, in: fixture.team)
    try fixture.it.post("sunday morning is ok, so from 9 EST", by: bob, in: fixture.team)
    try fixture.it.post("that's 23:00 for me", by: ada, in: fixture.team)
    try fixture.it.post("oh no", by: bob, in: fixture.team)
    try fixture.it.post("I can do 7 am once, so 12 UTC?", by: bob, in: fixture.team)
    try fixture.it.post("21:00 is ok for me, once", by: ada, in: fixture.team)
    let fixed = try fixture.it.post("ok let's do sunday 12:00 UTC, I'll send the invite", by: bob, in: fixture.team)
    try fixture.it.post("lunch at 13:30?", by: bob, in: fixture.team)
    try fixture.it.post("ok", by: ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("When is the choir rehearsal?", fixture)
    #expect(answer.points.first?.citations.map(\.message) == [fixed.id], "\(answer.points.map(\.text))")
  }

  @Test("about a time is not the talk of another thing that comes next")
  func otherTime() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    let (ada, bob) = (fixture.ada, fixture.bob)
    let told = try fixture.it.post("the fire drill is on Tuesday at 10:00, right?", by: ada, in: fixture.team)
    try fixture.it.post("yes, Tuesday 10:00", by: bob, in: fixture.team)
    try fixture.it.post("lunch at 12:30?", by: ada, in: fixture.team)
    try fixture.it.post("works for me", by: bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("When is the fire drill?", fixture)
    #expect(answer.points.first?.citations.contains { $0.message == told.id } == true, "\(answer.points.map(\.text))")
    #expect(!answer.points.contains { $0.text.contains("12:30") })
  }

  @Test("about a time of somebody named is not that of somebody else")
  func namedTime() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post("we do the interview with Odile on Thursday morning", by: fixture.ada, in: fixture.team)
    let told = try fixture.it.post("the interview with Pavel is on Friday at noon", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("When do we interview Pavel?", fixture)
    #expect(answer.points.map { $0.citations.map(\.message) } == [[told.id]], "\(answer.points.map(\.text))")
    #expect(try await ask("When do we interview Ruth?", fixture).points.map(\.text) == [])
  }

  @Test("is what was said when the question was asked once more, long after it was first")
  func askedAgain() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post(
      "does anyone know what the load limit of the north crane is?", by: fixture.bob, in: fixture.team)
    try fixture.it.post("supper time here, bye", by: fixture.ada, in: fixture.team)
    for word in [
      "The tide is late.", "The cook is ill.", "It rains in Bergen.", "The ferry was full.", "My boots leak.",
    ] {
      try fixture.it.post(word, by: fixture.bob, in: fixture.team)
    }
    try fixture.it.post(
      "the north crane question is still open, the yard asked again", by: fixture.bob, in: fixture.team)
    let told = try fixture.it.post("sorry! it's 900 kilos, and two people", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("What is the load limit of the north crane?", fixture)
    #expect(answer.points.first?.citations.first?.message == told.id, "\(answer.points.map(\.text))")
  }

  @Test("about a cause is not since when something is so")
  func sinceWhen() async throws {
    let fixture = try SmartSearchTests.SearchFixture()
    try fixture.it.post(
      "the pump outage: the whole street has no water since this morning", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    #expect(try await ask("What caused the pump outage?", fixture).points.map(\.text) == [])
    let told = try fixture.it.post(
      "the pump outage came since the valve was left shut", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    #expect(try await ask("What caused the pump outage?", fixture).points.first?.citations.first?.message == told.id)
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
