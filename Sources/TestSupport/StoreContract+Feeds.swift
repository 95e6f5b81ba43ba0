import Domain
import ServerCore

extension StoreContract {
  static var feedCases: [Case] {
    [
      Case("a window holds the conversation, all members and the newest 50 messages") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        for index in 1...60 {
          fixture.submit(
            .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "\(index)", replyTo: nil)))
        }
        fixture.drain()
        let window = try fixture.window(team, ben)
        try expect(window.isReset, "not a reset")
        try expectEqual(window.messages.map(\.seq), Array(11...60))
        try expectEqual(window.windowStart, 11)
        try expectEqual(window.unreadBefore, 10)
        try expectEqual(window.toRev, 61)
        try expectEqual(window.members.count, 2)
      },
      Case("pages run in both directions without gaps") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        for index in 1...25 { try fixture.post("\(index)", by: ada, in: team) }
        let older = try fixture.store.page(of: team, for: ada, before: 21, after: nil, limit: 10)
        try expectEqual(older.messages.map(\.seq), Array(11...20))
        try expect(older.hasMore && older.windowStart == 11, "before")
        let oldest = try fixture.store.page(of: team, for: ada, before: 11, after: nil, limit: 200)
        try expectEqual(oldest.messages.map(\.seq), Array(1...10))
        try expect(!oldest.hasMore && oldest.windowStart == 1, "oldest")
        let newer = try fixture.store.page(of: team, for: ada, before: nil, after: 10, limit: 10)
        try expectEqual(newer.messages.map(\.seq), Array(11...20))
        try expect(newer.hasMore, "after")
        let nothing = try fixture.store.page(of: team, for: ada, before: 1, after: nil, limit: 10)
        try expect(nothing.messages.isEmpty && !nothing.hasMore && nothing.windowStart == 1, "before the first")
      },
      Case("a page around a message has as many before as after, and all of it at either end") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let other = try fixture.group(ada, [])
        for index in 1...40 { try fixture.post("\(index)", by: ada, in: team) }
        let rows = try fixture.store.page(of: team, for: ada, before: nil, after: 0, limit: 200).messages
        func page(_ seq: Int, limit: Int = 9) throws -> MessagePage {
          try fixture.store.page(of: team, for: ada, around: rows[seq - 1].id, limit: limit)
        }
        let middle = try page(20)
        try expectEqual(middle.messages.map(\.seq), Array(16...24))
        try expect(middle.hasMore && middle.windowStart == 16, "middle")
        try expectEqual(try page(20, limit: 1).messages.map(\.seq), [20])
        try expectEqual(try page(20, limit: 2).messages.map(\.seq), [19, 20])
        let first = try page(1)
        try expectEqual(first.messages.map(\.seq), Array(1...9))
        try expect(first.hasMore && first.windowStart == 1, "first")
        let last = try page(39)
        try expectEqual(last.messages.map(\.seq), Array(32...40))
        try expect(!last.hasMore, "last")
        try fixture.expectNotFound("another conversation's message") {
          _ = try fixture.store.page(of: other, for: ada, around: rows[3].id, limit: 9)
        }
        let stranger = try fixture.user()
        try fixture.expectNotFound("a stranger") {
          _ = try fixture.store.page(of: team, for: stranger, around: rows[3].id, limit: 9)
        }
      },
      Case("a cursor ahead of the feed, none, or one too far behind gives a window") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        for index in 1...501 {
          fixture.submit(
            .message(.post(sender: ada, conversation: team, id: fixture.id(), text: "\(index)", replyTo: nil)))
        }
        fixture.drain()
        let feed = FeedID.conversation(team)
        for fromRev in [0, -1, 1, 503] as [Int64] {
          try expect(try fixture.store.delta(of: feed, for: ada, fromRev: fromRev).isReset, "from \(fromRev)")
        }
        let largest = try fixture.store.delta(of: feed, for: ada, fromRev: 2)
        try expect(!largest.isReset, "500 rows are not too many")
        try expectEqual(largest.messages.count, 500)
        let none = try fixture.store.delta(of: feed, for: ada, fromRev: 502)
        try expect(!none.isReset && none.messages.isEmpty && none.toRev == 502, "nothing new")
        try expect(try fixture.store.delta(of: .me, for: ada, fromRev: 99).isReset, "private feed ahead")
      },
      Case("more than 1 MiB of text gives a window") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let text = String(repeating: "x", count: 8_000)
        for _ in 1...132 {
          fixture.submit(.message(.post(sender: ada, conversation: team, id: fixture.id(), text: text, replyTo: nil)))
        }
        fixture.drain()
        try expect(try fixture.store.delta(of: .conversation(team), for: ada, fromRev: 1).isReset, "too large")
        try expect(try !fixture.store.delta(of: .conversation(team), for: ada, fromRev: 10).isReset, "small enough")
      },
      Case("any stale state plus a delta equals a fresh window") { fixture in
        for seed in UInt64(1)...3 { try Self.checkDeltas(fixture, seed: seed) }
      },
    ]
  }

  /// Random acts; after each the state is kept under its revision. Then every kept state is brought
  /// up to date by one delta, and the announced deltas, applied one by one, must give the same.
  private static func checkDeltas(_ fixture: StoreFixture, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let users = try (0..<4).map { try fixture.user("User \($0)") }
    let team = try fixture.group(users[0], [users[1]])
    var live = FeedState()
    live.apply(try fixture.window(team, users[0]))
    var states = [live]
    _ = fixture.takeOutcomes()
    for step in 0..<120 {
      let body = try randomAct(fixture, users: users, team: team, step: step, random: &random)
      fixture.submit(body)
      if Bool.random(using: &random) { fixture.drain() }
      for change in fixture.takeOutcomes().flatMap(\.changes) {
        guard case .delta(let delta, let audience) = change, delta.feed == .conversation(team) else { continue }
        try expect(audience.contains(users[0]), "an admin is left out")
        try expectEqual(delta.fromRev, live.cursor, "deltas follow each other")
        live.apply(delta)
        states.append(live)
      }
    }
    fixture.drain()
    for change in fixture.takeOutcomes().flatMap(\.changes) {
      if case .delta(let delta, _) = change, delta.feed == .conversation(team) { live.apply(delta) }
    }
    var fresh = FeedState()
    fresh.apply(try fixture.window(team, users[0]))
    try live.expectEquals(fresh, "live, seed \(seed)")
    for state in states {
      var stale = state
      stale.apply(try fixture.store.delta(of: .conversation(team), for: users[0], fromRev: state.cursor))
      try stale.expectEquals(fresh, "from \(state.cursor), seed \(seed)")
    }
  }

  private static func randomAct(
    _ fixture: StoreFixture, users: [UserID], team: ConversationID, step: Int, random: inout SeededGenerator
  ) throws -> WriteCommand.Body {
    let user = users[Int.random(in: 0..<4, using: &random)]
    let messages = try fixture.window(team, users[0]).messages
    let message = messages.randomElement(using: &random)
    switch Int.random(in: 0..<18, using: &random) {
    case 14, 15: return try recordAct(fixture, random: &random)
    case 16:
      guard let message, !message.isDeleted else { fallthrough }
      return marking(fixture.id(), by: user, citing: [message.id], in: team)
    case 17:
      guard let insight = try fixture.window(team, users[0]).insights.randomElement(using: &random) else { fallthrough }
      let change = InsightChange(text: "change \(step)", status: step % 2 == 0 ? .done : .open)
      return .intelligence(.insight(.change(asker: user, conversation: team, id: insight.id, change)))
    case 0: return .member(.add(asker: users[0], conversation: team, users: [users[2], users[3]]))
    case 1: return .member(.remove(asker: users[0], conversation: team, user: users[3]))
    case 2: return .member(.advanceWatermarks(conversation: team, [WatermarkChange(user: user, read: Int64(step / 3))]))
    case 3: return .account(.updateProfile(user: user, ProfileChange(name: "Name \(step)")))
    case 4: return .conversation(.update(asker: users[0], conversation: team, name: "Team \(step)", photo: nil))
    case 5: return .member(.setRole(asker: users[0], conversation: team, user: users[2], role: .admin))
    case 6, 7:
      guard let message else { fallthrough }
      return .message(
        .edit(
          asker: message.sender, conversation: team, id: message.id, editID: fixture.id(), text: "edit \(step)"))
    case 8:
      guard let message else { fallthrough }
      return .message(.delete(asker: users[0], conversation: team, id: message.id))
    default:
      return .message(.post(sender: user, conversation: team, id: fixture.id(), text: "text \(step)", replyTo: nil))
    }
  }
}

