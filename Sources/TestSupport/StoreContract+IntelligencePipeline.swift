import Domain
import ServerCore

extension StoreContract {
  static var pipelineCases: [Case] {
    [
      Case("the newest are due first, what was changed before them, and each batch is in the order of commit") {
        fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let messages = try (0..<6).map { try fixture.post("\($0)", by: ada, in: team) }
        func due(_ limit: Int) throws -> [Int64] { try fixture.dueMessages(limit: limit).map(\.message.seq) }
        try expectEqual(try due(2), [5, 6])
        try fixture.record(fixture.work(messages[5], in: team))
        try fixture.record(fixture.work(messages[4], in: team))
        try fixture.record(fixture.work(messages[0], in: team))
        try expectEqual(try due(2), [3, 4])
        try fixture.post("live", by: ada, in: team)
        try expectEqual(try due(2), [4, 7])
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: messages[0].id, editID: fixture.id(), text: "uno")))
        try expectEqual(try due(1), [1])
        try expectEqual(try due(3), [1, 4, 7])
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: false))))
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: true))))
        try expectEqual(try due(1), [7])
        try expectEqual(try due(3), [5, 6, 7])
        try expectEqual(try due(9), Array(1...7))
        try fixture.workOff()
      },
      Case("messages are due in the order of commit until they were worked on, in whatever order that happens") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, pair) = (try fixture.group(ada, [ben]), try fixture.direct(ada, ben))
        let one = try fixture.post("one", by: ada, in: team)
        let two = try fixture.post("two", by: ben, in: pair)
        let three = try fixture.post("three", by: ben, in: team)
        let due = try fixture.dueMessages()
        try expectEqual(due.map(\.message), [one, two, three])
        try expectEqual(due.map(\.conversation), [team, pair, team])
        try expectEqual(due.map(\.kind), [.group, .direct, .group])
        try expectEqual(try fixture.dueMessages(limit: 2).map(\.message), [two, three])
        try fixture.record(fixture.work(three, in: team))
        try expectEqual(try fixture.dueMessages().map(\.message), [one, two])
        try fixture.record(fixture.work(one, in: team))
        try expectEqual(try fixture.dueMessages().map(\.message), [two])
        let four = try fixture.post("four", by: ada, in: team)
        try expectEqual(try fixture.dueMessages().map(\.message), [two, four])
        try fixture.record(fixture.work(two, in: pair))
        try fixture.record(fixture.work(four, in: team))
        try expectEqual(try fixture.dueMessages().map(\.message), [])
        try expectEqual(try fixture.intelligence().pipelineProgress(), PipelineProgress(due: 0, postponed: 0, dead: 0))
        try expectEqual(try fixture.vectorSeqs(team), [1, 2, 3])
      },
      Case("an edited or deleted message is due again, and work on its former revision is not kept") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let old = try fixture.post("one", by: ada, in: team)
        let other = try fixture.post("two", by: ada, in: team)
        let edited = try fixture.delta(
          .message(.edit(asker: ada, conversation: team, id: old.id, editID: fixture.id(), text: "uno"))
        ).messages[0]
        try expectEqual(try fixture.record(fixture.work(old, in: team, finds: [fixture.found("x", in: old)])).count, 0)
        try expectEqual(try fixture.vectorSeqs(team), [])
        try expectEqual(try fixture.dueMessages().map(\.message), [edited, other])
        try fixture.workOff()
        try expectEqual(try fixture.dueMessages().count, 0)
        let again = try fixture.delta(
          .message(.edit(asker: ada, conversation: team, id: old.id, editID: fixture.id(), text: "ichi"))
        ).messages[0]
        let deleted = try fixture.delta(.message(.delete(asker: ada, conversation: team, id: other.id))).messages[0]
        try expectEqual(try fixture.dueMessages().map(\.message), [again, deleted])
        try expectEqual(try fixture.vectorSeqs(team), [1])
        try fixture.workOff()
        try expectEqual(try fixture.dueMessages().count, 0)
        try expectEqual(try fixture.vectorSeqs(team), [1])
      },
      Case("a failed message waits for its time, dies when told to, and can be revived") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let one = try fixture.post("one", by: ada, in: team)
        let two = try fixture.post("two", by: ada, in: team)
        let later = StoreFixture.start.adding(seconds: 10)
        try fixture.perform(
          .intelligence(.pipeline(.postpone(one.id, conversation: team, reason: "busy", retryAt: later))))
        try expectEqual(try fixture.dueMessages().map(\.message.id), [two.id])
        try expectEqual(try fixture.intelligence().pipelineProgress(), PipelineProgress(due: 2, postponed: 1, dead: 0))
        let retried = try fixture.dueMessages(at: later)
        try expectEqual(retried.map(\.message.id), [one.id, two.id])
        try expectEqual(retried.map(\.failures), [1, 0])
        for id in [one.id, two.id] {
          try fixture.perform(
            .intelligence(.pipeline(.postpone(id, conversation: team, reason: "broken", retryAt: nil))))
        }
        try expectEqual(try fixture.dueMessages(at: later.adding(seconds: 999_999)).count, 0)
        let dead = try fixture.intelligence().deadMessages(limit: 10)
        try expectEqual(dead.map(\.message), [one.id, two.id])
        try expectEqual(dead.map(\.failures), [2, 1])
        try expectEqual(dead.map(\.reason), ["broken", "broken"])
        try expectEqual(try fixture.intelligence().pipelineProgress(), PipelineProgress(due: 0, postponed: 0, dead: 2))
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: two.id, editID: fixture.id(), text: "better")))
        try expectEqual(try fixture.dueMessages().map(\.failures), [0])
        try fixture.perform(.intelligence(.pipeline(.reviveDead)))
        try expectEqual(try fixture.dueMessages().map(\.message.id), [one.id, two.id])
        try fixture.workOff()
        try fixture.perform(
          .intelligence(.pipeline(.postpone(one.id, conversation: team, reason: "late", retryAt: later))))
        try expectEqual(try fixture.dueMessages(at: later).count, 0)
        try expectEqual(try fixture.intelligence().deadMessages(limit: 10).count, 0)
      },
      Case("the same work twice changes nothing the second time") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let one = try fixture.post("one", by: ada, in: team)
        let first = fixture.work(one, in: team, finds: [fixture.found("task", in: one)])
        try expectEqual(try fixture.record(first).count, 1)
        let window = try fixture.window(team, ada)
        try expectEqual(try fixture.record(first).count, 0)
        let fresh = fixture.work(one, in: team, finds: [fixture.found("task", in: one)])
        try expectEqual(try fixture.record(fresh, at: StoreFixture.start.adding(seconds: 9)).count, 0)
        try expectEqual(try fixture.window(team, ada), window)
        try expectEqual(try fixture.vectorSeqs(team), [1])
      },
      Case("a vector of the wrong size is refused, and nothing of its batch is kept") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let one = try fixture.post("one", by: ada, in: team)
        let bad = MessageWork(
          conversation: team, message: one.id, rev: one.rev, embedding: [1, 2, 3], embedder: "test 1", signals: nil,
          insights: [])
        try fixture.expectRefusal(.invalid, .intelligence(.pipeline(.record([fixture.work(one, in: team), bad]))))
        try expectEqual(try fixture.dueMessages().count, 1)
      },
      Case("vectors come packed in order of seq, of one embedder, above a seq") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, []))
        let messages = try (1...4).map { try fixture.post("\($0)", by: ada, in: team) }
        try fixture.post("elsewhere", by: ada, in: other)
        for (index, message) in messages.enumerated() {
          try fixture.record(fixture.work(message, in: team, fill: UInt8(index + 1)))
        }
        let block = try fixture.intelligence().vectors(of: team, .embedder("test 1"), after: 2)
        try expectEqual(block.seqs, [3, 4])
        try expectEqual(block.bytes, [UInt8](repeating: 3, count: 384) + [UInt8](repeating: 4, count: 384))
        try expectEqual(
          try fixture.intelligence().vectors(of: team, .embedder("test 1"), after: 1, through: 3, limit: 9).seqs,
          [2, 3])
        try expectEqual(
          try fixture.intelligence().vectors(of: team, .embedder("test 1"), after: 1, through: 4, limit: 1).seqs, [2])
        try expectEqual(try fixture.intelligence().vectors(of: team, .embedder("other"), after: 0).seqs, [])
        try expectEqual(try fixture.intelligence().presentMembers(of: team).map(\.user), [ada, ben])
        try expectEqual(
          try fixture.intelligence().messages(of: team, before: 4, limit: 2).map(\.text), ["2", "3"])
      },
      Case("switched off, nothing of a conversation is due and nothing of it is kept; switched on, all of it is due") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        let one = try fixture.post("one", by: ada, in: team)
        try fixture.record(fixture.work(one, in: team, finds: [fixture.found("task", in: one)]))
        let marked = try fixture.mark("ours", by: ben, citing: [one], in: team)
        let kept = try fixture.keep(of: ben, conversations: [other])
        try fixture.keep(of: ben, conversations: [team])
        let two = try fixture.post("two", by: ada, in: team)
        let elsewhere = try fixture.post("elsewhere", by: ada, in: other)
        let off = try fixture.commit(
          .intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: false))))
        try expectEqual(try fixture.insights(of: off).map(\.status), [.withdrawn])
        let row = try Self.expectSwitch(off, isOn: false)
        try expectEqual(try fixture.window(team, ben).conversation, row)
        try expectEqual(try fixture.dueMessages().map(\.message.id), [elsewhere.id])
        try expectEqual(try fixture.vectorSeqs(team), [])
        try expectEqual(try fixture.window(team, ada).insights, [marked])
        try expectEqual(try fixture.recordIDs(of: ben), [kept])
        try expect(try !fixture.intelligence().outline(of: team, for: ben).isIntelligenceOn, "still on")
        try fixture.record(fixture.work(two, in: team, finds: [fixture.found("late", in: two)]))
        try expectEqual(try fixture.vectorSeqs(team), [])
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: one.id, editID: fixture.id(), text: "uno")))
        let three = try fixture.post("three", by: ada, in: team)
        try expectEqual(try fixture.intelligence().pipelineProgress(), PipelineProgress(due: 1, postponed: 0, dead: 0))
        try fixture.record(fixture.work(elsewhere, in: other))
        try fixture.expectRefusal(.notFound, .intelligence(.record(.put(Self.record(of: ben, naming: team)))))
        let on = try fixture.commit(
          .intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: true))))
        try expectEqual(try fixture.window(team, ben).conversation, try Self.expectSwitch(on, isOn: true))
        let again = try fixture.commit(
          .intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: true))))
        try expect(again.changes.isEmpty, "switching to what it is changes rows")
        try expectEqual(try fixture.dueMessages().map(\.message.id), [one.id, two.id, three.id])
        try fixture.workOff()
        try expectEqual(try fixture.dueMessages().count, 0)
        try expectEqual(try fixture.vectorSeqs(team), [1, 2, 3])
      },
      Case("admins of groups and both of a direct conversation may switch; others may not") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let (team, pair) = (try fixture.group(ada, [ben]), try fixture.direct(ada, ben))
        func body(_ asker: UserID, _ room: ConversationID) -> WriteCommand.Body {
          .intelligence(.insight(.setIntelligence(asker: asker, conversation: room, isOn: false)))
        }
        try fixture.expectRefusal(.forbidden, body(ben, team))
        try fixture.expectRefusal(.notFound, body(eve, team))
        try fixture.expectRefusal(.notFound, body(eve, pair))
        try fixture.perform(body(ben, pair))
        try fixture.perform(body(ada, team))
      },
      Case("only members are told how much of a conversation is due") { fixture in
        let (ada, eve) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [])
        _ = try fixture.post("one", by: ada, in: team)
        try expectEqual(try fixture.intelligence().dueCount(of: team, for: ada, limit: 10), 1)
        try fixture.expectNotFound("work") { _ = try fixture.intelligence().dueCount(of: team, for: eve, limit: 10) }
      },
      Case("what is due equals a naive recount, whatever happens in whatever order") { fixture in
        for seed in UInt64(1)...6 {
          var model = DueModel(seed: seed)
          try model.run(in: fixture)
        }
      },
    ]
  }

  static func record(of user: UserID, naming conversation: ConversationID) -> PrivateRecord {
    PrivateRecord(
      user: user, collection: .outputs, id: "late", body: [1], conversations: [conversation],
      createdAt: StoreFixture.start)
  }
}

