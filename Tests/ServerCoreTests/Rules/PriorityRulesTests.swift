import Domain
import ServerCore
import Testing

@Suite("Rules of what is urgent")
struct PriorityRulesTests {
  private typealias Rule = Rules.Priorities

  private static let now = Timestamp(milliseconds: 1_000)

  private func mark(_ number: UInt64, _ reason: String? = "why", isByModel: Bool = false) -> PriorityMark {
    PriorityMark(
      message: MessageID(high: 1, low: number), conversation: ConversationID(high: 2, low: 2), seq: Int64(number),
      reason: reason, isByModel: isByModel, until: Timestamp(milliseconds: 2_000 + Int64(number)))
  }

  @Test("what is new or says something else changes, and nothing else")
  func changes() {
    let known = [mark(1), mark(2)]
    #expect(Rule.settle([mark(1)], over: known, at: Self.now).isEmpty)
    #expect(Rule.settle([mark(2, "other"), mark(3)], over: known, at: Self.now) == [mark(3), mark(2, "other")])
    #expect(Rule.settle([mark(1, isByModel: true)], over: known, at: Self.now) == [mark(1, isByModel: true)])
  }

  @Test("what is not urgent any more leaves a tombstone, once")
  func tombstones() {
    let known = [mark(1, isByModel: true)]
    #expect(Rule.settle([mark(1, nil)], over: known, at: Self.now) == [mark(1, nil)])
    #expect(Rule.settle([mark(1, nil)], over: [], at: Self.now).isEmpty)
    #expect(Rule.settle([mark(1)], over: [], at: Timestamp(milliseconds: 2_001)).isEmpty, "its time is over")
  }

  @Test("the newest stay: an older one does not come, and a newer one takes the oldest's place")
  func bound() {
    #expect(Rule.mostMarks == 200)
    let most = UInt64(Rule.mostMarks)
    let known = (2...most + 1).map { mark($0) }
    #expect(Rule.settle([mark(1)], over: known, at: Self.now).isEmpty)
    #expect(Rule.settle([mark(most + 2)], over: known, at: Self.now) == [mark(most + 2), mark(2, nil)])
    #expect(Rule.settle(known, over: [], at: Self.now).count == Int(most))
  }

  @Test("a finding counts for members who were there, of a message that is as it was judged, where the AI is on")
  func keeping() {
    typealias It = RuleFixture
    func keeps(
      _ state: ConversationState, rev: Int64 = 3, seq: Int64 = 5, isDeleted: Bool = false, isThere: Bool = true
    ) -> Bool {
      let mark = PriorityMark(message: It.message(1), conversation: It.team, seq: seq, reason: "x", until: It.now)
      let source = isThere ? SourceState(rev: 3, isDeleted: isDeleted) : nil
      return Rule.keeps(PriorityFinding(reader: It.ada, messageRev: rev, mark: mark), of: source, in: state)
    }
    var ada = It.member(It.ada)
    ada.row.joinSeq = 4
    let state = It.conversation([ada, It.member(It.ben)])
    #expect(keeps(state))
    #expect(!keeps(state, seq: 4))
    #expect(!keeps(state, rev: 2))
    #expect(!keeps(state, isDeleted: true))
    #expect(!keeps(state, isThere: false))
    #expect(!keeps(It.conversation([ada, It.member(It.ben)], isOn: false)))
    ada.row.leftAt = It.now
    #expect(!keeps(It.conversation([ada, It.member(It.ben)])))
    #expect(!keeps(It.conversation([It.member(It.ben)])))
  }

  @Test("a plan is for the earliest moment, and each change of it is known")
  func plans() {
    let plan = ReviewPlan().with(Timestamp(milliseconds: 9))
    #expect(plan == ReviewPlan(at: Timestamp(milliseconds: 9), version: 1))
    #expect(plan.with(Timestamp(milliseconds: 12)) == ReviewPlan(at: Timestamp(milliseconds: 9), version: 2))
    #expect(plan.with(Timestamp(milliseconds: 4)).at == Timestamp(milliseconds: 4))
  }
}
