import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("An answer to who")
struct WhoAnswerTests {
  private typealias Desk = SmartSearchTests.Desk

  private func ask(_ question: String, _ desk: Desk, as asker: UserID? = nil) async throws -> AIOutput {
    let answer = try await desk.it.services.answers.ask(question, for: asker ?? desk.bob)
    let cited = answer.points.flatMap(\.citations).map(\.message)
    let readable = try desk.it.store.messages(cited, for: asker ?? desk.bob).map(\.message.id)
    #expect(Set(readable) == Set(cited), "every source can be opened")
    #expect(answer.points.allSatisfy { !$0.citations.isEmpty })
    return answer
  }

  // MARK: Who somebody is

  @Test(
    "somebody is, is told by the conversations that one shares with them, what they have to do and have decided",
    arguments: ["Who is Ada?", "who's ada lovelace", "Please tell me who is Ada Lovelace!"])
  func person(_ question: String) async throws {
    let desk = try Desk()
    let harbour = try desk.it.world.group(desk.ada, [desk.bob], name: "Harbour")
    _ = try desk.it.world.group(desk.ada, [desk.eve], name: "Secret")
    let task = try desk.it.post("I'll send the permit list by Friday.", by: desk.ada, in: desk.team)
    let decision = try desk.it.post("We decided to buy the green lamps.", by: desk.ada, in: harbour)
    try desk.it.post("Thanks Ada, lunch was nice!", by: desk.bob, in: desk.team)
    try await desk.it.index()
    let answer = try await ask(question, desk)
    #expect(answer.isFound)
    #expect(answer.text.hasPrefix("Ada Lovelace is with you in "), "\(answer.text)")
    #expect(answer.text.contains("Team") && answer.text.contains("Harbour") && !answer.text.contains("Secret"))
    #expect(answer.points.map { $0.citations.map(\.message) } == [[task.id], [decision.id]])
    #expect(answer.points.first?.text.hasPrefix("Ada Lovelace is to do this (") == true)
    #expect(answer.points.last?.text.hasPrefix("Decided in Harbour") == true)
  }

  @Test("somebody is, is told only to those who share a conversation with them, and only of what they share")
  func strangers() async throws {
    let desk = try Desk()
    let pair = try desk.it.world.group(desk.bob, [desk.eve], name: "Pair")
    try desk.it.post("I'll water the plants by Friday.", by: desk.bob, in: pair)
    try desk.it.post("I'll send the permit list by Friday.", by: desk.bob, in: desk.team)
    try desk.it.post("Thanks Ada for the cake!", by: desk.bob, in: pair)
    try await desk.it.index()
    let unknown = try await ask("Who is Ada?", desk, as: desk.eve)
    #expect(!unknown.isFound && unknown.points.isEmpty && !unknown.text.contains("Lovelace"), "\(unknown.text)")
    let known = try await ask("Who is Bob?", desk, as: desk.eve)
    #expect(known.text == "Bob is with you in Pair.")
    #expect(known.points.count == 1 && known.points[0].text.contains("plants"), "\(known.points.map(\.text))")
    // Who has left is a stranger again, whatever was asked before.
    try desk.it.perform(.member(.remove(asker: desk.bob, conversation: pair, user: desk.eve)))
    #expect(try await !ask("Who is Bob?", desk, as: desk.eve).isFound)
  }

