import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerCore
import TestSupport
import Testing

@Suite("Tasks that a later message says are done")
struct TaskReportTests {
  private struct Fixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID

    init() throws {
      it = try IntelligenceFixture()
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
    }

    @discardableResult
    func say(_ text: String, by user: UserID) throws -> Message { try it.post(text, by: user, in: id) }

    func tasks() async throws -> [Insight] {
      try await it.index()
      return try it.store.insights(InsightFilter(kind: .actionItem, conversation: id), for: ada).map(\.insight)
    }

    func change(_ insight: Insight, _ change: InsightChange) throws {
      try it.perform(.intelligence(.insight(.change(asker: ada, conversation: id, id: insight.id, change))))
    }
  }

  @Test("a report closes the task, citing the message, whether both come at once or one after the other")
  func closes() async throws {
    for isAtOnce in [true, false] {
      let room = try Fixture()
      let asked = try room.say("Bob, can you renew the garden lease by Friday?", by: room.ada)
      if !isAtOnce { #expect(try await room.tasks().map(\.status) == [.open]) }
      for number in 0..<20 { try room.say("The kettle number \(number) is blue", by: room.ada) }
      let said = try room.say("Morning! Lease is renewed.", by: room.bob)
      let done = try await room.tasks()
      #expect(done.map(\.status) == [.done])
      #expect(done.first?.report == TaskReport(message: said.id, sender: room.bob, text: "Lease is renewed."))
      #expect(done.first?.citations == [asked.id, said.id])
      // Work on either once more changes nothing.
      let rev = done.first?.rev
      for message in [said, asked] {
        let due = DueMessage(conversation: room.id, kind: .group, message: message, failures: 0)
        let work = try room.it.services.worker.work(on: due)
        try room.it.perform(.intelligence(.pipeline(.record([work]))))
      }
      #expect(try await room.tasks().map(\.rev) == [rev])
    }
  }

  @Test("the task is open again when the report is edited into something else or deleted, and the next report counts")
  func opens() async throws {
    let room = try Fixture()
    try room.say("I'll renew the garden lease by Friday", by: room.bob)
    let first = try room.say("Lease is renewed.", by: room.bob)
    #expect(try await room.tasks().map(\.report?.message) == [first.id])
    try room.it.edit(first, to: "Lease is not renewed yet.", in: room.id)
    let open = try await room.tasks()
    #expect(open.map(\.status) == [.open] && open.map(\.report) == [nil])
    try room.it.edit(first, to: "Lease is renewed!", in: room.id)
    #expect(try await room.tasks().map(\.report?.text) == ["Lease is renewed!"])
    let second = try room.say("I have renewed the lease.", by: room.bob)
    #expect(try await room.tasks().map(\.report?.message) == [first.id], "the first counts")
    try room.it.delete(first, in: room.id)
    #expect(try await room.tasks().map(\.report?.message) == [second.id])
    try room.it.delete(second, in: room.id)
    #expect(try await room.tasks().map(\.status) == [.open])
  }

  @Test("what a member opened again or changed is not closed")
  func members() async throws {
    let room = try Fixture()
    try room.say("I'll renew the garden lease by Friday", by: room.bob)
    try room.say("Lease is renewed.", by: room.bob)
    let done = try #require(try await room.tasks().first)
    try room.change(done, InsightChange(status: .open))
    try room.say("I renewed the lease.", by: room.bob)
    #expect(try await room.tasks().map(\.status) == [.open])
  }

  @Test("a later time for the same task is its time, and falls back when it is taken back")
  func laterTime() async throws {
    let room = try Fixture()
    let asked = try room.say("I'll send the permit list by Friday", by: room.bob)
    for number in 0..<10 { try room.say("The kettle number \(number) is blue", by: room.ada) }
    #expect(try await room.tasks().map { $0.dueText?.contains("Friday") } == [true])
    let moved = try room.say("I'll send the permit list on Monday instead", by: room.bob)
    let after = try await room.tasks()
    #expect(after.map { $0.dueText?.contains("Monday") } == [true])
    #expect(after.map(\.citations) == [[asked.id, moved.id]])
    try room.it.delete(moved, in: room.id)
    #expect(try await room.tasks().map { $0.dueText?.contains("Friday") } == [true])
  }

  @Test("what the score finds too unsure for the list is what clients show as maybe")
  func threshold() {
    for confidence in [0.49, 0.5] {
      let insight = Insight(
        id: InsightID(high: 1, low: 1), kind: .actionItem, text: "x", citations: [], confidence: confidence, reason: "",
        createdAt: Timestamp(milliseconds: 0))
      #expect(insight.isMaybe == (confidence < TextEngine.leastListed))
    }
  }
}
