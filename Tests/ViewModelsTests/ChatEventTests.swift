import Domain
import Testing
import ViewModels

@Suite("What happened in a group, between its messages")
struct ChatEventTests {
  private static let (me, ada, bob) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2), UserID(high: 1, low: 3))

  private static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_760_000_000_000).adding(seconds: seconds)
  }

  /// Bob's messages 1 to `count`, one each ten seconds, and one of mine that waits.
  private func timeline(
    count: Int64 = 4, from first: Int64 = 1, kind: Conversation.Kind = .group, renamed: Renaming? = nil,
    change: (inout Member) -> Void = { _ in }
  ) -> Timeline {
    var other = Member(user: Self.ada, rev: 1, role: .member, name: "Ada")
    change(&other)
    let members = [
      Member(user: Self.me, rev: 1, role: .member, name: "Me"), other,
      Member(user: Self.bob, rev: 1, role: .member, name: "Bob"),
    ]
    let conversation = Conversation(
      id: ConversationID(high: 7, low: 1), rev: 1, kind: kind, name: "Landing", createdAt: Self.time(0),
      createdBy: Self.bob, renamed: renamed)
    let committed = (first...count).map { item($0, seq: $0, Self.bob) }
    return Timeline(
      conversation: conversation, members: members, items: committed + [item(count + 1, seq: nil, Self.me)],
      hasOlder: first > 1, unread: 0, firstUnread: nil, settings: ConversationSettings(conversation: conversation.id))
  }

  private func item(_ number: Int64, seq: Int64?, _ sender: UserID) -> TimelineItem {
    TimelineItem(
      id: MessageID(high: 9, low: UInt64(number)), seq: seq, sender: sender, senderName: "", isMine: sender == Self.me,
      text: "\(number)", createdAt: Self.time(number * 10), status: seq == nil ? .sending : .sent)
  }

  /// Messages by their texts, events by theirs.
  private func told(_ timeline: Timeline, shown: Int = 100) -> [String] {
    ChatRowBuilder(me: Self.me, texts: TimeTexts()).rows(of: timeline, shown: shown, unreadLine: nil)
      .compactMap { row in
        switch row {
        case .event(let event): event.text.english
        case .message(let bubble): bubble.item.text
        case .beginning, .day, .unreadLine: nil
        }
      }
  }

  @Test("a renaming is told after what was written before it, with both names and by whom")
  func renaming() {
    func renamed(_ seconds: Int64, by user: UserID = Self.ada) -> Renaming {
      Renaming(at: Self.time(seconds), by: user, from: "Launch")
    }
    let line = "Ada renamed the group from “Launch” to “Landing”"
    #expect(told(timeline()) == ["1", "2", "3", "4", "5"])
    #expect(told(timeline(renamed: renamed(25))) == ["1", "2", line, "3", "4", "5"])
    #expect(told(timeline(renamed: renamed(5))) == [line, "1", "2", "3", "4", "5"])
    #expect(told(timeline(renamed: renamed(99))) == ["1", "2", "3", "4", line, "5"], "before what is still to be sent")
    let mine = told(timeline(renamed: renamed(25, by: Self.me)))
    #expect(mine[2] == "You renamed the group from “Launch” to “Landing”")
    let unknown = told(timeline(renamed: renamed(25, by: UserID(high: 1, low: 9))))
    #expect(unknown[2] == "Someone renamed the group from “Launch” to “Landing”")
  }

  @Test("who joined and who left is told where it happened; who was there from the beginning did not join")
  func members() {
    #expect(told(timeline { $0.joinSeq = 2 }) == ["1", "2", "Ada joined", "3", "4", "5"])
    let both = timeline {
      $0.joinSeq = 2
      $0.leftAt = Self.time(35)
    }
    #expect(told(both) == ["1", "2", "Ada joined", "3", "Ada left", "4", "5"])
    var mine = timeline()
    mine.members[0].joinSeq = 4
    #expect(told(mine) == ["1", "2", "3", "4", "You joined", "5"])
    #expect(told(timeline(kind: .direct) { $0.joinSeq = 2 }) == ["1", "2", "3", "4", "5"])
  }

  @Test("what happened before the first message on screen is not told at its edge")
  func edge() {
    let early = Renaming(at: Self.time(15), by: Self.ada, from: "Launch")
    #expect(told(timeline(from: 3, renamed: early) { $0.joinSeq = 2 }) == ["3", "4", "5"])
    #expect(told(timeline(renamed: early) { $0.joinSeq = 2 }, shown: 3) == ["3", "4", "5"])
    #expect(told(timeline(from: 3) { $0.joinSeq = 3 }) == ["3", "Ada joined", "4", "5"])
  }

  @Test("a name stands again above the first message after an event")
  func grouping() {
    let rows = ChatRowBuilder(me: Self.me, texts: TimeTexts())
      .rows(of: timeline { $0.joinSeq = 2 }, shown: 100, unreadLine: nil)
    #expect(rows.compactMap { $0.bubble?.startsGroup } == [true, false, true, false, true])
    #expect(Set(rows.map(\.id)).count == rows.count)
  }
}
