import Domain
import ServerCore
import Testing

@Suite("Rules of retention")
struct RetentionRulesTests {
  typealias It = RuleFixture

  private static let month = Retention(days: 30)

  /// Posted so many seconds before or after the moment at which a month is over.
  private func aging(
    _ seq: Int64, _ seconds: Int64 = -1, isDeleted: Bool = false, isHeld: Bool = false
  ) -> AgingMessage {
    AgingMessage(
      id: It.message(UInt64(seq)), seq: seq, createdAt: It.now.adding(seconds: seconds - 30 * 86_400),
      isDeleted: isDeleted, isHeld: isHeld)
  }

  private func sweep(_ messages: [AgingMessage], _ state: RetentionState = RetentionState()) -> RetentionSweep {
    Rules.Retentions.sweep(messages, batch: 3, of: state, in: Self.month, at: It.now)
  }

  @Test("messages are kept for ever, or for 1 to 3,650 days")
  func bounds() {
    for days: Int64 in [0, 1, 3_650] {
      #expect(refusal { try Rules.Retentions.validated(Retention(days: days)) } == nil)
    }
    for days: Int64 in [-1, 3_651] {
      #expect(refusal { try Rules.Retentions.validated(Retention(days: days)) } == .invalid)
    }
  }

  @Test("a conversation's own rule goes before the workspace's, and a hold before both")
  func limit() {
    func limit(_ own: Retention?, _ workspace: Retention, isHeld: Bool = false) -> Timestamp? {
      Rules.Retentions.limit(of: RetentionState(own: own, isHeld: isHeld), in: workspace, at: It.now)
    }
    let (day, forever) = (Retention(days: 1), Retention(days: 0))
    #expect(limit(nil, forever) == nil)
    #expect(limit(nil, day) == It.now.adding(seconds: -86_400))
    #expect(limit(forever, day) == nil)
    #expect(limit(day, Self.month) == It.now.adding(seconds: -86_400))
    #expect(limit(Self.month, day) == It.now.adding(seconds: -30 * 86_400))
    #expect(limit(day, day, isHeld: true) == nil)
  }

  @Test("the oldest messages expire, up to the first that is not old enough")
  func expiry() {
    let found = sweep([aging(1), aging(2, 0), aging(3, 1)])
    #expect(found == RetentionSweep(expired: [It.message(1), It.message(2)], sweptSeq: 2, isDone: true))
    #expect(sweep([aging(1, 1)]) == RetentionSweep(sweptSeq: 0, isDone: true))
    #expect(sweep([]).isDone)
  }

  @Test("after a full batch there may be more; after less there is not")
  func batches() {
    #expect(
      sweep([aging(1), aging(2), aging(3)])
        == RetentionSweep(
          expired: [1, 2, 3].map(It.message), sweptSeq: 3, isDone: false))
    #expect(
      sweep([aging(4), aging(5)], RetentionState(sweptSeq: 3))
        == RetentionSweep(
          expired: [4, 5].map(It.message), sweptSeq: 5, isDone: true))
  }

  @Test("what is deleted already, or was written by somebody under a hold, is passed by")
  func passedBy() {
    let found = sweep([aging(1, isDeleted: true), aging(2, isHeld: true)])
    #expect(found == RetentionSweep(sweptSeq: 2, isDone: true))
    #expect(sweep([aging(1)], RetentionState(isHeld: true)) == RetentionSweep(sweptSeq: 0, isDone: true))
  }

  @Test("nothing stays of an expired message, and nobody has deleted it; all hear of a sweep under one revision")
  func expiring() {
    let change = Rules.Retentions.expire(It.posted("secret", by: It.ben), in: It.group, at: It.now)
    #expect(change.message.isDeleted && change.message.text.isEmpty && change.message.deletedBy == nil)
    #expect(change.message.rev == 11 && change.message.deletedAt == It.now && change.growth == -6)
    let changes = Rules.Retentions.announced([change.message], insights: [], in: It.group)
    guard case .delta(let delta, let audience)? = changes.first else {
      Issue.record("nobody hears of it")
      return
    }
    #expect(delta.fromRev == 10 && delta.toRev == 11 && delta.messages == [change.message])
    #expect(audience == [It.ada, It.ben, It.cleo])
  }

  @Test("under a hold nothing is deleted, and no former text goes; what was deleted before is still answered")
  func holds() {
    func delete(_ message: Message) throws -> MessageRuling {
      try Rules.Messages.delete(message, isHeld: true, by: It.ben, in: It.group, at: It.now)
    }
    var message = It.posted(by: It.ben)
    #expect(refusal { try delete(message) } == .conflict)
    #expect(refusal { try delete(message.deleted(by: It.ben, at: It.now, rev: 3)) } == nil)
    func edit(isHeld: Bool) -> ErrorCode? {
      refusal {
        try Rules.Messages.edit(
          message, isKnown: false, isHeld: isHeld, to: "new", editID: EditID(high: 9, low: 9), by: It.ben,
          in: It.group, space: It.space, at: It.now)
      }
    }
    for number in 1..<Message.maximumEditHistory {
      message = message.edited(to: "\(number)", editID: EditID(high: 5, low: UInt64(number)), at: It.now, rev: 3)
    }
    #expect(edit(isHeld: true) == nil)
    message = message.edited(to: "full", editID: EditID(high: 6, low: 1), at: It.now, rev: 3)
    #expect(edit(isHeld: true) == .conflict && edit(isHeld: false) == nil)
    #expect(refusal { try Rules.Retentions.checkDeletion(isHeld: true) } == .conflict)
    #expect(refusal { try Rules.Retentions.checkDeletion(isHeld: false) } == nil)
  }
}
