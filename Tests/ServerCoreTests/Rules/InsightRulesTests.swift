import Domain
import Foundation
import ServerCore
import Testing

@Suite("Rules of insights")
struct InsightRulesTests {
  typealias It = RuleFixture

  private let later = It.now.adding(seconds: 5)
  private let here: [MessageID: SourceState] = [
    It.message(1): SourceState(rev: 2, isDeleted: false), It.message(2): SourceState(rev: 3, isDeleted: false),
    It.message(3): SourceState(rev: 4, isDeleted: true),
  ]

  private func insight(
    _ number: UInt64 = 1, _ text: String = "task", citing: [UInt64] = [1], kind: Insight.Kind = .actionItem,
    by member: UserID? = nil, owner: UserID? = nil, edited: InsightFields = []
  ) -> Insight {
    var row = Insight(
      id: It.insight(number), rev: 5, kind: kind, text: text, citations: citing.map(It.message), owner: owner,
      context: "context", confidence: 0.5, reason: "asked", model: member == nil ? "on-box" : nil, createdBy: member,
      createdAt: It.now)
    row.edited = edited
    row.isEdited = !edited.isEmpty
    return row
  }

  // MARK: Marks

  private func put(_ row: Insight, by asker: UserID = It.ben, known: PlacedInsight? = nil) throws -> MarkRuling {
    try Rules.Insights.put(row, by: asker, in: It.group, known: known, sources: here, at: later)
  }

  @Test("a member marks what readable messages of the conversation say")
  func mark() throws {
    let marked = try #require(try put(insight(citing: [1, 2])).changed)
    #expect(marked.createdBy == It.ben && marked.rev == 11 && marked.createdAt == later)
    for citing in [[], [3], [9], [1, 9], [1, 1]] as [[UInt64]] {
      #expect(refusal { try put(insight(citing: citing)) } == .invalid)
    }
    #expect(refusal { try put(insight(owner: It.eve)) } == .invalid)
    #expect(refusal { try put(insight(owner: It.cleo)) } == nil)
    #expect(refusal { try put(insight(), by: It.eve) } == .notFound)
  }

  @Test("a member's own task needs no message; a decision and what was found do")
  func written() throws {
    var task = insight(citing: [], by: It.ben)
    #expect(try put(task).changed?.citations == [])
    task.owner = It.eve
    #expect(refusal { try put(task) } == .invalid)
    #expect(refusal { try put(insight(citing: [])) } == .invalid)
    let decision = Insight(
      id: task.id, kind: .decision, text: "Go", citations: [], confidence: 1, reason: "", createdBy: It.ben,
      createdAt: It.now)
    #expect(refusal { try put(decision) } == .invalid)
  }

  @Test("the same id answers what is there, unless it is another's or elsewhere")
  func repeats() throws {
    let mine = PlacedInsight(conversation: It.team, insight: insight(by: It.ben))
    #expect(try put(insight(1, "else"), known: mine).changed == nil)
    #expect(refusal { try put(insight(), by: It.ada, known: mine) } == .conflict)
    let far = PlacedInsight(conversation: ConversationID(high: 4, low: 2), insight: insight(by: It.ben))
    #expect(refusal { try put(insight(), known: far) } == .conflict)
  }

  @Test("any member changes what stands here; what is withdrawn or elsewhere is not found")
  func change() throws {
    func change(_ known: Insight?, _ change: InsightChange, by asker: UserID = It.ben) throws -> MarkRuling {
      let placed = known.map { PlacedInsight(conversation: It.team, insight: $0) }
      return try Rules.Insights.change(placed, change, by: asker, in: It.group, at: later)
    }
    let done = try #require(try change(insight(), InsightChange(status: .done)).changed)
    #expect(done.status == .done && done.rev == 11 && done.updatedAt == later && done.edited == .status)
    #expect(try change(insight(), InsightChange(status: .open)).changed == nil)
    #expect(refusal { try change(insight(), InsightChange(owner: It.eve)) } == .invalid)
    #expect(refusal { try change(nil, InsightChange(status: .done)) } == .notFound)
    let gone = insight().withdrawn(rev: 6, at: It.now)
    #expect(refusal { try change(gone, InsightChange(status: .done)) } == .notFound)
    #expect(refusal { try change(insight(), InsightChange(status: .done), by: It.eve) } == .notFound)
  }

