import Domain
import Foundation
import ServerCore
import Testing

@Suite("Rules of the model pass")
struct PassRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Insights

  private let later = It.now.adding(seconds: 5)
  private static let mine = PassLease(high: 5, low: 1)
  private static let other = PassLease(high: 5, low: 2)

  private func insight(
    _ number: UInt64, _ text: String = "task", citing: [UInt64] = [1], kind: Insight.Kind = .actionItem,
    by member: UserID? = nil, owner: UserID? = nil, edited: InsightFields = [], status: Insight.Status = .open
  ) -> Insight {
    var row = Insight(
      id: It.insight(number), rev: 5, kind: kind, status: status, text: text, citations: citing.map(It.message),
      owner: owner, participants: [It.ben, It.eve], confidence: 0.5, reason: "said", model: "model-1",
      createdBy: member, createdAt: It.now)
    row.edited = edited
    row.isEdited = !edited.isEmpty
    return row
  }

  /// Messages 1 to 3 were shown at their revisions.
  private func found(
    _ findings: [PassWork.Finding], standing: [Insight] = [], seen: [UInt64] = [], changed: MessageID? = nil,
    deleted: MessageID? = nil
  ) -> [Insight]? {
    let shown = (1...3).map { MessageWork.Other(message: It.message($0), rev: Int64($0)) }
    let sources = shown.map { item in
      (
        item.message,
        SourceState(rev: item.message == changed ? 9 : item.rev, isDeleted: item.message == deleted)
      )
    }
    let work = PassWork(
      conversation: It.team, lease: Self.mine, shown: shown, seen: Set(seen.map(It.insight)), findings: findings,
      records: [], seq: 3, model: "model-1")
    let ground = PassGround(sources: Dictionary(uniqueKeysWithValues: sources), insights: standing)
    return Rule.found(work, on: ground, in: It.group, at: later)
  }

  // MARK: Turns

  @Test("one turn at a time: another begins when it has ended, or its time is over")
  func lease() throws {
    let begun = try Rule.beginPass(PassState(), Self.mine, until: later, at: It.now)
    #expect(begun.lease == Self.mine && begun.leasedUntil == later)
    #expect(refusal { try Rule.beginPass(begun, Self.other, until: later, at: It.now) } == .conflict)
    #expect(try Rule.beginPass(begun, Self.other, until: later, at: later).lease == Self.other)
    #expect(
      refusal { try Rule.beginPass(PassState(notBefore: later), Self.mine, until: later, at: It.now) } == .conflict)
    let ended = try #require(Rule.endPass(begun, Self.mine, readTo: 3, in: It.group))
    #expect(ended.lease == nil && ended.seq == 3 && ended.failures == 0)
    #expect(try Rule.beginPass(ended, Self.other, until: later, at: It.now).lease == Self.other)
  }

  @Test("a turn that is another's by now ends nothing, and none reads back or ahead")
  func foreignTurn() {
    let state = PassState(seq: 4, lease: Self.other, leasedUntil: later)
    #expect(Rule.endPass(state, Self.mine, readTo: 6, in: It.group) == nil)
    #expect(Rule.failPass(state, Self.mine, wanting: 6, isCounted: true, in: It.group, at: later) == nil)
    let spent = PassState(seq: 4, lease: Self.other, failures: Rule.passDelays.count)
    #expect(Rule.failPass(spent, Self.mine, wanting: 6, isCounted: true, in: It.group, at: later) == nil)
    #expect(Rule.endPass(state, Self.other, readTo: 2, in: It.group)?.seq == 4)
    #expect(Rule.endPass(state, Self.other, readTo: 99, in: It.group)?.seq == 8)
  }

  @Test("a turn that came to nothing is tried again later each time, and passes the messages by in the end")
  func failures() throws {
    var state = PassState(seq: 1)
    for (count, delay) in Rule.passDelays.enumerated() {
      state.lease = Self.mine
      state = try #require(Rule.failPass(state, Self.mine, wanting: 3, isCounted: true, in: It.group, at: later))
      #expect(state.failures == count + 1 && state.notBefore == later.adding(seconds: delay))
      #expect(state.seq == 1 && state.lease == nil)
    }
    state.lease = Self.mine
    let last = try #require(Rule.failPass(state, Self.mine, wanting: 3, isCounted: true, in: It.group, at: later))
    #expect(last.seq == 3 && last.failures == 0)
    let waiting = try #require(Rule.failPass(state, Self.mine, wanting: 3, isCounted: false, in: It.group, at: later))
    #expect(waiting.seq == 1 && waiting.failures == state.failures && waiting.notBefore > later)
  }

  // MARK: What is kept

  @Test("a new record is kept as the model's, for those who are there")
  func new() throws {
    let rows = try #require(found([.new(insight(1, citing: [2, 1], owner: It.eve))]))
    #expect(rows.map(\.id) == [It.insight(1)] && rows[0].rev == 11 && rows[0].updatedAt == later)
    #expect(rows[0].owner == nil && rows[0].participants == [It.ben] && rows[0].model == "model-1")
    #expect(rows[0].citations == [It.message(2), It.message(1)])
  }

  @Test("nothing holds when a message that was shown has changed or is gone")
  func outdated() {
    let finding = PassWork.Finding.new(insight(1, citing: [2]))
    #expect(found([finding], changed: It.message(1)) == nil)
    #expect(found([finding], deleted: It.message(3)) == nil)
    #expect(found([finding])?.count == 1)
  }

  @Test("what cites nothing, or a message that was not shown, does not exist")
  func uncited() {
    for citing in [[], [9], [1, 9]] as [[UInt64]] {
      #expect(found([.new(insight(1, citing: citing))]) == [])
      #expect(found([.refined(It.insight(2), insight(1, citing: citing))], standing: [insight(2)]) == [])
    }
  }

  @Test("no message gets a second record of what it has one of: a member's, or one that came meanwhile")
  func second() {
    let finding = PassWork.Finding.new(insight(1, citing: [2, 1]))
    #expect(found([finding], standing: [insight(2, by: It.ada)], seen: [2]) == [])
    #expect(found([finding], standing: [insight(2)]) == [])
    #expect(found([finding], standing: [insight(1)], seen: [1]) == [], "its id is in use")
    #expect(found([finding, .new(insight(1, "again", citing: [2, 1]))])?.map(\.text) == ["task"])
    for other in [insight(2, citing: [3], by: It.ada), insight(2, kind: .decision, by: It.ada), insight(2)] {
      #expect(found([finding], standing: [other], seen: [2])?.count == 1, "another place, another kind, or known")
    }
    let gone = insight(2, by: It.ada, status: .withdrawn)
    #expect(found([finding], standing: [gone], seen: [2])?.count == 1)
  }

  @Test("a record is refined as itself: its main message stays, and what a member changed")
  func refined() throws {
    let old = insight(2, "old", citing: [1], owner: It.ada)
    let better = insight(1, "better", citing: [2, 1], owner: It.ben)
    let row = try #require(found([.refined(old.id, better)], standing: [old])?.first)
    #expect(row.id == old.id && row.text == "better" && row.owner == It.ben)
    #expect(row.citations == [It.message(1), It.message(2)])
    let edited = insight(2, "mine", citing: [1], owner: It.ada, edited: [.text, .owner], status: .done)
    let kept = try #require(found([.refined(old.id, better)], standing: [edited])?.first)
    #expect(kept.text == "mine" && kept.owner == It.ada && kept.status == .done)
    for standing in [[], [insight(2, by: It.ada)], [insight(2, status: .withdrawn)], [insight(2, kind: .decision)]] {
      #expect(found([.refined(old.id, better)], standing: standing) == [])
    }
    #expect(found([.refined(old.id, better), .refined(old.id, better)], standing: [old])?.count == 1)
  }

  @Test("what a model had denied is open again when it is said, unless a member dismissed it")
  func reopened() throws {
    let better = insight(1, "better", citing: [1])
    let denied = insight(2, status: .dismissed)
    #expect(try #require(found([.refined(denied.id, better)], standing: [denied])?.first).status == .open)
    let dismissed = insight(2, edited: .status, status: .dismissed)
    #expect(try #require(found([.refined(denied.id, better)], standing: [dismissed])?.first).status == .dismissed)
  }

  @Test("a record that is none is put aside, with why, unless a member has touched it")
  func denied() throws {
    let old = insight(2, "old")
    let denial = PassWork.Finding.denied(old.id, reason: "read it and found none")
    let row = try #require(found([denial], standing: [old])?.first)
    #expect(row.status == .dismissed && row.text == "old" && row.rev == 11 && row.reason == "read it and found none")
    for field in [InsightFields.text, .owner, .due, .tags, .status] {
      #expect(found([denial], standing: [insight(2, edited: field)]) == [])
    }
    #expect(found([denial], standing: [insight(2, by: It.ada)]) == [])
    #expect(found([denial], standing: [insight(2, status: .done)]) == [])
    #expect(found([.refined(old.id, insight(1)), denial], standing: [old])?.map(\.status) == [.open])
  }

  @Test("what it says for a reader is kept for who is there, and rests on what was shown")
  func records() {
    func record(_ user: UserID, _ sources: [UInt64], in rooms: [ConversationID] = [It.team]) -> PrivateRecord {
      PrivateRecord(
        user: user, collection: .verdicts, id: "\(user)", body: [1], conversations: rooms,
        sources: sources.map(It.message), createdAt: It.now)
    }
    func kept(_ record: PrivateRecord) -> Bool {
      let work = PassWork(
        conversation: It.team, lease: Self.mine, shown: [], seen: [], findings: [], records: [record], seq: 3,
        model: "model-1")
      let sources = [
        It.message(1): SourceState(rev: 1, isDeleted: false), It.message(2): SourceState(rev: 2, isDeleted: true),
        It.message(3): SourceState(rev: 3, isDeleted: false, editedAt: later),
      ]
      return Rule.records(of: work, on: PassGround(sources: sources, insights: []), in: It.group).count == 1
    }
    #expect(kept(record(It.ben, [1])))
    #expect(!kept(record(It.eve, [1])), "has left")
    for sources in [[2], [3], [9], [1, 9]] as [[UInt64]] { #expect(!kept(record(It.ben, sources))) }
    #expect(!kept(record(It.ben, [1], in: [])))
  }
}
