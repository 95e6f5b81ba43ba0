import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("A summary")
struct SummaryTests {
  private struct Fixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID

    init() throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob], name: "Launch")
    }

    func talk() throws {
      try it.post("The launch moves to the fifth of March because the supplier is late.", by: ada, in: id)
      try it.post("Then we have to tell the customers before Monday.", by: bob, in: id)
      try it.post("I'll write to the customers tomorrow morning.", by: ada, in: id)
      try it.post("Good. I'll change the plan and the web site.", by: bob, in: id)
    }

    func summarize(_ range: SummaryRange, question: String? = nil, as asker: UserID) async throws -> AIOutput {
      try await it.services.summaries.summarizeThread(id, for: asker, range: range, question: question)
    }
  }

  @Test("cites only messages of its range that the asker can read, in text, points and contributions")
  func citations() async throws {
    let room = try Fixture()
    try room.talk()
    try await room.it.index()
    let output = try await room.summarize(.range(from: 2, to: 4), as: room.bob)
    #expect(!output.text.isEmpty)
    #expect(!output.points.isEmpty)
    #expect(!output.contributions.isEmpty)
    for point in output.points + output.contributions {
      #expect(!point.citations.isEmpty)
      #expect(point.citations.allSatisfy { (2...4).contains($0.seq) && $0.conversation == room.id })
    }
    #expect(output.receipt.messagesRead == 3)
    #expect(output.receipt.messagesSent == 0)
    #expect(output.receipt.place == "this server")
    #expect(!output.reason.isEmpty)
  }

  @Test("names people by their display names and says whose contribution is whose")
  func names() async throws {
    let room = try Fixture()
    try room.talk()
    let output = try await room.summarize(.last(50), as: room.bob)
    let people = output.contributions.compactMap(\.person)
    #expect(Set(people).isSubset(of: [room.ada, room.bob]))
    #expect(!people.isEmpty)
    #expect(output.contributions.allSatisfy { !$0.text.contains(room.ada.description) })
  }

  @Test("says what a message says besides its task, and the task once")
  func besides() async throws {
    let room = try Fixture()
    try room.it.post(
      "Payments for the forecast fail for all Swedish cards since nine. Ada, can you call the bank?", by: room.bob,
      in: room.id)
    try room.it.post("I'll write the report for the board tomorrow.", by: room.bob, in: room.id)
    try await room.it.index()
    let points = try await room.summarize(.unread, as: room.ada).points.map(\.text)
    #expect(points.contains { $0.contains("Payments for the forecast fail for all Swedish cards") }, "\(points)")
    #expect(points.count { $0.contains("rite the report") } == 1, "\(points)")
    #expect(points.contains { $0.contains("all the bank") }, "\(points)")
    #expect(!points.contains { $0.hasPrefix("Not answered yet") }, "asked in the words of its task: \(points)")
  }

  @Test("of a long talk begins with what several people come back to, and cites two who speak of it")
  func about() async throws {
    let room = try Fixture()
    for number in 1...36 {
      let speaker = number % 2 == 0 ? room.ada : room.bob
      try room.it.post("With the roof repair we wait \(number) days more.", by: speaker, in: room.id)
      try room.it.post("I asked builder \(number) about the garden fence.", by: speaker, in: room.id)
    }
    let output = try await room.summarize(.last(100), as: room.bob)
    let first = try #require(output.points.first)
    #expect(
      ["About: garden fence, roof repair.", "About: roof repair, garden fence."].contains(first.text), "\(first)")
    #expect(first.citations.map(\.seq).sorted() == [1, 2, 3, 4])
    #expect(output.points.dropFirst().allSatisfy { !$0.text.hasPrefix("About") })
    let asked = try await room.summarize(.last(100), question: "What about the fence?", as: room.bob)
    #expect(!asked.points.contains { $0.text.hasPrefix("About") })
  }

  @Test("of what is unread covers just that, and is empty and not kept when all is read")
  func unread() async throws {
    let room = try Fixture()
    try room.talk()
    try room.it.perform(.member(.advanceWatermarks(conversation: room.id, [WatermarkChange(user: room.bob, read: 2)])))
    let some = try await room.summarize(.unread, as: room.bob)
    #expect(some.receipt.messagesRead == 2)
    #expect((some.points + some.contributions).flatMap(\.citations).allSatisfy { $0.seq > 2 })
    try room.it.perform(.member(.advanceWatermarks(conversation: room.id, [WatermarkChange(user: room.bob, read: 4)])))
    let none = try await room.summarize(.unread, as: room.bob)
    #expect(none.text.isEmpty)
    #expect(none.points.isEmpty)
    #expect(!none.isFound)
    #expect(!none.reason.isEmpty)
    #expect(try await room.it.services.outputs.outputs(of: room.bob).map(\.id) == [some.id])
  }

  @Test("of days leaves older messages out")
  func days() async throws {
    let room = try Fixture()
    try room.talk()
    room.it.clock.advance(seconds: 8 * 86_400)
    try room.it.post("The launch is next week, everything is ready.", by: room.ada, in: room.id)
    let output = try await room.summarize(.days(7), as: room.bob)
    #expect(output.receipt.messagesRead == 1)
    #expect(try await room.summarize(.days(14), as: room.bob).receipt.messagesRead == 5)
  }

  @Test("leaves deleted messages out")
  func deleted() async throws {
    let room = try Fixture()
    let gone = try room.it.post("CANARY is the secret plan of the launch.", by: room.ada, in: room.id)
    try room.talk()
    try room.it.delete(gone, in: room.id)
    let output = try await room.summarize(.last(50), as: room.bob)
    #expect(!output.text.contains("CANARY"))
    #expect(output.receipt.messagesRead == 4)
  }

  @Test("of everything missed has one point a conversation, the most pressing first, and leaves archived ones out")
  func digest() async throws {
    let room = try Fixture()
    try room.it.post("nice weather today, is it not", by: room.ada, in: room.id)
    let urgent = try room.it.storeFixture.group(room.ada, [room.bob], name: "Outage")
    try room.it.post("URGENT: the server is down, we need help right now!", by: room.ada, in: urgent)
    let archived = try room.it.storeFixture.group(room.ada, [room.bob], name: "Old")
    try room.it.post("an old story about nothing much", by: room.ada, in: archived)
    try room.it.perform(
      .member(
        .changeSettings(
          asker: room.bob, conversation: archived, ConversationSettingsChange(archived: true))))
    try await room.it.index()
    let output = try await room.it.services.summaries.digest(for: room.bob)
    #expect(output.kind == .digest)
    #expect(output.points.count == 2)
    #expect(output.points.first?.text.hasPrefix("Outage (1 new)") == true)
    #expect(output.points.map { Set($0.citations.map(\.conversation)) } == [[urgent], [room.id]])
    #expect(output.text == "2 new messages in 2 conversations.")
    // What Ada wrote herself is not news to her.
    #expect(try await room.it.services.summaries.digest(for: room.ada).points.isEmpty)
  }

  @Test("of everything missed names the writer once where a conversation is named after them")
  func digestOfDirect() async throws {
    let room = try Fixture()
    let direct = try room.it.storeFixture.direct(room.ada, room.bob)
    try room.it.post("The union accepts our offer and wants to sign next Friday.", by: room.ada, in: direct)
    try room.it.post("Could you prepare the contract until Tuesday?", by: room.ada, in: direct)
    try await room.it.index()
    let point = try #require(try await room.it.services.summaries.digest(for: room.bob).points.first?.text)
    #expect(point.hasPrefix("Ada (2 new): “") && !point.contains("Ada: “"), "\(point)")
    try room.it.post("I can, on Monday.", by: room.bob, in: direct)
    try room.it.post("Good. Then I will find a notary for the contract.", by: room.ada, in: direct)
    let both = try await room.it.services.summaries.summarizeThread(direct, for: room.bob, range: .last(4))
    #expect(both.points.contains { $0.text.contains("Ada: “") }, "\(both.points.map(\.text))")
  }

  @Test("of everything missed says how much there is, also of what it has no room for")
  func wholeDigest() async throws {
    let room = try Fixture()
    for number in 0..<15 {
      let group = try room.it.storeFixture.group(room.ada, [room.bob], name: "Project \(number)")
      try room.it.post("The plan of project \(number) is in the folder.", by: room.ada, in: group)
    }
    for _ in 0..<99 { try room.it.post("One more report is in the folder.", by: room.ada, in: room.id) }
    try room.it.post("URGENT: the server is down, we need help right now!", by: room.ada, in: room.id)
    try await room.it.index()
    let output = try await room.it.services.summaries.digest(for: room.bob)
    #expect(output.points.count == 12)
    #expect(output.text == "At least 115 new messages in 16 conversations. The 12 that press most are here.")
    #expect(output.points.first?.text.hasPrefix("Launch (at least 100 new)") == true)
  }

  @Test("counts what is new to the asker, not what they wrote themselves")
  func ownMessages() async throws {
    let room = try Fixture()
    try room.talk()
    #expect(try await room.summarize(.unread, as: room.bob).title == "2 new messages in Launch")
    #expect(try await room.summarize(.last(4), as: room.bob).title == "The last 4 messages in Launch")
    #expect(try await room.summarize(.unread, as: room.ada).receipt.messagesRead == 4, "both sides are still read")
  }

  @Test("quotes people by name, the asker as “You”, and never says that the asker missed their own words")
  func you() async throws {
    let room = try Fixture()
    try room.talk()
    let output = try await room.summarize(.last(50), as: room.bob)
    #expect(output.points.contains { $0.text.contains("Ada: “") })
    #expect(output.points.contains { $0.text.contains("You: “") })
    #expect(output.points.allSatisfy { !$0.text.contains("Bob: “") })
    let unread = try await room.summarize(.unread, as: room.ada)
    #expect(unread.points.allSatisfy { point in !point.citations.allSatisfy { $0.sender == room.ada } })
  }

  @Test("has decisions and open tasks in lines of their own, from their records, with absolute dates")
  func records() async throws {
    let room = try Fixture()
    try room.it.post("We decided to keep the old printer.", by: room.ada, in: room.id)
    try room.it.post("Bob, can you send the list to the printer by Friday?", by: room.ada, in: room.id)
    try room.it.post("Sure, will do.", by: room.bob, in: room.id)
    try await room.it.index()
    let texts = try await room.summarize(.last(50), as: room.bob).points.map(\.text)
    #expect(texts.contains { $0.hasPrefix("Decided: Keep the old printer") })
    let task = try #require(texts.first { $0.hasPrefix("To do (you): Send the list to the printer, due ") })
    #expect(!task.contains("oday") && !task.contains(":00"), "the day, and no hour that nobody named")
    let mine = try await room.summarize(.last(50), as: room.ada).points.map(\.text)
    #expect(mine.contains { $0.hasPrefix("To do (Bob): ") })
  }

  @Test("over several days names the day at its first point, in full")
  func dayHeadings() async throws {
    let room = try Fixture()
    try room.it.post("The supplier delivers the cables to the old harbour.", by: room.ada, in: room.id)
    room.it.clock.advance(seconds: 2 * 86_400)
    try room.it.post("The ferry leaves at seven from the new pier.", by: room.ada, in: room.id)
    let texts = try await room.summarize(.last(50), as: room.bob).points.map(\.text)
    #expect(texts.count == 2)
    #expect(
      texts.allSatisfy {
        $0.range(of: "^[A-Z][a-z]{2} [0-9]+ [A-Z][a-z]+ – Ada: “", options: .regularExpression) != nil
      })
  }

  @Test("answers its question, and says that nobody spoke of it otherwise")
  func question() async throws {
    let room = try Fixture()
    try room.talk()
    let found = try await room.summarize(.last(50), question: "Why does the launch move?", as: room.bob)
    #expect(found.points.first?.text.contains("because the supplier is late") == true)
    let nothing = try await room.summarize(.last(50), question: "Who feeds the parrot?", as: room.bob)
    #expect(!nothing.isFound && nothing.points.isEmpty)
    #expect(nothing.reason == "None of the messages says anything about that.")
  }

  @Test("says plainly what it did not understand")
  func otherLanguage() async throws {
    let room = try Fixture()
    try room.it.post("Können wir das morgen um zehn besprechen? Ich habe noch eine Frage.", by: room.ada, in: room.id)
    try room.it.post("The ferry leaves at seven from the new pier.", by: room.ada, in: room.id)
    let texts = try await room.summarize(.last(50), as: room.bob).points.map(\.text)
    #expect(texts.last == "1 message is not in English and was not understood.")
    #expect(texts.allSatisfy { !$0.contains("besprechen") })
  }

  @Test("of everything missed begins with what the inbox ranks first, and quotes that message")
  func pressing() async throws {
    let room = try Fixture()
    try room.it.post("The launch moves to the fifth of March because the supplier is late.", by: room.ada, in: room.id)
    for text in ["The room has new chairs.", "The printer has new paper.", "The kitchen has new cups."] {
      try room.it.post(text, by: room.ada, in: room.id)
    }
    try room.it.post("Bob, URGENT: the payments are down, call the bank right now!", by: room.ada, in: room.id)
    let other = try room.it.storeFixture.group(room.ada, [room.bob], name: "Tea")
    try room.it.post("We tried the new green tea from the market yesterday.", by: room.ada, in: other)
    try await room.it.index()
    let first = try #require(try await room.it.services.summaries.digest(for: room.bob).points.first)
    #expect(first.text.hasPrefix("Launch (5 new): "))
    #expect(first.text.contains("the payments are down"))
  }
}
