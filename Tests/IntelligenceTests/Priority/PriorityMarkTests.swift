import AIProviders
import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("What is urgent is a row of the reader's private feed")
struct PriorityMarkTests {
  private struct Fixture {
    static let alarm = "URGENT: production is down, we need help right now!"

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

    func marks(_ reader: UserID) throws -> [PriorityMark] {
      try it.store.delta(of: .me, for: reader, fromRev: 0).priorities
    }

    func reasons(_ reader: UserID) throws -> [String?] { try marks(reader).map(\.reason) }

    func post(_ text: String, by sender: UserID) async throws -> Message {
      let message = try it.post(text, by: sender, in: id)
      try await it.index()
      return message
    }

    func prefer(_ preferences: AIPreferences, _ asker: UserID) async throws {
      try await it.services.preferences.save(preferences, of: asker)
      await review()
    }

    /// Reviews whoever is due now.
    func review() async {
      while await it.services.priorityKeeper.runBatch() > 0 {}
    }

    /// The inbox's urgent messages are what is marked.
    func agrees(_ reader: UserID) async throws -> Bool {
      let inbox = try await it.services.priority.detectPriorityMessages(asker: reader, unreadOnly: false)
      let urgent = inbox.filter { $0.priority == .urgent }
      let said = Dictionary(uniqueKeysWithValues: try marks(reader).map { ($0.message, $0.reason) })
      return Set(urgent.map(\.message)) == Set(said.keys) && urgent.allSatisfy { said[$0.message] == $0.reason }
    }
  }

  @Test("each reader's alone, for whom the inbox calls it urgent, with its reason; nobody's own message")
  func marked() async throws {
    let room = try Fixture()
    let alarm = try await room.post(Fixture.alarm, by: room.bob)
    _ = try await room.post("Thanks everyone, nice weekend.", by: room.bob)
    _ = try await room.post("Ada, can you send the invoice by 5pm today?", by: room.bob)
    #expect(try room.marks(room.ada).contains { $0.message == alarm.id })
    #expect(try room.marks(room.bob).isEmpty)
    #expect(try await room.agrees(room.ada))
    #expect(try await room.agrees(room.eve))
    await room.review()
    #expect(try await room.agrees(room.ada))
    #expect(try await room.agrees(room.eve))
  }

  @Test("it follows the reader's contacts, keywords and hours of focus, and comes back after these by itself")
  func preferences() async throws {
    let room = try Fixture()
    _ = try await room.post("The menu of today is out.", by: room.bob)
    let alarm = try await room.post(Fixture.alarm, by: room.eve)
    await room.review()
    #expect(try room.marks(room.ada).map(\.message) == [alarm.id])
    try await room.prefer(AIPreferences(urgentKeywords: ["menu"]), room.ada)
    #expect(try room.marks(room.ada).count == 2)
    #expect(try await room.agrees(room.ada))
    let now = room.it.clock.now
    let minute = Int(now.milliseconds / 60_000 % 1_440)
    let focus = AIPreferences.Hours(days: [1, 2, 3, 4, 5, 6, 7], start: minute - 10, end: minute + 10)
    try await room.prefer(AIPreferences(urgentContacts: [room.bob], focusHours: [focus]), room.ada)
    #expect(try room.reasons(room.ada) == ["Bob is one of your urgent contacts."])
    room.it.clock.advance(seconds: 11 * 60)
    await room.review()
    #expect(try room.marks(room.ada).count == 2)
    #expect(try await room.agrees(room.ada))
  }

  @Test("a deadline that comes close makes it urgent by itself, and one that is over no more")
  func deadlines() async throws {
    let room = try Fixture()
    let direct = try room.it.storeFixture.direct(room.bob, room.ada)
    _ = try room.it.post("Do you have a picture of the garden by tomorrow at 23:00?", by: room.bob, in: direct)
    try await room.it.index()
    await room.review()
    #expect(try await room.agrees(room.ada))
    #expect(try room.marks(room.ada).isEmpty)
    room.it.clock.advance(seconds: 26 * 3_600)
    await room.review()
    #expect(try room.marks(room.ada).count == 1)
    #expect(try await room.agrees(room.ada))
    room.it.clock.advance(seconds: 26 * 3_600)
    await room.review()
    #expect(try room.marks(room.ada).isEmpty)
  }

