import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("Times to meet")
struct SchedulingTests {
  private struct Fixture {
    let it: IntelligenceFixture
    let ada: UserID
    let kenji: UserID
    let id: ConversationID

    /// Ada in Lisbon, Kenji in Tokyo: no hour is a working hour of both.
    init(_ adasZone: String = "Europe/Lisbon", _ kenjisZone: String = "Asia/Tokyo") throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user("Ada")
      kenji = try it.storeFixture.user("Kenji")
      for (user, zone) in [(ada, adasZone), (kenji, kenjisZone)] {
        try it.perform(.account(.updateProfile(user: user, ProfileChange(timeZone: .some(zone)))))
      }
      id = try it.storeFixture.group(ada, [kenji])
    }

    func suggest(_ minutes: Int? = 30, topic: String? = "Launch", participants: [UserID]? = nil) async throws
      -> AIOutput
    {
      try await it.services.scheduling.suggestMeetingTimes(
        asker: ada, conversation: id, topic: topic, minutes: minutes, participants: participants)
    }

    func fairness(_ user: UserID) throws -> Double {
      let records = try it.store.records(.fairness, of: user, at: it.clock.now, limit: 100)
      return try records.reduce(0) { try $0 + JSONDecoder().decode(Double.self, from: Data($1.body)) }
    }