extension StoreContract {
  /// Work on some of what is due in any order, with anything found.
  private static func recordAct(_ fixture: StoreFixture, random: inout SeededGenerator) throws -> WriteCommand.Body {
    let due = try fixture.dueMessages().shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
    let works = due.map { item in
      let finds = item.message.isDeleted ? 0 : Int.random(in: 0...2, using: &random)
      return fixture.work(
        item.message, in: item.conversation, finds: (0..<finds).map { fixture.found("task \($0)", in: item.message) })
    }
    return .intelligence(.pipeline(.record(works)))
  }
}

/// What a client holds of a conversation, kept by the sync law.
private struct FeedState {
  var cursor: Int64 = 0
  var conversation: Conversation?
  var members: [UserID: Member] = [:]
  var messages: [MessageID: Message] = [:]
  /// Withdrawn ones too.
  var insights: [InsightID: Insight] = [:]

  mutating func apply(_ delta: FeedDelta) {
    if delta.isReset { self = FeedState() }
    guard let from = delta.fromRev, let to = delta.toRev, from <= cursor || delta.isReset else { return }
    if let row = delta.conversation, row.rev > conversation?.rev ?? 0 { conversation = row }
    for row in delta.members where row.rev > members[row.user]?.rev ?? 0 { members[row.user] = row }
    for row in delta.messages where row.rev > messages[row.id]?.rev ?? 0 { messages[row.id] = row }
    for row in delta.insights where row.rev > insights[row.id]?.rev ?? 0 { insights[row.id] = row }
    cursor = max(cursor, to)
  }

  /// Compares everything but messages older than the other's window.
  func expectEquals(_ fresh: FeedState, _ what: String) throws {
    try expectEqual(cursor, fresh.cursor, what)
    try expectEqual(conversation, fresh.conversation, what)
    try expectEqual(members, fresh.members, what)
    try expectEqual(insights.filter { $0.value.status != .withdrawn }, fresh.insights, what)
    let start = fresh.messages.values.map(\.seq).min() ?? 1
    try expectEqual(messages.filter { $0.value.seq >= start }, fresh.messages, what)
  }
}
