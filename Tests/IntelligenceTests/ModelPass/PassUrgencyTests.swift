import AIProviders
import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("What a connected model says is urgent")
struct PassUrgencyTests {
  private typealias It = PassFixture

  private static func urgent(
    _ level: String = "urgent", _ message: Int = 1, for reader: String = "Ada",
    reason: String = "The invoice goes out at noon"
  ) -> JSONValue {
    [
      "message": .integer(message), "reader": .string(reader), "level": .string(level), "score": 0.9,
      "reason": .string(reason),
    ]
  }

  private func verdict(_ room: It, _ message: Message, _ asker: UserID) async throws -> PriorityVerdict {
    try await room.it.services.priority.categorizeMessage(asker: asker, conversation: room.id, message: message.id)
  }

  @Test("is told to that reader alone, with the reason and the model")
  func single() async throws {
    let room = try It(It.model(("urgency", [Self.urgent()])))
    let eve = try room.it.storeFixture.user("Eve")
    try room.it.perform(.member(.add(asker: room.ada, conversation: room.id, users: [eve])))
    let message = try await room.say("The invoice goes out at noon, have a look.", by: room.bob)
    let before = try await verdict(room, message, eve)
    await room.read()
    let told = try await verdict(room, message, room.ada)
    #expect(told.priority == .urgent && told.reason == "The invoice goes out at noon (stub-1)")
    #expect(try await verdict(room, message, eve) == before)
    let inbox = try await room.it.services.priority.detectPriorityMessages(asker: room.ada, unreadOnly: false)
    #expect(inbox.first?.message == message.id && inbox.first?.excerpt.contains("invoice") == true)
  }

  @Test("is what an opinion of a place in the inbox counts for; of other places it is this server's")
  func opinions() async throws {
    let room = try It(It.model(("urgency", [Self.urgent()])))
    let judged = try await room.say("The invoice goes out at noon, have a look.", by: room.bob)
    await room.read()
    let other = try await room.say("The boat leaves at noon.", by: room.bob)
    for message in [judged, other] {
      try await room.it.services.opinions.set(.unhelpful, of: .priority, message.id, in: room.id, by: room.ada)
    }
    let overview = try #require(room.it.store as? any OverviewStore)
    let ratings = try overview.ratings(since: Timestamp(milliseconds: 0))
    #expect(Set(ratings.map(\.model)) == ["stub-1", OnBoxEngine.version])
    #expect(ratings.allSatisfy { $0.kind == "priority" && $0.unhelpful == 1 })
    #expect(try await room.it.services.priority.detectPriorityMessages(asker: room.ada, unreadOnly: false).isEmpty)
  }

  @Test("refines the mark of the server, as the same row, and goes with what it rests on")
  func marks() async throws {
    let room = try It(
      It.model(("urgency", [Self.urgent("urgent", 2, reason: "The site is down, the invoice goes out at noon")])))
    func marks() throws -> [PriorityMark] {
      try room.it.store.delta(of: .me, for: room.ada, fromRev: 0).priorities
    }
    let first = try room.it.post("The invoice goes out at noon.", by: room.bob, in: room.id)
    let alarm = try await room.say("URGENT: the site is down, we need help right now!", by: room.bob)
    let before = try #require(try marks().first)
    #expect(before.message == alarm.id && !before.isByModel)
    await room.read()
    while await room.it.services.priorityKeeper.runBatch() > 0 {}
    let after = try #require(try marks().first)
    #expect(try marks().count == 1)
    #expect(after.message == alarm.id && after.isByModel && after.rev > before.rev)
    #expect(after.reason == "The site is down, the invoice goes out at noon (stub-1)")
    try room.it.edit(first, to: "Nothing goes out.", in: room.id)
    #expect(try marks().isEmpty, "its words come from the message that was edited")
    while await room.it.services.priorityKeeper.runBatch() > 0 {}
  }

  @Test("comes after what the reader has said: contacts and keywords, focus hours, corrections")
  func rules() async throws {
    let room = try It(It.model(("urgency", [Self.urgent("can_wait"), Self.urgent("urgent", 2)])))
    let keyword = try room.it.post("The invoice goes out at noon.", by: room.bob, in: room.id)
    let other = try await room.say("The boat leaves at noon.", by: room.bob)
    await room.read()
    #expect(try await verdict(room, keyword, room.ada).priority == .canWait)
    #expect(try await verdict(room, other, room.ada).priority == .urgent)
    let always = [AIPreferences.Hours(days: [1, 2, 3, 4, 5, 6, 7], start: 0, end: 1_440)]
    try await room.it.services.preferences.save(
      AIPreferences(urgentKeywords: ["invoice"], focusHours: always), of: room.ada)
    #expect(try await verdict(room, keyword, room.ada).priority == .urgent)
    #expect(try await verdict(room, other, room.ada).reason.contains("focus time"))
    _ = try await room.it.services.priority.correct(
      asker: room.ada, conversation: room.id, message: other.id, to: .aiHandled)
    #expect(try await verdict(room, other, room.ada).priority == .aiHandled)
  }

  @Test("is believed only of new messages by others, once, for members; words that rest on nothing are left out")
  func lies() async throws {
    let room = try It(
      It.model(
        (
          "urgency",
          [
            Self.urgent("urgent", 9), Self.urgent("urgent", 0), Self.urgent(for: "Zoe"), Self.urgent(for: "Bob"),
            Self.urgent("can_wait", reason: "Pay rockets at https://evil.example"), Self.urgent("urgent"),
          ]
        )))
    let message = try await room.say("The invoice goes out at noon.", by: room.bob)
    await room.read()
    let told = try await verdict(room, message, room.ada)
    #expect(told.priority == .canWait && told.reason == "stub-1 read it so.")
    let kept = try room.it.store.records(.verdicts, of: room.bob, at: room.it.clock.now, limit: 9)
    #expect(kept.isEmpty)
  }

  @Test("goes when the message is edited or deleted, and when the reader leaves")
  func cascade() async throws {
    for step in 0..<3 {
      let room = try It(It.model(("urgency", [Self.urgent(for: "Bob")])))
      let message = try await room.say("The invoice goes out at noon.", by: room.ada)
      await room.read()
      func kept() throws -> Int {
        try room.it.store.records(.verdicts, of: room.bob, at: room.it.clock.now, limit: 9).count
      }
      #expect(try kept() == 1)
      switch step {
      case 0: try room.it.edit(message, to: "Never mind.", in: room.id)
      case 1: try room.it.delete(message, in: room.id)
      default: try room.it.perform(.member(.remove(asker: room.bob, conversation: room.id, user: room.bob)))
      }
      #expect(try kept() == 0, "\(step)")
    }
  }
}
