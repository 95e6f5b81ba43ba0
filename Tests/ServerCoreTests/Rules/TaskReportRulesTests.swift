import Domain
import ServerCore
import Testing

@Suite("Rules of what is done, and of what waits to be accepted")
struct TaskReportRulesTests {
  typealias It = RuleFixture

  private let later = It.now.adding(seconds: 5)
  private let here: [MessageID: SourceState] = [
    It.message(1): SourceState(rev: 2, isDeleted: false), It.message(2): SourceState(rev: 3, isDeleted: false),
    It.message(3): SourceState(rev: 4, isDeleted: true),
  ]

  private func insight(
    _ number: UInt64 = 1, _ text: String = "task", citing: [UInt64] = [1], by member: UserID? = nil,
    edited: InsightFields = []
  ) -> Insight {
    var row = Insight(
      id: It.insight(number), rev: 5, kind: .actionItem, text: text, citations: citing.map(It.message),
      context: "context", confidence: 0.5, reason: "asked", model: member == nil ? "on-box" : nil, createdBy: member,
      createdAt: It.now)
    row.edited = edited
    row.isEdited = !edited.isEmpty
    return row
  }

  private func record(_ found: [Insight], previousInsights: [Insight] = []) -> WorkRuling {
    let work = MessageWork(
      conversation: It.team, message: It.message(1), rev: 2, embedding: nil, embedder: nil, signals: nil,
      insights: found)
    let known = WorkState(
      sources: here, previousInsights: previousInsights, idsInUse: Set(previousInsights.map(\.id)))
    return Rules.Insights.record(work, on: known, in: It.group, at: later)
  }

  private func revision(_ ruling: WorkRuling) throws -> InsightRevision {
    guard case .kept(let revision) = ruling else { throw Refusal(.internal, "nothing was kept: \(ruling)") }
    return revision
  }

  // MARK: Reports

  private func reported(_ number: UInt64 = 1, by message: UInt64 = 2, edited: InsightFields = []) -> Insight {
    var row = insight(number, citing: [1, message], edited: edited)
    row.status = .done
    row.report = TaskReport(message: It.message(message), sender: It.ben, text: "It is done.")
    return row
  }

  @Test("a message that the task cites besides its own closes it, and nothing else does")
  func report() throws {
    let row = try #require(try revision(record([reported()], previousInsights: [insight()])).rows.first)
    #expect(row.status == .done && row.report?.text == "It is done." && row.citations == [1, 2].map(It.message))
    // Deleted meanwhile, the task's own message, and a status without a report.
    var own = reported(by: 1)
    own.citations = [It.message(1)]
    var bare = insight()
    bare.status = .done
    for found in [reported(by: 3), own, bare] {
      let row = try #require(try revision(record([found])).rows.first)
      #expect(row.status == .open && row.report == nil)
    }
  }

  @Test("a report closes nothing that a member changed, and no report opens nothing that a member closed")
  func reportAfterChange() throws {
    for fields in [.status, .text, .owner] as [InsightFields] {
      let rows = try revision(record([reported()], previousInsights: [insight(edited: fields)])).rows
      #expect(rows.allSatisfy { $0.status == .open && $0.report == nil && $0.citations == [It.message(1)] })
    }
    var ticked = insight(edited: .status)
    ticked.status = .done
    #expect(try revision(record([insight(2, "other")], previousInsights: [ticked])).rows.first?.status == .done)
    // What was closed before a member changed it follows its report.
    let open = try #require(try revision(record([insight()], previousInsights: [reported(edited: .tags)])).rows.first)
    #expect(open.status == .open && open.report == nil)
  }

  @Test("a task opens when the message that reports it is edited or deleted, and is looked at again")
  func reportGone() throws {
    for edited in [[], .tags] as [InsightFields] {
      let row = reported(edited: edited)
      let revisions = [
        Rules.Insights.followEdit(of: It.message(2), [row], in: It.group, at: later),
        Rules.Insights.followDeletion(of: It.message(2), [row], texts: [:], in: It.group, at: later),
      ]
      for revision in revisions {
        let open = try #require(revision.rows.first)
        #expect(open.status == .open && open.report == nil && open.citations == [It.message(1)] && open.rev == 11)
        #expect(open.text == "task" && open.context == "context" && revision.due == [It.message(1)])
      }
    }
    let untouched = Rules.Insights.followEdit(of: It.message(1), [reported()], in: It.group, at: later)
    #expect(untouched.rows.isEmpty && untouched.due.isEmpty)
  }

  @Test("a member opens what a message closed, and it stays open")
  func reopen() throws {
    let open = try InsightRules.applying(InsightChange(status: .open), to: reported())
    #expect(open.status == .open && open.report == nil && open.edited == .status)
    #expect(open.citations == [It.message(1)])
    let rows = try revision(record([reported()], previousInsights: [open])).rows
    #expect(rows.allSatisfy { $0.status == .open && $0.report == nil })
  }

  // MARK: Maybe

  private func maybe(_ confidence: Double = 0.4) -> Insight {
    var row = insight()
    row.confidence = confidence
    return row
  }

  @Test("what was found with little confidence waits until a member accepts, changes or closes it")
  func maybes() throws {
    #expect(maybe().isMaybe && !maybe(0.5).isMaybe)
    var marked = insight(by: It.ben)
    marked.confidence = 0
    #expect(!marked.isMaybe)
    let accepted = try InsightRules.applying(InsightChange(status: .open), to: maybe())
    #expect(!accepted.isMaybe && accepted.status == .open && accepted.edited == .status && accepted.isEdited)
    #expect(try InsightRules.applying(InsightChange(status: .open), to: maybe(0.5)) == maybe(0.5))
    let worded = try InsightRules.applying(InsightChange(text: "mine"), to: maybe())
    #expect(!worded.isMaybe && worded.edited == .text)
    let dismissed = try InsightRules.applying(InsightChange(status: .dismissed), to: maybe())
    #expect(!dismissed.isMaybe && dismissed.status == .dismissed)
    #expect(try !InsightRules.applying(InsightChange(status: .open), to: dismissed).isMaybe)
  }

  @Test("what a member accepted stays on the list, however unsure it is found again")
  func acceptedStays() throws {
    let accepted = try InsightRules.applying(InsightChange(status: .open), to: maybe())
    #expect(try revision(record([maybe(0.3)], previousInsights: [accepted])).rows.allSatisfy { !$0.isMaybe })
    #expect(try revision(record([maybe(0.3)], previousInsights: [maybe()])).rows.first?.confidence == 0.3)
  }
}