    func parts(_ time: Timestamp, of user: UserID, _ slot: MeetingSlot) throws -> DateComponents {
      let seat = try #require(slot.seats.first { $0.user == user })
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: seat.timeZone))
      return calendar.dateComponents([.weekday, .hour, .minute], from: time.date)
    }
  }

  @Test("lie in everybody's working hours where there are such")
  func workingHours() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Helsinki")
    let output = try await room.suggest()
    #expect(output.slots.count == 3 && output.isFound)
    for slot in output.slots {
      #expect(slot.start > room.it.clock.now)
      #expect(slot.end.milliseconds - slot.start.milliseconds == 30 * 60_000)
      #expect(slot.seats.allSatisfy { $0.isInWorkingHours && $0.burden == 0 }, "\(slot.reason)")
      for user in [room.ada, room.kenji] {
        let (start, end) = (try room.parts(slot.start, of: user, slot), try room.parts(slot.end, of: user, slot))
        #expect((2...6).contains(start.weekday ?? 0))
        #expect((start.hour ?? 0) >= 9)
        #expect((end.hour ?? 24) * 60 + (end.minute ?? 0) <= 17 * 60 + 30)
      }
    }
  }

  @Test("respect the hours that members have set")
  func ownHours() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Lisbon")
    let mornings = AIPreferences(workingHours: [.init(days: [2], start: 480, end: 600)])
    try await room.it.services.preferences.save(mornings, of: room.kenji)
    let first = try #require(try await room.suggest().slots.first)
    let parts = try room.parts(first.start, of: room.kenji, first)
    #expect(parts.weekday == 3, "a Tuesday")
    #expect((9...9).contains(parts.hour ?? 0), "where Ada works too")
    let focus = AIPreferences(focusHours: [.init(days: [1, 2, 3, 4, 5], start: 540, end: 780)])
    try await room.it.services.preferences.save(AIPreferences(), of: room.kenji)
    try await room.it.services.preferences.save(focus, of: room.ada)
    for slot in try await room.suggest().slots {
      #expect((try room.parts(slot.start, of: room.ada, slot).hour ?? 0) >= 13, "after Ada's focus time")
    }
  }

  @Test("avoid days that somebody has refused, and cite who did")
  func refused() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Lisbon")
    let wish = try room.it.post("Can we meet next week to talk about the launch?", by: room.ada, in: room.id)
    let free = try await room.suggest(topic: nil)
    let first = try #require(free.slots.first)
    let weekday = try #require(try room.parts(first.start, of: room.kenji, first).weekday)
    let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    let no = try room.it.post("I can't do \(names[weekday - 1]).", by: room.kenji, in: room.id)
    let output = try await room.suggest(topic: nil)
    for slot in output.slots {
      #expect(abs(slot.start.milliseconds - first.start.milliseconds) >= 12 * 3_600_000, "another day: \(slot.reason)")
    }
    #expect(output.points.flatMap(\.citations).map(\.message).contains(no.id))
    #expect(wish.seq == 1)
  }

  @Test("are chosen with a calendar file, which is remembered as what each has borne")
  func fairness() async throws {
    let room = try Fixture()
    let output = try await room.suggest()
    let slot = try #require(output.slots.first)
    #expect(try room.fairness(room.ada) == 0 && room.fairness(room.kenji) == 0, "a proposal costs nobody anything")
    let file = try await room.it.services.scheduling.calendarFile(output.id, slot: 0, asker: room.ada)
    #expect(file.hasPrefix("BEGIN:VCALENDAR\r\n") && file.contains("SUMMARY:Launch"))
    for seat in slot.seats {
      #expect(abs(try room.fairness(seat.user) - seat.burden * 30) < 0.001)
    }
    let borne = try room.fairness(room.ada) + room.fairness(room.kenji)
    #expect(borne > 0, "somebody has to get up early")
    _ = try await room.it.services.scheduling.calendarFile(output.id, slot: 0, asker: room.ada)
    #expect(try room.fairness(room.ada) + room.fairness(room.kenji) == borne, "the same meeting again is one meeting")
  }

  @Test("spread inconvenient hours over time")
  func spread() async throws {
    let room = try Fixture()
    var loads: [Double] = [0, 0]
    for _ in 0..<6 {
      let output = try await room.suggest()
      let slot = try #require(output.slots.first)
      _ = try await room.it.services.scheduling.calendarFile(output.id, slot: 0, asker: room.ada)
      loads[0] += slot.seats.first { $0.user == room.ada }?.burden ?? 0
      loads[1] += slot.seats.first { $0.user == room.kenji }?.burden ?? 0
      room.it.clock.advance(seconds: 7 * 86_400)
    }
    #expect(loads[0] > 0 && loads[1] > 0, "each bears some: \(loads)")
  }

  @Test("are for members only, and of sensible length")
  func limits() async throws {
    let room = try Fixture()
    let stranger = try room.it.storeFixture.user("Zoe")
    await #expect(throws: Refusal.self) { _ = try await room.suggest(participants: [stranger]) }
    await #expect(throws: Refusal.self) { _ = try await room.suggest(5) }
    await #expect(throws: Refusal.self) { _ = try await room.suggest(481) }
    let output = try await room.suggest()
    await #expect(throws: Refusal.notFound) {
      _ = try await room.it.services.scheduling.calendarFile(output.id, slot: 0, asker: stranger)
    }
    await #expect(throws: Refusal.notFound) {
      _ = try await room.it.services.scheduling.calendarFile(output.id, slot: 9, asker: room.ada)
    }
    let third = try room.it.storeFixture.user("Bob")
    try room.it.perform(.member(.add(asker: room.ada, conversation: room.id, users: [third])))
    let two = try await room.suggest(participants: [room.kenji])
    #expect(two.slots.allSatisfy { Set($0.seats.map(\.user)) == [room.ada, room.kenji] })
  }

  @Test("are seen when somebody wishes to meet")
  func detected() async throws {
    let room = try Fixture()
    let wish = try room.it.post("Can we meet tomorrow at 3pm to go over the launch plan?", by: room.ada, in: room.id)
    try room.it.post("The cake was very good.", by: room.kenji, in: room.id)
    let found = try await room.it.services.scheduling.detectScheduling(
      asker: room.kenji, conversation: room.id, range: .days(7))
    #expect(found.map(\.insight.citations.first) == [wish.id])
    #expect(found.first?.insight.kind == .scheduling)
  }

  private static let sixZones = [
    ("Lena Vogt", "Europe/Berlin"), ("Sam Ortiz", "America/Los_Angeles"), ("Nia Brooks", "America/New_York"),
    ("Priya Rao", "Asia/Kolkata"), ("Kenji Ito", "Asia/Tokyo"), ("Ruby Walsh", "Australia/Sydney"),
  ]

  /// Six people around the world, in one group.
  private func sixPeople() throws -> (it: IntelligenceFixture, users: [UserID], id: ConversationID) {
    let it = try IntelligenceFixture()
    var users: [UserID] = []
    for (name, zone) in Self.sixZones {
      let user = try it.storeFixture.user(name)
      try it.perform(.account(.updateProfile(user: user, ProfileChange(timeZone: .some(zone)))))
      users.append(user)
    }
    return (it, users, try it.storeFixture.group(users[0], Array(users.dropFirst()), name: "Everywhere"))
  }

  @Test("of six people around the world let others bear each, at other times of the day, and say who")
  func aroundTheWorld() async throws {
    let (it, users, id) = try sixPeople()
    let output = try await it.services.scheduling.suggestMeetingTimes(
      asker: users[0], conversation: id, topic: nil, minutes: 30, participants: nil)
    #expect(output.slots.count == 3)
    let hours = output.slots.map { $0.start.milliseconds / 3_600_000 % 24 }
    #expect(Set(hours).count == 3, "other times of the day: \(hours)")
    let bearers = output.slots.map { slot in slot.seats.max { $0.burden < $1.burden }?.user }
    #expect(Set(bearers).count >= 2, "not always the same one bears it")
    for slot in output.slots {
      #expect(slot.seats.allSatisfy { !$0.localTime.isEmpty })
      for seat in slot.seats where seat.burden >= 0.2 {
        let name = try #require(Self.sixZones.first { $0.1 == seat.timeZone }).0.prefix { $0 != " " }
        #expect(slot.reason.contains(name), "\(slot.reason) tells that it is inconvenient for \(name)")
      }
    }
    #expect(output.text.contains("No hour suits everybody."), "\(output.text)")
    #expect(output.text.contains("could meet comfortably without the others"), "\(output.text)")
    #expect(output.title == "Everywhere", "nobody has said what it is about: \(output.title)")
  }

  @Test("around the world go round over weeks: nobody bears much more than anybody else")
  func roundOverWeeks() async throws {
    let (it, users, id) = try sixPeople()
    var borne = [Double](repeating: 0, count: users.count)
    for _ in 0..<12 {
      let output = try await it.services.scheduling.suggestMeetingTimes(
        asker: users[0], conversation: id, topic: "Weekly", minutes: 60, participants: nil)
      let slot = try #require(output.slots.first)
      _ = try await it.services.scheduling.calendarFile(output.id, slot: 0, asker: users[0])
      for (place, user) in users.enumerated() {
        borne[place] += 60 * (slot.seats.first { $0.user == user }?.burden ?? 0)
      }
      it.clock.advance(seconds: 7 * 86_400)
    }
    let (least, most) = (borne.min() ?? 0, borne.max() ?? 0)
    #expect(most - least <= 180, "\(borne)")
  }

  @Test("are named after what is to be talked about")
  func titles() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Helsinki")
    try room.it.post("The supplier contract ends in June.", by: room.kenji, in: room.id)
    try room.it.post("Yes, the supplier contract worries me too.", by: room.ada, in: room.id)
    try room.it.post("Can we meet next week?", by: room.kenji, in: room.id)
    let title = try await room.suggest(topic: nil).title
    #expect(title == "Supplier contract")
    try room.it.post("Let's meet on Thursday to discuss the launch budget.", by: room.ada, in: room.id)
    #expect(try await room.suggest(topic: nil).title == "Launch budget")
    #expect(try await room.suggest(topic: "My own").title == "My own")
  }

  @Test("go with the messages that they are named after")
  func nameGoes() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Helsinki")
    let contract = try room.it.post("The supplier contract is expensive.", by: room.kenji, in: room.id)
    try room.it.post("Yes, the supplier contract worries me too.", by: room.ada, in: room.id)
    try room.it.post("Can we meet next week?", by: room.kenji, in: room.id)
    let named = try await room.suggest(topic: nil)
    #expect(named.title == "Supplier contract")
    let own = try await room.suggest(topic: "My own")
    try room.it.delete(contract, in: room.id)
    let kept = try await room.it.services.outputs.outputs(of: room.ada).map(\.id)
    #expect(!kept.contains(named.id))
    #expect(kept.contains(own.id))
  }

  @Test("within everybody's working hours come at several times of the day")
  func variety() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Lisbon")
    let output = try await room.suggest()
    let hours = try output.slots.map { try room.parts($0.start, of: room.ada, $0).hour ?? 0 }
    #expect(Set(hours).count == 3, "\(hours)")
    #expect(output.slots.allSatisfy { $0.seats.allSatisfy { $0.burden == 0 } })
    #expect(!output.text.contains("No hour"))
  }

  @Test("cost a bounded number of looks at what was said, however often somebody says it")
  func hostile() async throws {
    let room = try Fixture("Europe/Lisbon", "Europe/Helsinki")
    let times = (0..<1_400).map { "\($0 / 60 % 24):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" }
    for part in 0..<4 {
      let said = times[part * 350..<(part + 1) * 350].joined(separator: " ")
      try room.it.post("Let's meet, but not at \(said)", by: room.kenji, in: room.id)
    }
    try room.it.post("Not on Monday.", by: room.kenji, in: room.id)
    let output = try await room.suggest()
    #expect(output.points.count <= 64, "what was said last counts")
    #expect(output.points.contains { $0.text.hasPrefix("Kenji cannot: Monday (“") })
    #expect(output.slots.allSatisfy { (try? room.parts($0.start, of: room.kenji, $0).weekday) != 2 })
  }
}
