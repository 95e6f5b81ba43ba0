import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("What is found in a message")
struct MessageWorkerTests {
  private struct Fixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID

    init(names: (String, String) = ("Ada", "Bob")) throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user(names.0)
      bob = try it.storeFixture.user(names.1)
      id = try it.storeFixture.group(ada, [bob])
    }

    func found(_ kind: Insight.Kind) async throws -> [Insight] {
      try await it.index()
      return try it.store.insights(InsightFilter(kind: kind, conversation: id), for: ada).map(\.insight)
    }
  }

  @Test("a promise belongs to whoever makes it")
  func promise() async throws {
    let room = try Fixture()
    try room.it.post("I'll send the report tomorrow.", by: room.bob, in: room.id)
    #expect(try await room.found(.actionItem).first?.owner == room.bob)
  }

  @Test("a request belongs to whom it names")
  func request() async throws {
    let room = try Fixture()
    try room.it.post("Bob, can you please send the report to the customer?", by: room.ada, in: room.id)
    #expect(try await room.found(.actionItem).first?.owner == room.bob)
  }

  @Test("who takes on what they were asked for adds no second task")
  func takeover() async throws {
    let room = try Fixture()
    let asked = try room.it.post("Bob, can you please update the launch page by Friday?", by: room.ada, in: room.id)
    try room.it.post("Sure, I'll do it.", by: room.bob, in: room.id)
    let found = try await room.found(.actionItem)
    #expect(found.map(\.citations) == [[asked.id]])
    #expect(found.first?.owner == room.bob)
  }

  @Test("a time in the answer is the task's, and falls back when the answer changes or goes")
  func acceptedDate() async throws {
    let room = try Fixture()
    let asked = try room.it.post("Bob, can you send the permit list?", by: room.ada, in: room.id)
    let first = try await room.found(.actionItem)
    #expect(first.map(\.dueText) == [nil])
    let answer = try room.it.post("Yes, by Friday.", by: room.bob, in: room.id)
    let dated = try await room.found(.actionItem)
    #expect(dated.map(\.id) == first.map(\.id), "the same task, revised")
    #expect(dated.map(\.citations) == [[asked.id, answer.id]])
    #expect(dated.first?.owner == room.bob && dated.first?.dueText?.contains("Friday") == true)
    #expect(dated.first?.dueAt != nil && dated.first?.reason.contains("Bob said when") == true)
    // Working on either again changes nothing.
    try await room.it.index()
    #expect(try await room.found(.actionItem) == dated)

    try room.it.edit(answer, to: "Yes, by Monday.", in: room.id)
    #expect(try await room.found(.actionItem).map { $0.dueText?.contains("Monday") } == [true])
    try room.it.edit(answer, to: "Yes.", in: room.id)
    let fallen = try await room.found(.actionItem)
    #expect(fallen.map(\.dueText) == [nil] && fallen.map(\.citations) == [[asked.id]])
    try room.it.edit(answer, to: "Sure, by Monday.", in: room.id)
    #expect(try await room.found(.actionItem).map(\.citations) == [[asked.id, answer.id]])
    try room.it.delete(answer, in: room.id)
    let left = try await room.found(.actionItem)
    #expect(left.map(\.dueText) == [nil] && left.map(\.citations) == [[asked.id]])
  }

  @Test("what is read together with a message that changes meanwhile is not kept, and done again")
  func changedMeanwhile() async throws {
    let room = try Fixture()
    let asked = try room.it.post("Bob, can you send the permit list?", by: room.ada, in: room.id)
    let answer = try room.it.post("Yes, by Friday.", by: room.bob, in: room.id)
    let due = DueMessage(conversation: room.id, kind: .group, message: asked, failures: 0)
    let stale = try room.it.services.worker.work(on: due)
    #expect(stale.others.map(\.message) == [answer.id])
    try room.it.edit(answer, to: "No.", in: room.id)
    try room.it.perform(.intelligence(.pipeline(.record([stale]))))
    #expect(try room.it.store.insights(InsightFilter(conversation: room.id), for: room.ada).isEmpty)
    #expect(try await room.found(.actionItem).map(\.dueText) == [nil])
  }

  @Test("many messages at once are worked on one by one, in their order, with the vectors that each has alone")
  func manyAtOnce() async throws {
    let room = try Fixture()
    let posted = try (1...21).map { try room.it.post("Report number \($0) is ready.", by: room.ada, in: room.id) }
    try room.it.delete(posted[9], in: room.id)
    let found = try room.it.store.dueMessages(at: room.it.clock.now, limit: 50)
    let due = found.filter { item in posted.contains { $0.id == item.message.id } }
    let together = try room.it.services.worker.work(on: due).map { try $0.get() }
    let alone = try due.map { try room.it.services.worker.work(on: $0) }
    #expect(due.count >= 20)
    #expect(together.map(\.message) == due.map(\.message.id))
    #expect(together.map(\.embedding) == alone.map(\.embedding))
    #expect(together.filter { $0.embedding != nil }.count == 20)
  }

  @Test("of two people of one name, the one who speaks is meant by I")
  func namesakes() async throws {
    let room = try Fixture(names: ("Sam", "Sam"))
    try room.it.post("I'll send the report tomorrow.", by: room.bob, in: room.id)
    #expect(try await room.found(.actionItem).first?.owner == room.bob)
  }

  @Test("a time is read on the clock of whoever says it")
  func timeZones() async throws {
    let room = try Fixture()
    try room.it.perform(.account(.updateProfile(user: room.bob, ProfileChange(timeZone: .some("America/New_York")))))
    try room.it.post("I'll send the report tomorrow at 5pm.", by: room.bob, in: room.id)
    let due = try #require(try await room.found(.actionItem).first?.dueAt)
    // The world's clock says 15 January 2027, 08:00 UTC: 03:00 in New York.
    #expect(due == Timestamp(milliseconds: 1_800_050_400_000 + 86_400_000))
  }

  @Test("a decision has its participants, the messages that led to it and a reason")
  func decision() async throws {
    let room = try Fixture()
    try room.it.post("Should we use PostgreSQL or SQLite for the billing service?", by: room.ada, in: room.id)
    let message = try room.it.post(
      "We decided: let's go with PostgreSQL for the billing service.", by: room.bob, in: room.id)
    let found = try #require(try await room.found(.decision).first { $0.citations.first == message.id })
    #expect(found.participants.contains(room.bob))
    #expect(!found.text.isEmpty)
    #expect(!found.reason.isEmpty)
  }

  @Test("a plan that two others agree to at once is a decision, in whatever order it is worked on")
  func endorsed() async throws {
    for isAtOnce in [true, false] {
      let room = try Fixture()
      let eve = try room.it.storeFixture.user("Eve")
      let id = try room.it.storeFixture.group(room.ada, [room.bob, eve])
      func say(_ text: String, _ user: UserID) async throws -> Message {
        let message = try room.it.post(text, by: user, in: id)
        if !isAtOnce { try await room.it.index() }
        return message
      }
      func decisions() throws -> [Insight] {
        try room.it.store.insights(InsightFilter(kind: .decision, isMaybe: false, conversation: id), for: room.ada)
          .map(\.insight)
      }
      let plan = try await say("then let's leave the big stage out of June and build it in July", room.ada)
      let first = try await say("👍 fine with me, less stress", room.bob)
      if !isAtOnce { #expect(try decisions().map(\.text) == []) }
      let second = try await say("+1", eve)
      try await room.it.index()
      let found = try decisions()
      #expect(found.map(\.text) == ["Leave the big stage out of June and build it in July"])
      #expect(found.first?.citations.first == plan.id)
      let cited = Set(found.flatMap(\.citations))
      #expect(cited.isSuperset(of: [plan.id, first.id, second.id]))
    }
  }

  @Test("a plan that one agrees to, that somebody is against, or after which something else is asked, is none")
  func notEndorsed() async throws {
    let plan = "then let's leave the big stage out of June and build it in July"
    for answers in [
      ["bob: ok"], ["bob: ok", "bob: +1"], ["bob: ok", "eve: I disagree, the town wants it"],
      ["bob: who brings the cake?", "eve: ok", "bob: ok"], ["bob: the lamp is red", "eve: ok", "bob: ok"],
    ] {
      let room = try Fixture()
      let eve = try room.it.storeFixture.user("Eve")
      let id = try room.it.storeFixture.group(room.ada, [room.bob, eve])
      try room.it.post(plan, by: room.ada, in: id)
      for answer in answers {
        try room.it.post(String(answer.dropFirst(5)), by: answer.hasPrefix("eve") ? eve : room.bob, in: id)
      }
      try await room.it.index()
      let found = try room.it.store.insights(
        InsightFilter(kind: .decision, isMaybe: false, conversation: id), for: room.ada)
      #expect(found.map(\.insight.text) == [], "\(answers)")
    }
  }

  @Test("what nobody was asked to do is one task when somebody takes it on, in whatever order it is worked on")
  func taken() async throws {
    for isAtOnce in [true, false] {
      let room = try Fixture()
      try room.it.post("we should also raise the water tank limit before Tuesday", by: room.ada, in: room.id)
      if !isAtOnce { #expect(try await room.found(.actionItem).map(\.owner) == [nil]) }
      let taken = try room.it.post("ok I'll do that", by: room.bob, in: room.id)
      let found = try await room.found(.actionItem)
      #expect(found.map(\.text) == ["Raise the water tank limit"])
      #expect(found.map(\.owner) == [room.bob])
      #expect(found.first?.citations.contains(taken.id) == true)
    }
    let room = try Fixture()
    try room.it.post("we should also raise the water tank limit before Tuesday", by: room.ada, in: room.id)
    try room.it.post("I'll paint the north gate", by: room.bob, in: room.id)
    #expect(Set(try await room.found(.actionItem).map(\.owner)) == [nil, room.bob])
  }

  @Test("a talk about a meeting is found once, where it begins")
  func meeting() async throws {
    let room = try Fixture()
    let first = try room.it.post("Can we meet on Thursday to talk about the launch?", by: room.ada, in: room.id)
    try room.it.post("Thursday is bad for me, can we meet on Friday at 10am?", by: room.bob, in: room.id)
    let found = try await room.found(.scheduling)
    #expect(found.map(\.citations) == [[first.id]])
  }

  @Test("a meal as a time of day, the calendar and a question about other things are no wish to meet")
  func noMeeting() async throws {
    let room = try Fixture()
    try room.it.post("Can you test the pump before Monday?", by: room.ada, in: room.id)
    try room.it.post("sure, will do after lunch", by: room.bob, in: room.id)
    try room.it.post("lunch. pump test after that", by: room.bob, in: room.id)
    try room.it.post("hm. can we do it at the same time?", by: room.ada, in: room.id)
    try room.it.post("of course, put it in the calendar please", by: room.ada, in: room.id)
    #expect(try await room.found(.scheduling).map(\.context) == [])
  }

  @Test("signals say whether it is a question")
  func signals() async throws {
    let room = try Fixture()
    let message = try room.it.post("Where is the report?", by: room.ada, in: room.id)
    try await room.it.index()
    let placed = try #require(try room.it.store.messages([message.id], for: room.ada).first)
    #expect(placed.signals?.isQuestion == true)
  }
}
