import Domain
import ServerCore

extension StoreContract {
  static var watermarkCases: [Case] {
    [
      Case("watermarks only rise, are capped, and reading implies delivery; one revision for all") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        for index in 1...5 { try fixture.post("\(index)", by: ada, in: team) }
        let outcome = try fixture.commit(
          .member(
            .advanceWatermarks(
              conversation: team,
              [
                WatermarkChange(user: ben, read: 3), WatermarkChange(user: ada, delivered: 99),
                WatermarkChange(user: eve, read: 5),
              ])))
        guard case .delta(let delta, _) = outcome.changes.first, outcome.changes.count == 1 else {
          throw ContractViolation(description: "no delta")
        }
        try expectEqual(delta.fromRev, 6)
        try expectEqual(delta.toRev, 7)
        try expectEqual(Set(delta.members.map(\.user)), [ada, ben])
        let first = try fixture.member(ben, in: team, asker: ada)
        try expectEqual([first.readSeq, first.deliveredSeq], [3, 3])
        try expectEqual(try fixture.member(ada, in: team, asker: ada).deliveredSeq, 5)
        let lower = try fixture.commit(
          .member(.advanceWatermarks(conversation: team, [WatermarkChange(user: ben, delivered: 1, read: 2)])))
        try expect(lower.changes.isEmpty, "a lower watermark is announced")
        try fixture.perform(
          .member(.advanceWatermarks(conversation: team, [WatermarkChange(user: ben, unreadFrom: 1)])))
        let second = try fixture.member(ben, in: team, asker: ada)
        try expectEqual([second.readSeq, second.deliveredSeq], [1, 3])
      },
      Case("long unread stretches are counted as exactly as short ones") { fixture in
        try Self.checkLongUnread(fixture, seed: 9)
      },
      Case("unread counts equal a naive recount after random acts") { fixture in
        for seed in UInt64(1)...4 { try Self.checkUnread(fixture, seed: seed) }
      },
    ]
  }

  private static func checkUnread(_ fixture: StoreFixture, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let users = try (0..<4).map { _ in try fixture.user() }
    let team = try fixture.group(users[0], Array(users[1...2]))
    for _ in 0..<250 {
      let user = users[Int.random(in: 0..<4, using: &random)]
      let all = try fixture.store.page(of: team, for: users[0], before: .max, after: nil, limit: 200).messages
      let seq = Int64.random(in: 0...300, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: fixture.submit(.member(.add(asker: users[0], conversation: team, users: [users[3]])))
      case 1: fixture.submit(.member(.remove(asker: users[0], conversation: team, user: users[3])))
      case 2:
        fixture.submit(.member(.advanceWatermarks(conversation: team, [WatermarkChange(user: user, unreadFrom: seq)])))
      case 3:
        fixture.submit(.member(.advanceWatermarks(conversation: team, [WatermarkChange(user: user, read: seq / 4)])))
      case 4 where !all.isEmpty:
        let message = all[Int.random(in: 0..<all.count, using: &random)]
        fixture.submit(.message(.delete(asker: users[0], conversation: team, id: message.id)))
      default:
        fixture.submit(.message(.post(sender: user, conversation: team, id: fixture.id(), text: "x", replyTo: nil)))
      }
      fixture.drain()
    }
    for user in users {
      guard let window = try? fixture.window(team, user) else { continue }
      let member = try fixture.member(user, in: team, asker: user)
      var history: [Message] = []
      while true {
        let page = try fixture.store.page(
          of: team, for: user, before: history.first?.seq ?? .max, after: nil, limit: 37)
        history = page.messages + history
        let naive =
          history.isEmpty
          ? 0 : Unread.count(of: user, readSeq: member.readSeq, joinSeq: member.joinSeq, messages: history)
        let total = try Self.naiveUnread(fixture, team, user, member)
        try expectEqual(page.unreadBefore + naive, total, "unread at \(page.windowStart), seed \(seed)")
        if !page.hasMore { break }
      }
      try expectEqual(history.map(\.seq), history.isEmpty ? [] : Array(1...Int64(history.count)))
      let inWindow = Unread.count(
        of: user, readSeq: member.readSeq, joinSeq: member.joinSeq, messages: window.messages,
        before: try require(window.unreadBefore))
      try expectEqual(inWindow, try Self.naiveUnread(fixture, team, user, member), "unread of a window")
    }
  }

  /// More messages than any block of a store's counting, read up to and asked from many places.
  private static func checkLongUnread(_ fixture: StoreFixture, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let users = try (0..<3).map { _ in try fixture.user() }
    let team = try fixture.group(users[0], Array(users[1...]))
    var sent: [MessageID] = []
    for _ in 0..<700 {
      // Uneven, and in runs.
      let sender = users[sent.count / 90 % 2 == 0 ? 0 : Int.random(in: 0..<3, using: &random)]
      sent.append(fixture.id())
      fixture.submit(
        .message(.post(sender: sender, conversation: team, id: sent[sent.count - 1], text: "x", replyTo: nil)))
    }
    fixture.drain()
    for _ in 0..<40 {
      let message = sent[Int.random(in: 0..<sent.count, using: &random)]
      fixture.submit(.message(.delete(asker: users[0], conversation: team, id: message)))
    }
    fixture.drain()
    for step in 0..<30 {
      let user = users[step % 3]
      let seq = step < 6 ? Int64(step * 128) : Int64.random(in: 0...700, using: &random)
      try fixture.perform(
        .member(.advanceWatermarks(conversation: team, [WatermarkChange(user: user, unreadFrom: seq)])))
      let member = try fixture.member(user, in: team, asker: user)
      let total = try Self.naiveUnread(fixture, team, user, member)
      for _ in 0..<6 {
        let end = Int64.random(in: 1...700, using: &random)
        let page = try fixture.store.page(of: team, for: user, before: end, after: nil, limit: 1)
        let rest = try Self.naiveUnread(fixture, team, user, member, from: page.windowStart)
        try expectEqual(page.unreadBefore, total - rest, "unread between \(seq) and \(page.windowStart)")
      }
    }
  }

  private static func naiveUnread(
    _ fixture: StoreFixture, _ conversation: ConversationID, _ user: UserID, _ member: Member, from start: Int64 = 1
  ) throws -> Int {
    var count = 0
    var after = start - 1
    while true {
      let page = try fixture.store.page(of: conversation, for: user, before: nil, after: after, limit: 200)
      for message in page.messages
      where message.seq > max(member.readSeq, member.joinSeq) && message.sender != user && message.deletedAt == nil {
        count += 1
      }
      guard page.hasMore, let last = page.messages.last else { return count }
      after = last.seq
    }
  }
}
