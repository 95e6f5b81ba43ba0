import Domain
import ServerCore

extension StoreContract {
  private static let month: Int64 = 30 * 86_400

  static var retentionCases: [Case] {
    [
      Case("what is kept for days expires then, with all that rests on it, and members hear of it at once") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let messages = try (1...3).map { try fixture.post("number \($0)", by: ada, in: team) }
        let end = StoreFixture.start.adding(seconds: month)
        let young = try fixture.delta(
          .message(.post(sender: ben, conversation: team, id: fixture.id(), text: "number 4", replyTo: nil)),
          at: end
        ).messages[0]
        try fixture.record(
          fixture.work(messages[0], in: team, finds: [fixture.found("find", in: messages[0], also: [messages[1]])]))
        let mark = try fixture.mark("mark", by: ben, citing: [messages[2], young], in: team)
        try fixture.keep(of: ada, id: "rests", sources: [messages[2]])
        try fixture.keep(of: ada, id: "young", sources: [young])
        try fixture.perform(.retention(.setWorkspace(asker: nil, Retention(days: 30))))
        let known = try fixture.window(team, ben)
        let early = try fixture.commit(.retention(.sweep(team)), at: end.adding(milliseconds: -1))
        try expect(early.changes.isEmpty, "too early")
        let outcome = try fixture.commit(.retention(.sweep(team)), at: end)
        guard case .swept(isDone: true) = try outcome.result.get(),
          case .delta(let told, let audience)? = outcome.changes.first
        else { throw ContractViolation(description: "not swept") }
        try expectEqual(outcome.changes.count, 1, "all under one revision")
        try expectEqual(Set(audience), [ada, ben])
        try expectEqual(told.messages.map(\.id), messages.map(\.id))
        try expect(told.messages.allSatisfy { $0.isDeleted && $0.text.isEmpty && $0.deletedBy == nil }, "not erased")
        try expectEqual(told.fromRev, known.toRev)
        let delta = try fixture.store.delta(of: .conversation(team), for: ben, fromRev: known.toRev ?? 0)
        try expectEqual(delta.messages, told.messages, "who was offline converges")
        try expectEqual(delta.toRev, told.toRev)
        let window = try fixture.window(team, ben)
        try expectEqual(window.messages.map(\.seq), [1, 2, 3, 4])
        try expectEqual(window.insights.map(\.id), [mark.id], "the find goes, the mark loses a message")
        try expectEqual(window.insights.first?.citations, [young.id])
        try expectEqual(try fixture.search("number", ben), [young.id])
        try expectEqual(try fixture.recordIDs(of: ada), ["young"])
        try expectEqual(try fixture.vectorSeqs(team), [])
        let again = try fixture.commit(.retention(.sweep(team)), at: end)
        try expect(again.changes.isEmpty, "swept twice")
      },
      Case("a conversation is swept a batch at a time, each under the next revision") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        for number in 1...Rules.Retentions.batch + 1 { try fixture.post("\(number)", by: ada, in: team) }
        try fixture.perform(.retention(.setConversation(asker: nil, team, Retention(days: 30))))
        let end = StoreFixture.start.adding(seconds: month)
        let store = try require(fixture.store as? any RetentionStore, "retention store")
        try expectEqual(try store.agingConversations().map(\.oldest), [StoreFixture.start])
        for (isDone, count) in [(false, Rules.Retentions.batch), (true, 1)] {
          let outcome = try fixture.commit(.retention(.sweep(team)), at: end)
          guard case .swept(isDone) = try outcome.result.get(), case .delta(let told, _)? = outcome.changes.first else {
            throw ContractViolation(description: "not swept")
          }
          try expectEqual(told.messages.count, count)
          try expectEqual(told.toRev, told.fromRev.map { $0 + 1 })
        }
        try expect(try store.agingConversations().isEmpty, "all was looked at")
        try expect(try fixture.window(team, ada).messages.allSatisfy(\.isDeleted), "not all is erased")
      },
      Case("a hold on a conversation or a person keeps what retention and its author would erase, until it is lifted") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        let held = try fixture.post("held", by: ben, in: team)
        try fixture.post("gone", by: ada, in: team)
        let there = try fixture.post("there", by: ada, in: other)
        try fixture.perform(.retention(.setWorkspace(asker: nil, Retention(days: 30))))
        try fixture.perform(.retention(.hold(asker: nil, .account(ben), isHeld: true)))
        try fixture.perform(.retention(.hold(asker: nil, .conversation(other), isHeld: true)))
        let end = StoreFixture.start.adding(seconds: month)
        func texts(_ conversation: ConversationID) throws -> [String] {
          for id in [team, other] { try fixture.perform(.retention(.sweep(id)), at: end) }
          return try fixture.window(conversation, ada).messages.map(\.text)
        }
        try expectEqual(try texts(team), ["held", ""])
        try expectEqual(try texts(other), ["there"])
        try fixture.expectRefusal(.conflict, .message(.delete(asker: ben, conversation: team, id: held.id)))
        try fixture.expectRefusal(.conflict, .message(.delete(asker: ada, conversation: team, id: held.id)))
        try fixture.expectRefusal(.conflict, .message(.delete(asker: ada, conversation: other, id: there.id)))
        try fixture.expectRefusal(.conflict, .account(.delete(user: ben)))
        try fixture.perform(.retention(.hold(asker: nil, .conversation(other), isHeld: false)))
        try expectEqual(try texts(other), [""])
        try fixture.perform(.retention(.hold(asker: nil, .account(ben), isHeld: false)))
        try expectEqual(try texts(team), ["", ""])
        try fixture.perform(.account(.delete(user: ben)))
      },
      Case("only admins set retention and holds; what they set is read, and what held before is in the log") {
        fixture in
        let store = try require(fixture.store as? any RetentionStore, "retention store")
        let audit = try require(fixture.store as? any AuditStore, "audit store")
        let (ada, ben, eve) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Eve"))
        let team = try fixture.group(ben, [])
        try fixture.expectRefusal(.forbidden, .retention(.setWorkspace(asker: ben, Retention(days: 1))))
        try fixture.expectRefusal(.forbidden, .retention(.setConversation(asker: ben, team, nil)))
        try fixture.expectRefusal(.forbidden, .retention(.hold(asker: ben, .conversation(team), isHeld: true)))
        try fixture.expectRefusal(.invalid, .retention(.setWorkspace(asker: ada, Retention(days: 3_651))))
        try fixture.expectRefusal(.notFound, .retention(.setConversation(asker: ada, fixture.id(), nil)))
        try fixture.expectRefusal(.notFound, .retention(.hold(asker: ada, .account(fixture.id()), isHeld: true)))
        try expectEqual(try store.retention(), RetentionOverview(days: 0, conversations: [], people: []))
        let actor = AuditActor(.account(ada))
        for days: Int64 in [30, 7] {
          try fixture.perform(.retention(.setWorkspace(asker: ada, Retention(days: days))), by: actor)
        }
        try fixture.perform(.retention(.setConversation(asker: ada, team, Retention(days: 0))), by: actor)
        try fixture.perform(.retention(.hold(asker: ada, .account(ben), isHeld: true)), by: actor)
        try fixture.perform(.retention(.hold(asker: ada, .conversation(team), isHeld: true)), by: actor)
        let set = try store.retention()
        try expectEqual(set.days, 7)
        try expectEqual(
          set.conversations,
          [ConversationRetention(conversation: team, kind: .group, name: "Team", days: 0, isHeld: true)])
        try expectEqual(set.people.map(\.id), [ben])
        try expectEqual(try store.retention(of: team, for: ben), Retention(days: 0))
        try fixture.expectNotFound("another's conversation") { _ = try store.retention(of: team, for: eve) }
        try fixture.perform(.retention(.setConversation(asker: ada, team, nil)), by: actor)
        try fixture.perform(.retention(.hold(asker: ada, .account(ben), isHeld: false)), by: actor)
        try expectEqual(try store.retention(of: team, for: ben), Retention(days: 7))
        let told = try audit.auditEntries(AuditFilter(), before: nil, limit: 7)
          .map { "\($0.kind) \($0.subject ?? "") \($0.detail ?? "")" }
        try expectEqual(
          told,
          [
            "holdLifted account:\(ben) ", "retentionChanged conversation:\(team) workspace,before=forever",
            "holdSet conversation:\(team) ", "holdSet account:\(ben) ",
            "retentionChanged conversation:\(team) forever,before=workspace", "retentionChanged  7,before=30",
            "retentionChanged  30,before=forever",
          ])
      },
    ]
  }
}