  @Test("somebody is, of whom nothing more is known, says just that")
  func nothingMore() async throws {
    let desk = try Desk()
    try desk.it.post("Thanks Ada!", by: desk.bob, in: desk.team)
    try await desk.it.index()
    let answer = try await ask("Who is Ada?", desk)
    #expect(answer.isFound && answer.points.isEmpty)
    #expect(
      answer.text == "Ada Lovelace is with you in Team. I found nothing more: no open task and no decision.")
    #expect(try await ask("Who is Bob?", desk).text.hasPrefix("Bob is you, in Team."))
    try desk.it.perform(
      .intelligence(.insight(.setIntelligence(asker: desk.ada, conversation: desk.team, isOn: false))))
    #expect(try await !ask("Who is Ada?", desk).isFound, "a conversation without intelligence tells nothing")
  }

  @Test("somebody is who is nobody here, is what is said of them, not where their name is called")
  func outsider() async throws {
    let desk = try Desk()
    let said = try desk.it.post("Zoe is our lawyer. Zoe said hello.", by: desk.ada, in: desk.team)
    try desk.it.post("Thanks Zoe!", by: desk.ada, in: desk.team)
    try desk.it.post("Thanks Max! The contract with Max is signed.", by: desk.ada, in: desk.team)
    try await desk.it.index()
    let answer = try await ask("Who is Zoe?", desk)
    #expect(answer.points.flatMap(\.citations).map(\.message) == [said.id])
    #expect(answer.points.first?.text.contains("“Zoe is our lawyer.”") == true, "\(answer.points.map(\.text))")
    #expect(try await !ask("Who is Max?", desk).isFound)
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
    let desk = try Desk()
    let asked = try desk.it.post(
      "Payments fail for all Swedish cards. Bob, can you call the bank right now? They only talk to you.", by: desk.ada,
      in: desk.team)
    try desk.it.post("The bank is next to the station.", by: desk.ada, in: desk.team)
    try await desk.it.index()
    let answer = try await ask(question, desk, as: desk.ada)
    let point = try #require(answer.points.first, "\(question)")
    #expect(point.text.hasPrefix("Bob is to do this") && point.person == desk.bob, "\(point.text)")
    #expect(answer.points.map { $0.citations.map(\.message) } == [[asked.id]])
  }

  @Test("does something is who says that they do, or who is named")
  func commitment() async throws {
    let desk = try Desk()
    let can = try desk.it.post("I can translate for the skipper in Shimizu.", by: desk.ada, in: desk.team)
    try desk.it.post("The skipper in Shimizu lost his phone.", by: desk.bob, in: desk.team)
    let owns = try desk.it.post("Bob owns the domain records.", by: desk.ada, in: desk.team)
    let fixed = try desk.it.post("Fixed: the certificate is valid for 90 days.", by: desk.bob, in: desk.team)
    try desk.it.post("The certificate did not renew.", by: desk.ada, in: desk.team)
    try await desk.it.index()
    func sources(_ question: String) async throws -> [MessageID] {
      try await ask(question, desk).points.flatMap(\.citations).map(\.message)
    }
    #expect(try await sources("Who translates for the skipper?") == [can.id])
    #expect(try await sources("Who owns the domain records?") == [owns.id])
    #expect(try await sources("Who fixed the certificate?") == [fixed.id])
  }

  @Test("does something is whose task it is in a member's words too, and who agreed to what they were asked for")
  func reworded() async throws {
    let desk = try Desk()
    let asked = try desk.it.post("Bob, can you send the permit list to the harbour?", by: desk.ada, in: desk.team)
    let agreed = try desk.it.post("Yes, by Friday.", by: desk.bob, in: desk.team)
    try await desk.it.index()
    let item = try #require(try desk.it.store.insights(InsightFilter(kind: .actionItem), for: desk.ada).first)
    func sources() async throws -> [MessageID] {
      try await ask("Who sends the permit list?", desk).points.flatMap(\.citations).map(\.message)
    }
    let change = InsightChange(text: "Send it", status: .done)
    _ = try await desk.it.services.insights.change(change, of: item.id, in: desk.team, asker: desk.ada)
    #expect(try await sources().contains(asked.id))
    let gone = InsightChange(status: .dismissed)
    _ = try await desk.it.services.insights.change(gone, of: item.id, in: desk.team, asker: desk.ada)
    #expect(try await Set(sources()) == [asked.id, agreed.id], "of what was asked and answered alone")
  }

  @Test(
    "does something that nobody has said to do, is that nothing was found",
    arguments: [
      "Who is talking to the bank?", "Who is handling the status page?", "Who is going to the boat fair?",
      "Who is going to write the retrospective?", "Who paints the harbour?",
    ])
  func nobody(_ question: String) async throws {
    let desk = try Desk()
    for text in [
      "The bank is next to the station.", "Do we have a status page? People wrote to me for two hours.",
      "A status page on the same machine is no use.", "Let's have a retrospective next week.",
      "Bob, can you see to it that the printed cards for the boat fair go to the printer?", "The harbour looks lovely.",
    ] {
      try desk.it.post(text, by: desk.ada, in: desk.team)
    }
    try await desk.it.index()
    let answer = try await ask(question, desk)
    #expect(!answer.isFound && answer.points.isEmpty, "\(answer.points.map(\.text))")
    #expect(answer.text == "I found nothing about that in your conversations.")
  }

  @Test("somebody is, asks no model: where people are is no message's word")
  func withModel() async throws {
    let model = StubModel(json: ["found": false, "claims": []])
    let it = try IntelligenceWorld(model: model)
    let (ada, bob) = (try it.world.user("Ada"), try it.world.user("Bob"))
    let team = try it.world.group(ada, [bob], name: "Team")
    try it.post("I'll send the permit list by Friday.", by: ada, in: team)
    try await it.index()
    let answer = try await it.services.answers.ask("Who is Ada?", for: bob)
    #expect(answer.points.count == 1 && model.requests.isEmpty && answer.receipt.model == OnBoxEngine.version)
  }
}
