import Domain
import Foundation
import Testing
import ViewModels

@Suite("The board of tasks and decisions", .timeLimit(.minutes(5)))
@MainActor
struct TaskBoardTests {
  private let intelligence = FakeIntelligence()
  private let me = UserID(high: 1, low: 1)
  private let ada = UserID(high: 1, low: 2)
  private let conversation = ConversationID(high: 7, low: 1)

  private func insight(
    _ number: UInt64, kind: Insight.Kind = .actionItem, status: Insight.Status = .open, owner: UserID? = nil,
    due: Timestamp? = nil, at: Timestamp = Timestamp(milliseconds: 0)
  ) -> PlacedInsight {
    PlacedInsight(
      conversation: conversation,
      insight: Insight(
        id: InsightID(high: 3, low: number), kind: kind, status: status, text: "Water plants",
        citations: [MessageID(high: 9, low: number)], owner: owner, dueAt: due, tags: ["garden"], confidence: 0.9,
        reason: "said so", model: "on-box 1", createdAt: at))
  }

  @Test("tags, what led to it and who took part are changed too; who was there keeps their place")
  func moreEditing() {
    var placed = insight(1, kind: .decision)
    placed.insight.tags = ["garden"]
    placed.insight.participants = [ada, me]
    var edit = InsightEdit(placed, proposedDue: Date(timeIntervalSince1970: 0))
    #expect(!edit.canSave)
    edit.tags = " garden, roof,, roof "
    edit.context = " The rain "
    edit.participants = [ada]
    #expect(edit.change == InsightChange(tags: ["garden", "roof"], context: "The rain", participants: [ada]))
    edit = InsightEdit(placed, proposedDue: Date(timeIntervalSince1970: 0))
    edit.tags = ""
    #expect(edit.change == InsightChange(tags: []))
  }

  @Test("action items stand by when they are due; what was done last comes first among the closed")
  func dueSections() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let now = fixture.wallClock.now
    let midnight = Timestamp(fixture.texts.calendar.startOfDay(for: now.date))
    func at(_ seconds: Int64) -> Timestamp { midnight.adding(seconds: seconds) }
    var done = [insight(6), insight(7)]
    for index in done.indices {
      done[index].insight.status = .done
      done[index].insight.completedAt = at(Int64(index))
    }
    intelligence.publish(
      [
        insight(1, due: now.adding(seconds: -1)), insight(2, due: at(86_399)), insight(3, due: at(86_400)),
        insight(4, due: at(7 * 86_400)), insight(5),
      ] + done)
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence, clock: fixture.wallClock)
    model.shown = .all
    try await running(model.run) {
      await eventually("they are there") { model.rows.count == 7 }
      let sections = model.dueSections(fixture.texts.calendar)
      #expect(sections.map(\.id) == [.overdue, .today, .week, .later, .undated, .closed])
      #expect(sections.map { $0.rows.map(\.id.description.last) }.map(\.count) == [1, 1, 1, 1, 1, 2])
      #expect(sections.last?.rows == done.reversed())
    }
  }

  @Test("what is due on a day is late when the day is over, what is due at a time when that has passed")
  func dueDay() throws {
    let fixture = try DeviceFixture(kind: .group)
    let (texts, now) = (fixture.texts, fixture.wallClock.now)
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence, clock: fixture.wallClock)
    func task(_ said: String?, _ due: Timestamp) -> Insight {
      var task = insight(1, due: due).insight
      task.dueText = said
      return task
    }
    func part(_ task: Insight) -> DuePart? { DuePart(of: task, now: now.date, calendar: texts.calendar) }
    let midnight = Timestamp(texts.calendar.startOfDay(for: now.date))
    for today in [task("today", now.adding(seconds: -1)), task("by Friday", midnight), task(nil, midnight)] {
      #expect(part(today) == .today && !model.isOverdue(today, in: texts.calendar), "\(today.dueText ?? "chosen")")
      #expect(texts.due(today) == "Today")
    }
    let yesterday = task("by Thursday", midnight.adding(seconds: -1))
    #expect(part(yesterday) == .overdue && model.isOverdue(yesterday, in: texts.calendar))
    for past in [task("by 5pm", now.adding(seconds: -1)), task(nil, now.adding(seconds: -1))] {
      #expect(part(past) == .overdue && model.isOverdue(past, in: texts.calendar), "\(past.dueText ?? "chosen")")
      #expect(texts.due(past) == "Today, \(texts.time(past.dueAt ?? now))")
    }
  }

  @Test("my action items become a calendar file, from the list of all of them only")
  func export() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence)
    await model.export(to: folder)
    let file = try #require(model.exported)
    #expect(try String(contentsOf: file, encoding: .utf8) == "BEGIN:VCALENDAR")
    #expect(!InsightsViewModel(kind: .decision, me: me, intelligence: intelligence).canExport)
  }

  @Test("a form sends only what differs, and nothing when nothing does")
  func editing() async {
    let placed = insight(1, owner: ada, due: Timestamp(milliseconds: 5_000))
    intelligence.publish([placed])
    let model = InsightsViewModel(kind: .actionItem, me: me, intelligence: intelligence)
    var edit = model.edit(placed)
    #expect(!edit.canSave)
    await model.save(edit)
    edit.text = "  "
    #expect(!edit.canSave)
    edit.text = " Feed cat "
    edit.owner = nil
    edit.hasDue = false
    await model.save(edit)
    edit = model.edit(placed)
    edit.text = String(repeating: "x", count: 301)
    #expect(edit.excess == 1 && !edit.canSave)
    edit.text = placed.insight.text
    edit.owner = me
    edit.due = Date(timeIntervalSince1970: 60)
    await model.save(edit)
    #expect(
      intelligence.state.withLock { $0.changes } == [
        InsightChange(text: "Feed cat", removesOwner: true, removesDue: true),
        InsightChange(owner: me, dueAt: Timestamp(milliseconds: 60_000)),
      ])
  }
}