  @Test("what the reader has corrected stays as they said, whatever is found later")
  func corrections() async throws {
    let room = try Fixture()
    let alarm = try await room.post(Fixture.alarm, by: room.bob)
    let calm = try await room.post("The menu of today is out.", by: room.bob)
    for (message, priority) in [(alarm, Priority.canWait), (calm, .urgent)] {
      _ = try await room.it.services.priority.correct(
        asker: room.ada, conversation: room.id, message: message.id, to: priority)
    }
    await room.review()
    #expect(try room.marks(room.ada).map(\.message) == [calm.id])
    #expect(try room.reasons(room.ada) == ["You said so."])
    try room.it.perform(.intelligence(.pipeline(.reviveDead)))
    _ = try await room.post("Really.", by: room.bob)
    try await room.prefer(AIPreferences(urgentContacts: [room.bob]), room.ada)
    #expect(try !room.marks(room.ada).contains { $0.message == alarm.id })
    #expect(try room.marks(room.ada).first { $0.message == calm.id }?.reason == "You said so.")
  }

  @Test("it goes where the AI does not reach its reader, and comes when it does again")
  func reach() async throws {
    let room = try Fixture()
    _ = try await room.post(Fixture.alarm, by: room.bob)
    #expect(try room.marks(room.ada).count == 1)
    try await room.prefer(AIPreferences(isOn: false), room.ada)
    #expect(try room.marks(room.ada).isEmpty)
    _ = try await room.post(Fixture.alarm, by: room.bob)
    #expect(try room.marks(room.ada).isEmpty)
    try await room.prefer(AIPreferences(), room.ada)
    #expect(try room.marks(room.ada).count == 2)
    try room.it.perform(.feature(.change(asker: nil, .priorities, FeatureRollout(percentage: 0))))
    await room.review()
    #expect(try room.marks(room.ada).isEmpty)
  }

  @Test("an edit ends it at once, and the new words are judged")
  func edits() async throws {
    let room = try Fixture()
    let alarm = try await room.post(Fixture.alarm, by: room.bob)
    try room.it.edit(alarm, to: "All is well, thanks.", in: room.id)
    #expect(try room.marks(room.ada).isEmpty)
    try room.it.edit(alarm, to: Fixture.alarm, in: room.id)
    #expect(try room.marks(room.ada).isEmpty)
    try await room.it.index()
    #expect(try room.marks(room.ada).count == 1)
    try room.it.delete(alarm, in: room.id)
    #expect(try room.marks(room.ada).isEmpty)
  }

  @Test("a reader who cannot be reviewed keeps nobody else waiting")
  func failure() async throws {
    let room = try Fixture()
    let alarm = try await room.post(Fixture.alarm, by: room.eve)
    await room.review()
    try room.it.perform(
      .intelligence(
        .record(
          .put(
            PrivateRecord(
              user: room.ada, collection: .verdicts, id: alarm.id.description, body: Array("no verdict".utf8),
              conversations: [room.id], sources: [alarm.id], createdAt: room.it.clock.now)))))
    try room.it.perform(
      .intelligence(
        .record(
          .put(
            PrivateRecord(
              user: room.bob, collection: .preferences, id: PrivateRecord.preferencesID,
              body: Array("{\"isOn\":false}".utf8), createdAt: room.it.clock.now)))))
    #expect(try room.marks(room.bob).count == 1)
    await room.review()
    #expect(try room.marks(room.bob).isEmpty)
    #expect(try room.it.store.dueReviews(at: room.it.clock.now, limit: 9).map(\.reader) == [room.ada])
  }

  @Test("old messages mark nobody, and a mark counts for two weeks")
  func age() async throws {
    let room = try Fixture()
    let alarm = try room.it.post(Fixture.alarm, by: room.bob, in: room.id)
    room.it.clock.advance(seconds: PriorityMark.days * 86_400)
    try await room.it.index()
    await room.review()
    #expect(try room.marks(room.ada).isEmpty)
    let other = try await room.post(Fixture.alarm, by: room.bob)
    let mark = try #require(try room.marks(room.ada).first)
    #expect(mark.message == other.id && alarm.id != other.id)
    #expect(mark.until == other.createdAt.adding(seconds: PriorityMark.days * 86_400))
    #expect(mark.isLiving(at: mark.until.adding(milliseconds: -1)) && !mark.isLiving(at: mark.until))
  }
}
