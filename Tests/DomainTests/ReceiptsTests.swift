import Domain
import Testing

@Suite("Receipts and unread counts")
struct ReceiptsTests {
  let ada = UserID(high: 1, low: 1)
  let ben = UserID(high: 1, low: 2)
  let cleo = UserID(high: 1, low: 3)

  func member(
    _ user: UserID, joined: Int64 = 0, delivered: Int64 = 0, read: Int64 = 0, left: Bool = false
  ) -> Member {
    Member(
      user: user, rev: 1, role: .member, name: "", joinSeq: joined, deliveredSeq: delivered, readSeq: read,
      leftAt: left ? Timestamp(milliseconds: 1) : nil)
  }

  @Test("a message is delivered or read only when every counting member has it")
  func status() {
    let cases: [(ben: (Int64, Int64), cleo: (Int64, Int64), status: MessageStatus)] = [
      ((0, 0), (0, 0), .sent),
      ((5, 0), (0, 0), .sent),
      ((5, 0), (5, 0), .delivered),
      ((5, 5), (5, 0), .delivered),
      ((0, 5), (9, 0), .delivered),
      ((5, 5), (5, 5), .read),
      ((4, 4), (5, 5), .sent),
    ]
    for item in cases {
      let receipts = Receipts(
        seq: 5, sender: ada,
        members: [
          member(ada), member(ben, delivered: item.ben.0, read: item.ben.1),
          member(cleo, delivered: item.cleo.0, read: item.cleo.1),
        ])
      #expect(receipts.status == item.status, "\(item)")
    }
  }

  @Test("members who left or joined later do not count")
  func whoCounts() {
    let others = [member(ada), member(ben, delivered: 9, read: 9), member(cleo, joined: 5), member(cleo, left: true)]
    let receipts = Receipts(seq: 5, sender: ada, members: others)
    #expect(receipts.status == .read)
    #expect(receipts.readBy == [ben])
    #expect(receipts.deliveredTo == [ben])
  }

  @Test("alone, a message is sent")
  func alone() {
    #expect(Receipts(seq: 1, sender: ada, members: [member(ada)]).status == .sent)
  }

  @Test("the badge leaves out what is muted now or archived")
  func badge() {
    let now = Timestamp(milliseconds: 1_000)
    let id = ConversationID(high: 1, low: 1)
    let items: [(unread: Int, settings: ConversationSettings?)] = [
      (1, nil),
      (2, ConversationSettings(conversation: id, muted: true)),
      (4, ConversationSettings(conversation: id, archived: true)),
      (8, ConversationSettings(conversation: id, muted: true, mutedUntil: now)),
      (16, ConversationSettings(conversation: id, muted: true, mutedUntil: now.adding(seconds: 1))),
      (32, ConversationSettings(conversation: id, pinned: true)),
    ]
    #expect(Unread.badge(items, now: now) == 1 + 8 + 32)
  }
}
