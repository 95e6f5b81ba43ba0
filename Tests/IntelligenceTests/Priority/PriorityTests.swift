import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerCore
import TestSupport
import Testing

@Suite("The priority inbox")
struct PriorityTests {
  struct Fixture {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let eve: UserID
    let id: ConversationID

    init() throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user("Ada Moreau")
      bob = try it.storeFixture.user("Bob")
      eve = try it.storeFixture.user("Eve")
      id = try it.storeFixture.group(ada, [bob, eve])
    }

    func inbox(_ asker: UserID, unreadOnly: Bool = false) async throws -> [PriorityVerdict] {
      try await it.services.priority.detectPriorityMessages(asker: asker, unreadOnly: unreadOnly)
    }

    func verdict(_ message: Message, _ asker: UserID) async throws -> PriorityVerdict {
      try await it.services.priority.categorizeMessage(asker: asker, conversation: id, message: message.id)
    }

    func prefer(_ preferences: AIPreferences, _ asker: UserID) async throws {
      try await it.services.preferences.save(preferences, of: asker)
    }

    func post(_ text: String, by sender: UserID) async throws -> Message {
      let message = try it.post(text, by: sender, in: id)
      try await it.index()
      return message
    }
  }

  @Test("holds what others wrote, the most urgent first, each with a reason")
  func order() async throws {
    let room = try Fixture()
    let calm = try await room.post("Thanks everyone, nice weekend.", by: room.bob)
    let urgent = try await room.post("URGENT: production is down, we need help right now!", by: room.bob)
    _ = try await room.post("I am on it.", by: room.ada)
    let inbox = try await room.inbox(room.ada)
    #expect(inbox.map(\.message) == [urgent.id, calm.id])
    #expect(inbox[0].priority == .urgent && inbox[0].score > inbox[1].score)
    #expect(inbox[1].priority != .urgent)
    #expect(inbox.allSatisfy { !$0.reason.isEmpty && (0...1).contains($0.score) })
  }

  @Test("leaves out what was read, when only unread is asked for")
  func unread() async throws {
    let room = try Fixture()
    let first = try await room.post("Please have a look at the invoice.", by: room.bob)
    _ = try await room.post("And at this one.", by: room.bob)
    try room.it.perform(
      .member(
        .advanceWatermarks(
          conversation: room.id, [WatermarkChange(user: room.ada, read: first.seq)])))
    #expect(try await room.inbox(room.ada).count == 2)
    #expect(try await room.inbox(room.ada, unreadOnly: true).count == 1)
    #expect(try await room.inbox(room.ada).map(\.isUnread).filter { $0 }.count == 1)
  }

  @Test("has urgent contacts and keywords on top, and names them")
  func contactsAndKeywords() async throws {
    let room = try Fixture()
    let fromBob = try await room.post("The menu of today is out.", by: room.bob)
    let keyword = try await room.post("The Invoice of the caterer came.", by: room.eve)
    let inWord = try await room.post("The invoicer is nice.", by: room.eve)
    try await room.prefer(AIPreferences(urgentContacts: [room.bob], urgentKeywords: ["invoice"]), room.ada)
    let bobs = try await room.verdict(fromBob, room.ada)
    #expect(bobs.priority == .urgent && bobs.reason.contains("Bob"))
    let words = try await room.verdict(keyword, room.ada)
    #expect(words.priority == .urgent && words.reason.contains("invoice"))
    #expect(try await room.verdict(inWord, room.ada).priority != .urgent, "a keyword is a whole word")
    #expect(try await room.verdict(fromBob, room.eve).priority != .urgent, "it is Ada's preference")
  }

  @Test("says that a decision is in the list only where it is")
  func listed() async throws {
    let room = try Fixture()
    let decision = try await room.post("We decided to move the launch to Tuesday.", by: room.bob)
    let loose = try await room.post("Decided, fine, as you like, that is settled then.", by: room.bob)
    let kept = try room.it.store.insights(InsightFilter(kind: .decision, limit: 10), for: room.ada)
    #expect(kept.flatMap(\.insight.citations).contains(decision.id))
    let listed = Set(kept.flatMap(\.insight.citations))
    for message in [decision, loose] {
      let says = try await room.verdict(message, room.ada).reason.contains("list of decisions")
      #expect(!says || listed.contains(message.id))
    }
    #expect(try await room.verdict(decision, room.ada).reason.contains("list of decisions"))
  }

  @Test("wants nothing of whom somebody promises something to, unless it asks for something too")
  func promisedTo() async throws {
    let room = try Fixture()
    for (text, wants) in [
      ("let me check with the landlord, I'll tell Ada tonight", false),
      ("I'll send Ada the plan of the hall tonight", false),
      ("I'll send Ada the plan of the hall, please review it by tonight", true),
      ("Ada, send the plan of the hall to the landlord by tonight", true),
    ] {
      let verdict = try await room.verdict(try await room.post(text, by: room.bob), room.ada)
      let isWanted = verdict.reason.contains("wants something") || verdict.reason.contains("something to do")
      #expect(isWanted == wants, "\(text): \(verdict.priority) \(verdict.reason)")
    }
  }

  @Test("tells a promise without its subject from a question")
  func promised() async throws {
    let room = try Fixture()
    for (text, asks) in [
      ("will look at it tonight", false), ("can do that after lunch", false), ("could be the old valve again", false),
      ("have a good one all", false), ("can you do that tonight", true), ("will anybody look at it tonight", true),
      ("would that work tonight", true),
    ] {
      let reason = try await room.verdict(try await room.post(text, by: room.bob), room.ada).reason
      #expect(reason.contains("asks everybody") == asks, "\(text): \(reason)")
    }
  }

  @Test("lets only contacts and keywords through in focus hours, on the reader's clock")
  func focusHours() async throws {
    let room = try Fixture()
    try room.it.perform(.account(.updateProfile(user: room.ada, ProfileChange(timeZone: .some("Asia/Tokyo")))))
    let urgent = try await room.post("URGENT: production is down, we need help right now!", by: room.bob)
    #expect(try await room.verdict(urgent, room.ada).priority == .urgent)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let parts = calendar.dateComponents([.weekday, .hour, .minute], from: room.it.clock.now.date)
    let weekday = try #require(parts.weekday)
    let minute = try #require(parts.hour) * 60 + (try #require(parts.minute))
    let day = weekday == 1 ? 7 : weekday - 1
    let now = AIPreferences.Hours(days: [day], start: max(0, minute - 30), end: min(1_440, minute + 30))
    try await room.prefer(AIPreferences(focusHours: [now]), room.ada)
    let held = try await room.verdict(urgent, room.ada)
    #expect(held.priority == .canWait && held.reason.contains("focus"))
    try await room.prefer(AIPreferences(urgentContacts: [room.bob], focusHours: [now]), room.ada)
    #expect(try await room.verdict(urgent, room.ada).priority == .urgent)
    let otherDay = AIPreferences.Hours(days: [day % 7 + 1], start: now.start, end: now.end)
    try await room.prefer(AIPreferences(focusHours: [otherDay]), room.ada)
    #expect(try await room.verdict(urgent, room.ada).priority == .urgent)
  }

  @Test("never takes what names the reader for handled")
  func mentions() async throws {
    let room = try Fixture()
    let toAda = try await room.post("Ada, the menu.", by: room.bob)
    let toAll = try await room.post("The menu, @everyone", by: room.bob)
    let inWord = try await room.post("Canada is far away.", by: room.bob)
    for message in [toAda, toAll] {
      #expect(try await room.verdict(message, room.ada).priority != .aiHandled, "\(message.text)")
    }
    let score = try await room.verdict(toAda, room.ada).score
    #expect(try await room.verdict(toAda, room.eve).score < score, "it names Ada, not Eve")
    #expect(try await room.verdict(inWord, room.ada).score < score)
  }

  @Test("learns from a correction: similar messages rank otherwise afterwards, for that reader only")
  func corrections() async throws {
    let room = try Fixture()
    let first = try await room.post("The kiln temperature report of tonight is out.", by: room.bob)
    let before = try await room.verdict(first, room.ada)
    #expect(before.priority != .urgent && !before.isCorrected)
    let corrected = try await room.it.services.priority.correct(
      asker: room.ada, conversation: room.id, message: first.id, to: .urgent)
    #expect(corrected.priority == .urgent && corrected.isCorrected && corrected.reason == "You said so.")
    let similar = try await room.post("The kiln temperature report of this morning is out.", by: room.bob)
    let other = try await room.post("Lunch is in the kitchen.", by: room.eve)
    let ada = try await room.verdict(similar, room.ada)
    let eve = try await room.verdict(similar, room.eve)
    #expect(ada.score > eve.score)
    #expect(ada.score > before.score)
    let inbox = try await room.inbox(room.ada).map(\.message)
    #expect(inbox.firstIndex(of: similar.id) ?? 9 < inbox.firstIndex(of: other.id) ?? 0)
    for _ in 0..<3 {
      let more = try await room.post("The kiln temperature report is out again.", by: room.bob)
      _ = try await room.it.services.priority.correct(
        asker: room.ada, conversation: room.id, message: more.id, to: .urgent)
    }
    let later = try await room.post("Another kiln temperature report is out.", by: room.bob)
    #expect(try await room.verdict(later, room.ada).priority == .urgent, "after a few it has learned")
    #expect(try await room.verdict(later, room.eve).priority != .urgent)
  }

  @Test("learns from one correction once, however often it is sent")
  func repeatedCorrection() async throws {
    let room = try Fixture()
    let first = try await room.post("The kiln temperature report of tonight is out.", by: room.bob)
    let similar = try await room.post("The kiln temperature report of this morning is out.", by: room.bob)
    var scores: [Double] = []
    for _ in 0..<3 {
      _ = try await room.it.services.priority.correct(
        asker: room.ada, conversation: room.id, message: first.id, to: .urgent)
      scores.append(try await room.verdict(similar, room.ada).score)
    }
    #expect(Set(scores).count == 1)
  }

  @Test("unlearns when told the contrary")
  func contrary() async throws {
    let room = try Fixture()
    let message = try await room.post("URGENT: production is down, we need help right now!", by: room.bob)
    #expect(try await room.verdict(message, room.ada).priority == .urgent)
    for number in 1...5 {
      let more = try await room.post("URGENT: production is down, we need help right now! (\(number))", by: room.bob)
      _ = try await room.it.services.priority.correct(
        asker: room.ada, conversation: room.id, message: more.id, to: .aiHandled)
    }
    let later = try await room.post("URGENT: production is down, we need help right now, again!", by: room.bob)
    #expect(try await room.verdict(later, room.ada).score < room.verdict(later, room.eve).score)
  }

  @Test("takes no correction of what the reader cannot read")
  func access() async throws {
    let room = try Fixture()
    let stranger = try room.it.storeFixture.user("Zoe")
    let message = try await room.post("The vault code.", by: room.bob)
    for user in [stranger] {
      await #expect(throws: Refusal.notFound) { _ = try await room.verdict(message, user) }
      await #expect(throws: Refusal.notFound) {
        _ = try await room.it.services.priority.correct(
          asker: user, conversation: room.id, message: message.id, to: .urgent)
      }
    }
    let elsewhere = try room.it.storeFixture.group(room.ada, [stranger])
    await #expect(throws: Refusal.notFound) {
      _ = try await room.it.services.priority.categorizeMessage(
        asker: room.ada, conversation: elsewhere, message: message.id)
    }
  }

  @Test("says of each message which signal speaks for it")
  func reasons() async throws {
    let room = try Fixture()
    let cases: [(text: String, sender: UserID, words: [String])] = [
      ("URGENT: production is down, we need help right now!", room.bob, ["“production is down”", "“is down”"]),
      ("Ada, can you look at the contract?", room.bob, ["Bob asks you directly."]),
      ("Can anybody tell me where the projector is?", room.eve, ["Eve asks everybody"]),
      ("Ada, please send me the signed contract by 11pm today.", room.bob, ["It is due today (“11pm today”)."]),
      ("@everyone the menu is out.", room.eve, ["It is for everybody in the conversation."]),
    ]
    var seen = Set<String>()
    for item in cases {
      let message = try await room.post(item.text, by: item.sender)
      let verdict = try await room.verdict(message, room.ada)
      #expect(item.words.contains { verdict.reason.contains($0) }, "\(item.text): \(verdict.reason)")
      #expect(verdict.reason != "It sounds urgent.")
      seen.insert(verdict.reason)
    }
    #expect(seen.count == cases.count, "every reason tells one message from another")
  }

  @Test("quotes only words that tell why, in a run that makes sense alone")
  func tellingWords() async throws {
    let cases: [(text: String, weighed: [String], said: String?)] = [
      (
        "Memory grows, about 200 MB an hour. tide-1 will hit the limit at 14:00.", ["an hour", "1 will", "the limit"],
        "hit the limit"
      ),
      (
        "Blocking problem: cards fail since 08:50. Mira, can you call the bank?",
        ["Mira, can", "you call the", "right"],
        "Blocking problem"
      ),
      ("This is urgent, the site will be down at midnight!", ["urgent, the", "site will be"], "urgent"),
      ("Somebody tries passwords on the admin page.", ["page, about", "passwords on the", "Somebody"], nil),
      ("Please nobody deploy today, I am moving the database.", ["today, I", "between 10 and", "the database"], nil),
      (
        "The certificate expires on Wednesday night.", ["the certificate", "certificate expires on"],
        "certificate expires"
      ),
      ("Please look at it as soon as possible, Bob.", [], "as soon as possible"),
      ("An hour is enough for lunch.", ["An hour"], nil), ("", [], nil),
    ]
    for item in cases {
      #expect(ReasonWords.urgent(in: item.text, weighed: item.weighed) == item.said, "\(item.text)")
    }
    #expect(
      ReasonWords.telling(["“I'll", "the year", "I'll write the", "Amara, could"], of: .task) == ["I'll", "I'll write"])
    #expect(
      ReasonWords.telling(["the last", "Let's say \"in", "decided: we"], of: .decision) == ["Let's say", "decided"])
  }

  @Test("takes a question to somebody else in the midst of a message for no question to all")
  func questionToAnother() async throws {
    let room = try Fixture()
    let other = try await room.post("The admin page is open. Bob, can you close it?", by: room.eve)
    #expect(try await !room.verdict(other, room.ada).reason.contains("asks everybody"))
    #expect(try await room.verdict(other, room.bob).reason.contains("Eve asks you directly."))
    let all = try await room.post("The admin page is open. Bob, can you close it? Who has opened it?", by: room.eve)
    #expect(try await room.verdict(all, room.ada).reason.contains("Eve asks everybody"))
  }

  @Test("names the reader's own rules before everything else")
  func ownRulesFirst() async throws {
    let room = try Fixture()
    let message = try await room.post("Ada, can you pay the invoice by 11pm today?", by: room.bob)
    try await room.prefer(AIPreferences(urgentKeywords: ["invoice"]), room.ada)
    let verdict = try await room.verdict(message, room.ada)
    #expect(verdict.priority == .urgent)
    #expect(verdict.reason.hasPrefix("It says “invoice”, one of your keywords."), "\(verdict.reason)")
    try await room.prefer(AIPreferences(urgentContacts: [room.bob], urgentKeywords: ["invoice"]), room.ada)
    let both = try await room.verdict(message, room.ada).reason
    #expect(both.hasPrefix("Bob is one of your urgent contacts. It says “invoice”"), "\(both)")
  }

  @Test("takes what is asked of the reader for today as urgent, and for next month not")
  func deadlines() async throws {
    let room = try Fixture()
    let today = try await room.post("Ada, can you send me the signed contract by 11pm today?", by: room.bob)
    let later = try await room.post("Ada, can you send me the other contract by the end of next month?", by: room.bob)
    #expect(try await room.verdict(today, room.ada).priority == .urgent)
    #expect(try await room.verdict(later, room.ada).priority == .canWait)
    let others = try await room.verdict(today, room.eve)
    #expect(others.priority != .urgent && others.score < PriorityTests.urgentScore, "it is not Eve's")
  }

  @Test("takes a task of the reader that is due in two days or late as urgent, until it is done")
  func closeTasks() async throws {
    let room = try Fixture()
    let message = try await room.post("Ada, could you prepare the contract until tomorrow?", by: room.bob)
    #expect(try await room.verdict(message, room.ada).priority == .urgent)
    room.it.clock.advance(seconds: 3 * 86_400)
    #expect(try await room.verdict(message, room.ada).priority == .urgent, "it is late")
    _ = try await room.post("Contract is prepared.", by: room.ada)
    #expect(try await room.verdict(message, room.ada).priority == .canWait)
  }

  @Test("takes when something began for no deadline")
  func beginnings() async throws {
    let room = try Fixture()
    let message = try await room.post("Ada, can you look at this? Payments fail since 11pm.", by: room.bob)
    let reason = try await room.verdict(message, room.ada).reason
    #expect(!reason.contains("11pm"), "\(reason)")
  }

  private static let urgentScore = 0.6

  @Test("keeps scores where the categories are: urgent above what can wait, that above what is handled")
  func bands() async throws {
    let room = try Fixture()
    let texts = [
      "URGENT: production is down, we need help right now!", "Ada, can you look at the contract?",
      "Bob, please send Eve the deck.", "Thanks!", "We decided to use the blue logo.", "Lunch is in the kitchen.",
      "Can anybody tell me where the projector is?",
    ]
    for text in texts { _ = try await room.post(text, by: room.eve) }
    let inbox = try await room.inbox(room.ada)
    let bands: [Priority: Range<Double>] = [.urgent: 0.6..<1.01, .canWait: 0.2..<0.6, .aiHandled: 0..<0.2]
    for verdict in inbox {
      #expect(bands[verdict.priority]?.contains(verdict.score) == true, "\(verdict.excerpt) \(verdict.score)")
    }
    let deck = try #require(inbox.first { $0.excerpt.contains("deck") })
    #expect(deck.priority == .aiHandled && deck.reason == "It is for Bob.", "\(deck.reason)")
    let projector = try #require(inbox.first { $0.excerpt.contains("projector") })
    #expect(projector.priority == .canWait, "a question to everybody is one to the reader")
    let thanks = try #require(inbox.first { $0.excerpt == "Thanks!" })
    #expect(thanks.priority == .aiHandled)
    let put = try await room.it.services.priority.correct(
      asker: room.ada, conversation: room.id, message: thanks.message, to: .urgent)
    #expect(put.score >= 0.6, "a corrected message stands among those of its category")
  }
}