/// Keeps by hand what must be due, beside random acts on the store.
private struct DueModel {
  struct Item {
    let conversation: ConversationID
    var message: Message
    /// `nil` when it was worked on, or is not to be.
    var dueAt: Timestamp?
    var failures = 0
    var isDead = false
  }

  private var random: SeededGenerator
  private var items: [Item] = []
  private var offs: Set<ConversationID> = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func run(in fixture: StoreFixture) throws {
    let ada = try fixture.user()
    let rooms = [try fixture.group(ada, []), try fixture.group(ada, [])]
    let foreign = try Set(fixture.dueMessages().map(\.message.id))
    for step in 0..<150 {
      let now = StoreFixture.start.adding(seconds: Int64(step))
      try act(fixture, ada, rooms[Int.random(in: 0..<2, using: &random)], now)
      try check(fixture, now, foreign, "step \(step)")
      for room in rooms { try checkCount(fixture, ada, room, "step \(step)") }
    }
    for room in rooms where offs.contains(room) {
      try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: room, isOn: true))))
    }
    try fixture.perform(.intelligence(.pipeline(.reviveDead)))
    let end = StoreFixture.start.adding(seconds: 100_000)
    try fixture.perform(
      .intelligence(
        .pipeline(.record(fixture.dueMessages(at: end).map { fixture.work($0.message, in: $0.conversation) }))))
    try expectEqual(try fixture.dueMessages(at: end).count, 0, "all done")
  }

  private mutating func act(
    _ fixture: StoreFixture, _ ada: UserID, _ room: ConversationID, _ now: Timestamp
  ) throws {
    let candidates = items.indices.filter { items[$0].conversation == room && !items[$0].message.isDeleted }
    let index = candidates.randomElement(using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      guard let index else { return }
      let body = WriteCommand.Body.message(
        .edit(
          asker: ada, conversation: room, id: items[index].message.id, editID: fixture.id(), text: "edit \(now)"))
      try changed(index, to: fixture.delta(body, at: now).messages[0])
    case 2:
      guard let index else { return }
      let body = WriteCommand.Body.message(.delete(asker: ada, conversation: room, id: items[index].message.id))
      try changed(index, to: fixture.delta(body, at: now).messages[0])
    case 3, 4: try recordSome(fixture, now)
    case 5: try postpone(fixture, now)
    case 6 where Bool.random(using: &random): try switchOver(fixture, ada, room)
    case 7 where Bool.random(using: &random):
      try fixture.perform(.intelligence(.pipeline(.reviveDead)))
      for index in items.indices where items[index].isDead {
        items[index].isDead = false
        items[index].failures = 0
        items[index].dueAt = StoreFixture.start
      }
    default:
      let message = try fixture.delta(
        .message(.post(sender: ada, conversation: room, id: fixture.id(), text: "text \(now)", replyTo: nil)), at: now
      ).messages[0]
      items.append(Item(conversation: room, message: message, dueAt: offs.contains(room) ? nil : StoreFixture.start))
    }
  }

  private mutating func changed(_ index: Int, to message: Message) {
    items[index].message = message
    guard !offs.contains(items[index].conversation) else { return }
    items[index].dueAt = StoreFixture.start
    items[index].failures = 0
    items[index].isDead = false
  }

  private mutating func recordSome(_ fixture: StoreFixture, _ now: Timestamp) throws {
    let due = items.indices.filter { items[$0].dueAt.map { $0 <= now } ?? false }.shuffled(using: &random)
    let some = due.prefix(Int.random(in: 0...4, using: &random))
    try fixture.perform(
      .intelligence(.pipeline(.record(some.map { fixture.work(items[$0].message, in: items[$0].conversation) }))),
      at: now
    )
    for index in some {
      items[index].dueAt = nil
      items[index].failures = 0
    }
  }

  private mutating func postpone(_ fixture: StoreFixture, _ now: Timestamp) throws {
    guard let index = items.indices.filter({ items[$0].dueAt.map { $0 <= now } ?? false }).randomElement(using: &random)
    else { return }
    let retryAt = Bool.random(using: &random) ? now.adding(seconds: Int64.random(in: 1...30, using: &random)) : nil
    try fixture.perform(
      .intelligence(
        .pipeline(
          .postpone(
            items[index].message.id, conversation: items[index].conversation, reason: "busy", retryAt: retryAt))))
    items[index].failures += 1
    items[index].dueAt = retryAt
    items[index].isDead = retryAt == nil
  }

  private mutating func switchOver(_ fixture: StoreFixture, _ ada: UserID, _ room: ConversationID) throws {
    let isOn = offs.contains(room)
    try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: room, isOn: isOn))))
    if isOn { offs.remove(room) } else { offs.insert(room) }
    for index in items.indices where items[index].conversation == room {
      items[index].dueAt = isOn ? StoreFixture.start : nil
      items[index].failures = 0
      items[index].isDead = false
    }
  }

  private func check(_ fixture: StoreFixture, _ now: Timestamp, _ foreign: Set<MessageID>, _ what: String) throws {
    let due = try fixture.dueMessages(at: now).filter { !foreign.contains($0.message.id) }
    let expected = items.filter { $0.dueAt.map { $0 <= now } ?? false }
    try expectEqual(due.map(\.message), expected.map(\.message), what)
    try expectEqual(due.map(\.failures), expected.map(\.failures), what)
    let progress = try fixture.intelligence().pipelineProgress()
    try expectEqual(progress.due - foreign.count, items.count { $0.dueAt != nil }, "due, \(what)")
    try expectEqual(progress.postponed, items.count { $0.dueAt != nil && $0.failures > 0 }, "postponed, \(what)")
    try expectEqual(progress.dead, items.count(where: \.isDead), "dead, \(what)")
  }

  private func checkCount(_ fixture: StoreFixture, _ asker: UserID, _ room: ConversationID, _ what: String) throws {
    let due = items.count { $0.conversation == room && $0.dueAt != nil }
    for limit in [3, 1_000] {
      let counted = try fixture.intelligence().dueCount(of: room, for: asker, limit: limit)
      try expectEqual(counted, min(due, limit), "due in a conversation, \(what)")
    }
  }
}

extension StoreContract {
  /// The conversation's row that the switch tells every member of.
  fileprivate static func expectSwitch(_ outcome: CommitOutcome, isOn: Bool) throws -> Conversation? {
    let rows = outcome.changes.compactMap { change -> Conversation? in
      if case .delta(let delta, _) = change { delta.conversation } else { nil }
    }
    try expectEqual(rows.map(\.isIntelligenceOn), [isOn])
    return rows.first
  }
}
