import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("An answer to who")
struct WhoAnswerTests {
  private typealias SearchFixture = SmartSearchTests.SearchFixture

  private func ask(_ question: String, _ fixture: SearchFixture, as asker: UserID? = nil) async throws -> AIOutput {
    let answer = try await fixture.it.services.answers.ask(question, for: asker ?? fixture.bob)
    let cited = answer.points.flatMap(\.citations).map(\.message)
    let readable = try fixture.it.store.messages(cited, for: asker ?? fixture.bob).map(\.message.id)
    #expect(Set(readable) == Set(cited), "every source can be opened")
    #expect(answer.points.allSatisfy { !$0.citations.isEmpty })
    return answer
  }

  // MARK: Who somebody is

  @Test(
    "somebody is, is told by the conversations that one shares with them, what they have to do and have decided",
    arguments: ["Who is Ada?", "who's ada lovelace", "Please tell me who is Ada Lovelace!"])
  func person(_ question: String) async throws {
    let fixture = try SearchFixture()
    let harbour = try fixture.it.storeFixture.group(fixture.ada, [fixture.bob], name: "Harbour")
    _ = try fixture.it.storeFixture.group(fixture.ada, [fixture.eve], name: "Secret")
    let task = try fixture.it.post("I'll send the permit list by Friday.", by: fixture.ada, in: fixture.team)
    let decision = try fixture.it.post("We decided to buy the green lamps.", by: fixture.ada, in: harbour)
    try fixture.it.post("Thanks Ada, lunch was nice!", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask(question, fixture)
    #expect(answer.isFound)
    #expect(answer.text.hasPrefix("Ada Lovelace is with you in "), "\(answer.text)")
    #expect(answer.text.contains("Team") && answer.text.contains("Harbour") && !answer.text.contains("Secret"))
    #expect(answer.points.map { $0.citations.map(\.message) } == [[task.id], [decision.id]])
    #expect(answer.points.first?.text.hasPrefix("Ada Lovelace is to do this (") == true)
    #expect(answer.points.last?.text.hasPrefix("Decided in Harbour") == true)
  }

  @Test("somebody is, is told only to those who share a conversation with them, and only of what they share")
  func strangers() async throws {
    let fixture = try SearchFixture()
    let pair = try fixture.it.storeFixture.group(fixture.bob, [fixture.eve], name: "Pair")
    try fixture.it.post("I'll water the plants by Friday.", by: fixture.bob, in: pair)
    try fixture.it.post("I'll send the permit list by Friday.", by: fixture.bob, in: fixture.team)
    try fixture.it.post("Thanks Ada for the cake!", by: fixture.bob, in: pair)
    try await fixture.it.index()
    let unknown = try await ask("Who is Ada?", fixture, as: fixture.eve)
    #expect(!unknown.isFound && unknown.points.isEmpty && !unknown.text.contains("Lovelace"), "\(unknown.text)")
    let known = try await ask("Who is Bob?", fixture, as: fixture.eve)
    #expect(known.text == "Bob is with you in Pair.")
    #expect(known.points.count == 1 && known.points[0].text.contains("plants"), "\(known.points.map(\.text))")
    // Who has left is a stranger again, whatever was asked before.
    try fixture.it.perform(.member(.remove(asker: fixture.bob, conversation: pair, user: fixture.eve)))
    #expect(try await !ask("Who is Bob?", fixture, as: fixture.eve).isFound)
  }

  @Test("somebody is, of whom nothing more is known, says just that")
  func nothingMore() async throws {
    let fixture = try SearchFixture()
    try fixture.it.post("Thanks Ada!", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Who is Ada?", fixture)
    #expect(answer.isFound && answer.points.isEmpty)
    #expect(
      answer.text == "Ada Lovelace is with you in Team. I found nothing more: no open task and no decision.")
    #expect(try await ask("Who is Bob?", fixture).text.hasPrefix("Bob is you, in Team."))
    try fixture.it.perform(
      .intelligence(.insight(.setIntelligence(asker: fixture.ada, conversation: fixture.team, isOn: false))))
    #expect(try await !ask("Who is Ada?", fixture).isFound, "a conversation without intelligence tells nothing")
  }

  @Test("somebody is who is nobody here, is what is said of them, not where their name is called")
  func outsider() async throws {
    let fixture = try SearchFixture()
    let said = try fixture.it.post("Zoe is our lawyer. Zoe said hello.", by: fixture.ada, in: fixture.team)
    try fixture.it.post("Thanks Zoe!", by: fixture.ada, in: fixture.team)
    try fixture.it.post("Thanks Max! The contract with Max is signed.", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Who is Zoe?", fixture)
    #expect(answer.points.flatMap(\.citations).map(\.message) == [said.id])
    #expect(answer.points.first?.text.contains("“Zoe is our lawyer.”") == true, "\(answer.points.map(\.text))")
    #expect(try await !ask("Who is Max?", fixture).isFound)
  }

  // MARK: Who does something

  @Test(
    "does something is whose task it is, whatever verb asks for them",
    arguments: [
      "Who is talking to the bank?", "Who calls the bank?", "who's handling the bank",
      "Who is responsible for the bank?",
      "Who is going to call the bank?", "Who takes care of the bank right now?",
    ])
  func task(_ question: String) async throws {
    let fixture = try SearchFixture()
    let asked = try fixture.it.post(
      "Payments fail for all Swedish cards. Bob, can you call the bank right now? They only talk to you.",
      by: fixture.ada,
      in: fixture.team)
    try fixture.it.post("The bank is next to the station.", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask(question, fixture, as: fixture.ada)
    let point = try #require(answer.points.first, "\(question)")
    #expect(point.text.hasPrefix("Bob is to do this") && point.person == fixture.bob, "\(point.text)")
    #expect(answer.points.map { $0.citations.map(\.message) } == [[asked.id]])
  }

  @Test("does something is who says that they do, or who is named")
  func commitment() async throws {
    let fixture = try SearchFixture()
    let can = try fixture.it.post("I can translate for the skipper in Shimizu.", by: fixture.ada, in: fixture.team)
    try fixture.it.post("The skipper in Shimizu lost his phone.", by: fixture.bob, in: fixture.team)
    let owns = try fixture.it.post("Bob owns the domain records.", by: fixture.ada, in: fixture.team)
    let fixed = try fixture.it.post("Fixed: the certificate is valid for 90 days.", by: fixture.bob, in: fixture.team)
    try fixture.it.post("The certificate did not renew.", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    func sources(_ question: String) async throws -> [MessageID] {
      try await ask(question, fixture).points.flatMap(\.citations).map(\.message)
    }
    #expect(try await sources("Who translates for the skipper?") == [can.id])
    #expect(try await sources("Who owns the domain records?") == [owns.id])
    #expect(try await sources("Who fixed the certificate?") == [fixed.id])
  }

  @Test("does something is who says “me” to just that question")
  func me() async throws {
    let fixture = try SearchFixture()
    try fixture.it.post("the hull is finally dry. Plan 37. who checks?", by: fixture.ada, in: fixture.team)
    let told = try fixture.it.post("me, give me 10 min", by: fixture.bob, in: fixture.team)
    try fixture.it.post("the deck paint came, blue and white", by: fixture.ada, in: fixture.team)
    try fixture.it.post("give me a minute for the paint", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Who checked plan 37?", fixture)
    #expect(answer.points.first?.citations.first?.message == told.id, "\(answer.points.map(\.text))")
    #expect(try await ask("Who checked the deck paint?", fixture).points.map(\.text) == [])
  }

  @Test("is in a state is the decision that names them, about what the talk before it says")
  func decidedState() async throws {
    let fixture = try SearchFixture()
    try fixture.it.post("Bob would you be ok to be on watch over easter?", by: fixture.ada, in: fixture.team)
    try fixture.it.post("yes no problem, I stay here anyway", by: fixture.bob, in: fixture.team)
    let decided = try fixture.it.post(
      "you're the best. that's settled then, Bob is on watch 4-7", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let answer = try await ask("Who is on watch over easter?", fixture)
    #expect(answer.points.contains { $0.citations.first?.message == decided.id }, "\(answer.points.map(\.text))")
    #expect(try await ask("Who is on watch over pentecost?", fixture).points.map(\.text) == [])
  }

  @Test("does something is whose task it is in a member's words too, and who agreed to what they were asked for")
  func reworded() async throws {
    let fixture = try SearchFixture()
    let asked = try fixture.it.post(
      "Bob, can you send the permit list to the harbour?", by: fixture.ada, in: fixture.team)
    let agreed = try fixture.it.post("Yes, by Friday.", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let item = try #require(try fixture.it.store.insights(InsightFilter(kind: .actionItem), for: fixture.ada).first)
    func sources() async throws -> [MessageID] {
      try await ask("Who sends the permit list?", fixture).points.flatMap(\.citations).map(\.message)
    }
    let change = InsightChange(text: "Send it", status: .done)
    _ = try await fixture.it.services.insights.change(change, of: item.id, in: fixture.team, asker: fixture.ada)
    #expect(try await sources().contains(asked.id))
    let gone = InsightChange(status: .dismissed)
    _ = try await fixture.it.services.insights.change(gone, of: item.id, in: fixture.team, asker: fixture.ada)
    #expect(try await Set(sources()) == [asked.id, agreed.id], "of what was asked and answered alone")
  }

  @Test(
    "does something that nobody has said to do, is that nothing was found",
    arguments: [
      "Who is talking to the bank?", "Who is handling the status page?", "Who is going to the boat fair?",
      "Who is going to write the retrospective?", "Who paints the harbour?",
    ])
  func nobody(_ question: String) async throws {
    let fixture = try SearchFixture()
    for text in [
      "The bank is next to the station.", "Do we have a status page? People wrote to me for two hours.",
      "A status page on the same machine is no use.", "Let's have a retrospective next week.",
      "Bob, can you see to it that the printed cards for the boat fair go to the printer?", "The harbour looks lovely.",
    ] {
      try fixture.it.post(text, by: fixture.ada, in: fixture.team)
    }
    try await fixture.it.index()
    let answer = try await ask(question, fixture)
    #expect(!answer.isFound && answer.points.isEmpty, "\(answer.points.map(\.text))")
    #expect(answer.text == "I found nothing about that in your conversations.")
  }

  @Test("somebody is, asks no model: where people are is no message's word")
  func withModel() async throws {
    let model = StubModel(json: ["found": false, "claims": []])
    let it = try IntelligenceFixture(model: model)
    let (ada, bob) = (try it.storeFixture.user("Ada"), try it.storeFixture.user("Bob"))
    let team = try it.storeFixture.group(ada, [bob], name: "Team")
    try it.post("I'll send the permit list by Friday.", by: ada, in: team)
    try await it.index()
    let answer = try await it.services.answers.ask("Who is Ada?", for: bob)
    #expect(answer.points.count == 1 && model.requests.isEmpty && answer.receipt.model == OnBoxEngine.version)
  }
}