  @Test("an insight of another conversation is not found to change it")
  func elsewhere() {
    let far = PlacedInsight(conversation: ConversationID(high: 4, low: 2), insight: insight())
    #expect(
      refusal {
        try Rules.Insights.change(far, InsightChange(status: .done), by: It.ben, in: It.group, at: later)
      } == .notFound)
  }

  // MARK: Work

  private func record(
    _ found: [Insight], previousInsights: [Insight] = [], rev: Int64 = 2, others: [MessageWork.Other] = [],
    seen: [MessageWork.SeenInsight]? = nil, revisits: [MessageID] = [], idsInUse: Set<InsightID> = [],
    marked: Set<Insight.Kind> = [], message: UInt64 = 1
  ) -> WorkRuling {
    let work = MessageWork(
      conversation: It.team, message: It.message(message), rev: rev, embedding: nil, embedder: nil, signals: nil,
      insights: found, others: others, previousInsights: seen, revisits: revisits)
    let known = WorkState(
      sources: here, previousInsights: previousInsights, markedKinds: marked,
      idsInUse: idsInUse.union(previousInsights.map(\.id)))
    return Rules.Insights.record(work, on: known, in: It.group, at: later)
  }

  private func revision(_ ruling: WorkRuling) throws -> InsightRevision {
    guard case .kept(let revision) = ruling else { throw Refusal(.internal, "nothing was kept: \(ruling)") }
    return revision
  }

  @Test("work applies only to what it was done on")
  func stale() {
    guard case .outdated = record([], rev: 1), case .outdated = record([], message: 9) else {
      Issue.record("work on a former text was kept")
      return
    }
    let changed = [MessageWork.Other(message: It.message(2), rev: 2)]
    guard case .again = record([], others: changed), case .again = record([], previousInsights: [insight()], seen: [])
    else {
      Issue.record("work beside former texts or insights was kept")
      return
    }
    guard case .finished = record([], rev: 4, message: 3) else {
      Issue.record("a deleted message is worked on")
      return
    }
  }

  @Test("what is found cites its message first, and others of the conversation that are there")
  func found() throws {
    let rows = try revision(record([insight(citing: [2, 3, 9], owner: It.eve)])).rows
    #expect(rows.map(\.citations) == [[It.message(1), It.message(2)]])
    #expect(rows.map(\.rev) == [11])
    #expect(rows.map(\.owner) == [nil])
  }

  @Test("what a member has marked in the message is not found in it once more")
  func marked() throws {
    let kind = insight().kind
    #expect(try revision(record([insight()], marked: [kind])).rows.isEmpty)
    let others = Set(Insight.Kind.allCases).subtracting([kind])
    #expect(try revision(record([insight()], marked: others)).rows.count == 1)
  }

  @Test("found again it keeps its id and what members changed; the rest follows the source")
  func revise() throws {
    let mine = insight(1, "mine", edited: [.text])
    let again = try revision(record([insight(7, "new", owner: It.ada)], previousInsights: [mine])).rows
    #expect(again.map(\.id) == [It.insight(1)])
    #expect(again.map(\.text) == ["mine"])
    #expect(again.map(\.owner) == [It.ada])
    var same = insight(7)
    same.updatedAt = later
    #expect(try revision(record([same], previousInsights: [insight()])).rows.isEmpty)
  }

  @Test("owner, time and tags that a member set stay when the message is worked on again")
  func edits() throws {
    var mine = insight(1, owner: It.cleo, edited: [.owner, .due, .tags])
    (mine.dueAt, mine.tags) = (It.now, ["mine"])
    var other = insight(7, "new", owner: It.ada)
    (other.dueAt, other.tags) = (later, ["other"])
    let again = try #require(try revision(record([other], previousInsights: [mine])).rows.first)
    #expect(again.text == "new" && again.owner == It.cleo && again.dueAt == It.now && again.tags == ["mine"])
    let theirs = try #require(try revision(record([other], previousInsights: [insight()])).rows.first)
    #expect(theirs.owner == It.ada && theirs.dueAt == later && theirs.tags == ["other"])
  }

  @Test("what was withdrawn is not found")
  func withdrawn() throws {
    #expect(try revision(record([insight(7).withdrawn(rev: 6, at: It.now)])).rows.isEmpty)
  }

  @Test("a row that changes twice in one commit is announced once, as it is in the end")
  func twice() {
    var changed = ChangedInsights()
    changed.add([insight(1, "first"), insight(2)])
    changed.add([insight(1, "last")])
    #expect(changed.rows.map(\.text) == ["last", "task"])
  }

  @Test("an id that is in use is left alone")
  func ids() throws {
    #expect(try revision(record([insight(7)], idsInUse: [It.insight(7)])).rows.isEmpty)
    #expect(try revision(record([insight(7), insight(7)])).rows.count == 1)
  }

  @Test("what its message no longer says is withdrawn, and its other messages are looked at again")
  func lose() throws {
    let lost = try revision(record([], previousInsights: [insight(citing: [1, 2])], revisits: [It.message(2)]))
    #expect(lost.rows.map(\.status) == [.withdrawn])
    #expect(lost.due == [It.message(2), It.message(2)])
    let mine = try revision(record([], previousInsights: [insight(1, "mine", edited: [.text])]))
    #expect(mine.rows.map(\.text) == ["mine"])
    #expect(mine.rows.map(\.context) == [nil])
    #expect(try revision(record([], previousInsights: mine.rows)).rows.isEmpty)
  }

  @Test("vectors have their width, and remote ones their message's revision")
  func vectors() {
    func remote(_ count: Int, rev: Int64 = 2) -> RemoteVector {
      RemoteVector(
        conversation: It.team, message: It.message(1), rev: rev, bytes: [UInt8](repeating: 1, count: count))
    }
    #expect(refusal { try Rules.Insights.checkVectors([remote(8), remote(8)]) } == nil)
    #expect(refusal { try Rules.Insights.checkVectors([remote(8), remote(9)]) } == .invalid)
    #expect(refusal { try Rules.Insights.checkVectors([remote(7)]) } == .invalid)
    #expect(Rules.Insights.keeps(remote(8), of: here[It.message(1)]))
    #expect(!Rules.Insights.keeps(remote(8, rev: 1), of: here[It.message(1)]))
    #expect(!Rules.Insights.keeps(remote(8, rev: 4), of: here[It.message(3)]))
    #expect(!Rules.Insights.keeps(remote(8), of: nil))
  }

  @Test("work on messages has vectors of 384 bytes, or none")
  func workVectors() {
    func check(_ count: Int?) -> ErrorCode? {
      let work = MessageWork(
        conversation: It.team, message: It.message(1), rev: 2,
        embedding: count.map { [UInt8](repeating: 1, count: $0) }, embedder: "test", signals: nil, insights: [])
      return refusal { try Rules.Insights.checkVectors(of: [work]) }
    }
    #expect(check(384) == nil)
    #expect(check(nil) == nil)
    #expect(check(383) == .invalid)
  }

  // MARK: With their messages

  @Test("an edit has what was found beside the message looked at again, in the message that it was found in")
  func edit() {
    let citing = [insight(1, citing: [1]), insight(2, citing: [2, 1]), insight(3, citing: [2, 1], by: It.ben)]
    let revision = Rules.Insights.followEdit(of: It.message(1), citing, in: It.group, at: later)
    #expect(revision.due == [It.message(2)] && revision.rows.isEmpty)
  }

  private func delete(_ citing: Insight) -> InsightRevision {
    Rules.Insights.followDeletion(
      of: It.message(1), [citing], texts: [It.message(2): " the\n rest "], in: It.group, at: later)
  }

  @Test("a deletion withdraws what was found in the message, and what a member marked with its last one")
  func deletion() {
    let found = delete(insight(citing: [1, 2]))
    #expect(found.rows.map(\.status) == [.withdrawn] && found.due == [It.message(2)])
    let marked = delete(insight(1, "ours", citing: [1, 2], by: It.ben))
    #expect(marked.rows.map(\.text) == ["ours"] && marked.due.isEmpty)
    #expect(marked.rows.map(\.citations) == [[It.message(2)]])
    #expect(marked.rows.map(\.context) == [nil])
    #expect(delete(insight(citing: [1], by: It.ben)).rows.map(\.status) == [.withdrawn])
    #expect(delete(insight(citing: [1], edited: [.status])).rows.map(\.status) == [.withdrawn])
  }

  @Test("what members changed stays, with the next message's beginning for words that none of them wrote")
  func standIn() {
    let ticked = insight(citing: [1, 2], edited: [.status])
    #expect(Rules.Insights.standIn(for: ticked, without: It.message(1)) == It.message(2))
    let left = delete(ticked)
    #expect(left.rows.map(\.text) == ["the rest"] && left.due == [It.message(2)])
    #expect(delete(insight(1, "mine", citing: [1, 2], edited: [.text])).rows.map(\.text) == ["mine"])
    #expect(Rules.Insights.standIn(for: insight(citing: [1, 2]), without: It.message(1)) == nil)
    #expect(Rules.Insights.standIn(for: insight(citing: [1, 2], by: It.ben), without: It.message(1)) == nil)
  }

  @Test("switched off by an admin, what was found is withdrawn with the row; switching to what it is changes nothing")
  func switching() throws {
    let off = try Rules.Insights.setIntelligence(false, in: It.group, by: It.ada, found: [insight()], at: later)
    #expect(off.row?.isIntelligenceOn == false && off.rev == 11)
    #expect(off.insights.map(\.status) == [.withdrawn])
    #expect(off.answer.deltas.map(\.delta.insights) == [off.insights])
    let same = try Rules.Insights.setIntelligence(true, in: It.group, by: It.ada, found: [], at: later)
    #expect(same.row == nil && same.rev == 10)
    func refused(_ asker: UserID, _ state: ConversationState) -> ErrorCode? {
      refusal { try Rules.Insights.setIntelligence(false, in: state, by: asker, found: [], at: later) }
    }
    #expect(refused(It.ben, It.group) == .forbidden)
    #expect(refused(It.ben, It.direct) == nil)
    #expect(refused(It.eve, It.group) == .notFound)
  }

  // MARK: Private records

  @Test("a private record is small, its ledger readable, and it does not outlive its sources")
  func records() throws {
    func record(_ id: String, _ collection: PrivateRecord.Collection = .outputs, bytes: Int = 1) -> PrivateRecord {
      PrivateRecord(
        user: It.ada, collection: collection, id: id, body: [UInt8](repeating: 1, count: bytes), createdAt: It.now)
    }
    #expect(try Rules.Records.tokens(of: record("x")) == 0)
    #expect(refusal { try Rules.Records.tokens(of: record("")) } == .invalid)
    #expect(refusal { try Rules.Records.tokens(of: record(String(repeating: "x", count: 201))) } == .invalid)
    #expect(refusal { try Rules.Records.tokens(of: record("x", bytes: 1 << 20 + 1)) } == .tooLarge)
    #expect(refusal { try Rules.Records.tokens(of: record("x", .ledger)) } == .invalid)
    // As the wire reads it: without the list that is empty.
    let entry = """
      {"at":1,"feature":"x","model":"m","place":"p","messagesSent":1,"inputTokens":3,"outputTokens":4,"isCached":false}
      """
    let short = PrivateRecord(user: It.ada, collection: .ledger, id: "x", body: Array(entry.utf8), createdAt: It.now)
    #expect(try Rules.Records.tokens(of: short) == 7)
    func check(_ source: SourceState?) -> ErrorCode? {
      refusal { try Rules.Records.check(source, of: record("x")) }
    }
    #expect(check(SourceState(rev: 1, isDeleted: false, editedAt: It.now)) == nil)
    #expect(check(SourceState(rev: 1, isDeleted: false, editedAt: later)) == .notFound)
    #expect(check(SourceState(rev: 1, isDeleted: true, editedAt: nil)) == .notFound)
    #expect(check(nil) == .notFound)
    #expect(refusal { try Rules.Records.check(isMember: true, isIntelligenceOn: true) } == nil)
    #expect(refusal { try Rules.Records.check(isMember: true, isIntelligenceOn: false) } == .notFound)
    #expect(refusal { try Rules.Records.check(isMember: false, isIntelligenceOn: true) } == .notFound)
  }

  @Test("a record may be as large as its limits, and an entry of the ledger counts what was sent and what came")
  func recordLimits() throws {
    func record(_ id: String, _ collection: PrivateRecord.Collection = .outputs, body: [UInt8]) -> PrivateRecord {
      PrivateRecord(user: It.ada, collection: collection, id: id, body: body, createdAt: It.now)
    }
    let largest = record(String(repeating: "x", count: 200), body: [UInt8](repeating: 1, count: 1 << 20))
    #expect(refusal { try Rules.Records.tokens(of: largest) } == nil)
    let entry = LedgerEntry(
      at: It.now, feature: "ask", model: "m", place: "this server", conversations: [], messagesSent: 0,
      inputTokens: 30, outputTokens: 12, cost: nil, isCached: false)
    let body = [UInt8](try JSONEncoder().encode(entry))
    #expect(try Rules.Records.tokens(of: record("x", .ledger, body: body)) == 42)
    #expect(try Rules.Records.tokens(of: record("x", .outputs, body: body)) == 0)
  }
}
