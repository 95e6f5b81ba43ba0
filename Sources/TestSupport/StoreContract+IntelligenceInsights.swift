import Domain
import ServerCore

extension StoreContract {
  static var insightCases: [Case] {
    foundInsightCases + sourceCases + editedCases + markedInsightCases
  }

  private static var foundInsightCases: [Case] {
    [
      Case("what was found comes as rows of the feed, one revision a commit, to present members") { world in
        let (ada, ben, eve) = (try world.user(), try world.user(), try world.user())
        let team = try world.group(ada, [ben, eve])
        try world.perform(.member(.remove(asker: ada, conversation: team, user: eve)))
        let (one, two) = (try world.post("one", by: ada, in: team), try world.post("two", by: ben, in: team))
        let before = try require(try world.window(team, ada).toRev)
        let found = [
          world.found("a", in: one), world.found("b", in: one), world.found("c", in: two, kind: .decision, also: [one]),
        ]
        let works = [
          world.work(one, in: team, finds: Array(found[0...1])), world.work(two, in: team, finds: [found[2]]),
        ]
        let time = StoreWorld.start.adding(seconds: 3)
        let outcome = try world.commit(.intelligence(.pipeline(.record(works))), at: time)
        try expectEqual(outcome.changes.count, 1)
        guard case .delta(let delta, let audience) = outcome.changes[0] else {
          throw ContractViolation(description: "no delta")
        }
        try expectEqual(Set(audience), [ada, ben])
        try expectEqual([delta.fromRev, delta.toRev], [before, before + 1])
        let expected = found.map { insight in
          var row = insight
          row.rev = before + 1
          row.updatedAt = time
          return row
        }
        try expectEqual(delta.insights, expected)
        try expectEqual(Set(try world.window(team, ben).insights), Set(expected))
        let stored = try world.store.delta(of: .conversation(team), for: ben, fromRev: before)
        try expectEqual(stored, delta)
        try expectEqual(try world.intelligence().insight(found[0].id, in: team, for: ben), expected[0])
      },
      Case("found again, an insight keeps its id and what a member edited; what is no longer found is withdrawn") {
        world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let old = try world.post("one", by: ada, in: team)
        let rows = try world.record(
          world.work(
            old, in: team,
            finds: [
              world.found("a", in: old), world.found("b", in: old), world.found("c", in: old),
              world.found("d", in: old, kind: .decision),
            ]))
        let change = InsightChange(text: "mine", status: .done)
        let edited = try world.insight(
          .change(asker: ada, conversation: team, id: rows[1].id, change))
        try expect(edited.isEdited && edited.status == .done && edited.text == "mine", "not edited")
        let new = try world.delta(
          .message(.edit(asker: ada, conversation: team, id: old.id, editID: world.id(), text: "uno"))
        ).messages[0]
        let finds = [world.found("x", in: new), world.found("y", in: new)]
        let again = try world.record(world.work(new, in: team, finds: finds))
        var after: [InsightID: Insight] = [:]
        for row in again { after[row.id] = row }
        try expectEqual(after[rows[0].id]?.text, "x")
        try expectEqual(after[rows[0].id]?.createdAt, rows[0].createdAt)
        try expectEqual(after[rows[1].id]?.text, "mine")
        try expectEqual(after[rows[1].id]?.status, .done)
        try expectEqual(after[rows[1].id]?.context, "context of y")
        try expectEqual(after[rows[2].id]?.status, .withdrawn)
        try expectEqual(after[rows[3].id]?.status, .withdrawn)
        try expectEqual(after[rows[3].id]?.text, "")
        try expectEqual(Set(try world.window(team, ada).insights.map(\.id)), [rows[0].id, rows[1].id])
        let third = try world.delta(
          .message(.edit(asker: ada, conversation: team, id: old.id, editID: world.id(), text: "ichi"))
        ).messages[0]
        var last: [InsightID: Insight] = [:]
        for row in try world.record(world.work(third, in: team)) { last[row.id] = row }
        try expectEqual(Set(last.keys), [rows[0].id, rows[1].id])
        try expectEqual(last[rows[0].id]?.status, .withdrawn)
        // The member's words stay, and the machine's about them go.
        try expectEqual(last[rows[1].id]?.text, "mine")
        try expectEqual(last[rows[1].id]?.status, .done)
        try expect(last[rows[1].id].map { $0.context == nil && $0.model == nil } ?? false, "the machine's words stay")
        try expectEqual(try world.window(team, ada).insights.map(\.text), ["mine"])
        try expectEqual(try world.record(world.work(third, in: team)), [])
      },
      Case("work that read other insights of its message than those that stand is not kept, and the message stays due")
      {
        world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let (one, two) = (try world.post("one", by: ada, in: team), try world.post("two", by: ada, in: team))
        try world.workOff()
        let first = world.work(one, in: team, finds: [world.found("a", in: one, also: [two])], standing: [])
        let row = try require(try world.record(first).first)
        let found = try world.intelligence().standingInsights(of: one.id, in: team)
        try expectEqual(found.map(\.insight), [row])
        try expectEqual(found.map { $0.sources.map(\.id) }, [[two.id]])
        try expectEqual(try world.intelligence().standingInsights(of: two.id, in: team).count, 0)
        let late = world.work(one, in: team, finds: [world.found("b", in: one)], standing: [])
        try expectEqual(try world.record(late), [])
        try expectEqual(try world.dueMessages().map(\.message.id), [one.id])
        let again = world.work(one, in: team, finds: [world.found("c", in: one)], standing: [row])
        try expectEqual(try world.record(again).map(\.text), ["c"])
        try expectEqual(try world.dueMessages().count, 0)
      },
      Case("what its main message no longer says goes at once, whatever else it names, and that is looked at again") {
        world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let (one, two) = (try world.post("one", by: ada, in: team), try world.post("two", by: ada, in: team))
        try world.workOff()
        let row = try require(
          try world.record(world.work(one, in: team, finds: [world.found("a", in: one, also: [two])])).first)
        let gone = try require(try world.record(world.work(one, in: team)).first)
        try expectEqual(gone.id, row.id)
        try expectEqual([gone.status.rawValue, gone.text], ["withdrawn", ""])
        try expectEqual(try world.intelligence().standingInsights(of: two.id, in: team).count, 0)
        try expectEqual(try world.dueMessages().map(\.message.id), [two.id])
      },
      Case("an owner who is not there is left out of what was found; other conversations' messages are no citations") {
        world in
        let (ada, ben) = (try world.user(), try world.user())
        let (team, other) = (try world.group(ada, []), try world.group(ada, [ben]))
        let (one, far) = (try world.post("one", by: ada, in: team), try world.post("far", by: ben, in: other))
        var insight = world.found("a", in: one, also: [far])
        insight.owner = ben
        let row = try require(try world.record(world.work(one, in: team, finds: [insight])).first)
        try expectEqual(row.citations, [one.id])
        try expectEqual(row.owner, nil)
      },
      Case("more changed insights than a delta holds give a window, with the 200 that changed last") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let start = try require(try world.window(team, ada).toRev)
        for batch in 0..<3 {
          let message = try world.post("\(batch)", by: ada, in: team)
          let finds = (0..<170).map { world.found("\(batch) \($0)", in: message) }
          try world.record(
            world.work(message, in: team, finds: finds), at: StoreWorld.start.adding(seconds: Int64(batch)))
        }
        let feed = FeedID.conversation(team)
        let window = try world.store.delta(of: feed, for: ada, fromRev: start)
        try expect(window.isReset, "510 rows are a delta")
        try expectEqual(window.insights.count, 200)
        try expectEqual(window.insights.filter { $0.text.hasPrefix("2 ") }.count, 170)
        let delta = try world.store.delta(of: feed, for: ada, fromRev: start + 2)
        try expect(!delta.isReset, "342 rows are too many")
        try expectEqual(delta.insights.count, 340)
      },
    ]
  }

  private static var sourceCases: [Case] {
    [
      Case(
        "with one of its messages what was found is withdrawn, in the same revision, and looked for again; what a member marked, with its last"
      ) {
        world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let (one, two) = (try world.post("one", by: ada, in: team), try world.post("two", by: ben, in: team))
        let alone = try world.mark("alone", by: ben, citing: [one], in: team)
        let shared = try world.mark("shared", by: ben, citing: [one, two], in: team)
        let rows = try world.record(
          world.work(one, in: team, finds: [world.found("both", in: one, also: [two])]))
        try world.record(world.work(two, in: team))
        let deletion = WriteCommand.Body.message(.delete(asker: ada, conversation: team, id: one.id))
        let delta = try world.delta(deletion)
        try expectEqual(delta.messages[0].rev, delta.toRev)
        try expectEqual(Set(delta.insights.map(\.rev)), [try require(delta.toRev)])
        var after: [InsightID: Insight] = [:]
        for row in delta.insights { after[row.id] = row }
        try expectEqual(after[alone.id]?.status, .withdrawn)
        try expectEqual(after[alone.id]?.text, "")
        try expectEqual(after[shared.id]?.status, .open)
        try expectEqual(after[shared.id]?.citations, [two.id])
        try expectEqual(after[rows[0].id]?.status, .withdrawn)
        try expectEqual(after[rows[0].id]?.text, "")
        try expectEqual(try world.vectorSeqs(team), [2])
        try expectEqual(Set(try world.dueMessages().map(\.message.id)), [one.id, two.id])
        try expectEqual(try world.window(team, ada).insights.map(\.id), [shared.id])
        let fresh = try require(try world.dueMessages().last?.message)
        let again = try world.record(world.work(fresh, in: team, finds: [world.found("less", in: fresh)]))
        try expectEqual(again.map(\.text), ["less"])
      },
      Case("editing a message makes those due in which was found what also rests on it") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let (one, two) = (try world.post("one", by: ada, in: team), try world.post("two", by: ben, in: team))
        try world.record(world.work(one, in: team, finds: [world.found("both", in: one, also: [two])]))
        try world.record(world.work(two, in: team))
        try world.perform(.message(.edit(asker: ben, conversation: team, id: two.id, editID: world.id(), text: "no")))
        try expectEqual(try world.dueMessages().map(\.message.id), [one.id, two.id])
        try world.record(world.work(one, in: team))
        try expectEqual(try world.window(team, ada).insights, [])
        try expectEqual(try world.dueMessages().map(\.message.id), [two.id])
      },
      Case("signals of a message go with it") { world in
        let ada = try world.user()
        let team = try world.group(ada, [])
        let (one, two) = (try world.post("one", by: ada, in: team), try world.post("two", by: ada, in: team))
        try world.workOff()
        let read = try world.intelligence().messages([one.id, two.id], for: ada)
        try expectEqual(read.map(\.signals), [StoreWorld.signals, StoreWorld.signals])
        try world.perform(.message(.delete(asker: ada, conversation: team, id: one.id)))
        try expectEqual(try world.intelligence().messages([one.id, two.id], for: ada).map(\.message.id), [two.id])
        try expectEqual(try world.vectorSeqs(team), [2])
      },
    ]
  }

  private static var markedInsightCases: [Case] {
    [
      Case("a member marks an insight; the same id again answers it; another's id is a conflict") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let (team, other) = (try world.group(ada, [ben]), try world.group(ada, [ben]))
        let one = try world.post("one", by: ada, in: team)
        let marked = try world.mark("  ours ", by: ben, citing: [one], in: team, owner: ada)
        try expectEqual(marked.text, "ours")
        try expectEqual(marked.createdBy, ben)
        try expectEqual(marked.rev, try world.window(team, ada).toRev)
        let rev = try world.window(team, ada).toRev
        try expectEqual(try world.mark("else", by: ben, citing: [one], in: team, id: marked.id), marked)
        try expectEqual(try world.window(team, ada).toRev, rev)
        let far = try world.post("far", by: ada, in: other)
        for (asker, message, room) in [(ada, one, team), (ben, far, other)] {
          try world.expectRefusal(.conflict, Self.marking(marked.id, by: asker, citing: [message.id], in: room))
        }
      },
      Case("an insight rests on readable messages of its conversation, and its owner is there") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let (team, other) = (try world.group(ada, []), try world.group(ada, [ben]))
        let (one, far) = (try world.post("one", by: ada, in: team), try world.post("far", by: ada, in: other))
        let gone = try world.post("gone", by: ada, in: team)
        try world.perform(.message(.delete(asker: ada, conversation: team, id: gone.id)))
        for citations in [[], [far.id], [gone.id], [world.id()], [one.id, far.id], [one.id, one.id]] {
          try world.expectRefusal(.invalid, Self.marking(world.id(), by: ada, citing: citations, in: team))
        }
        try world.expectRefusal(.invalid, Self.marking(world.id(), by: ada, citing: [one.id], in: team, owner: ben))
        try world.expectRefusal(.invalid, Self.marking(world.id(), by: ada, citing: [one.id], in: team, text: " "))
        let marked = try world.mark("ours", by: ada, citing: [one], in: team)
        for change in [InsightChange(owner: ben), InsightChange(text: ""), InsightChange(status: .withdrawn)] {
          try world.expectRefusal(
            .invalid, .intelligence(.insight(.change(asker: ada, conversation: team, id: marked.id, change))))
        }
      },
      Case("a change sets what it names, once; what is withdrawn or elsewhere is not found") { world in
        let (ada, ben) = (try world.user(), try world.user())
        let (team, other) = (try world.group(ada, [ben]), try world.group(ada, [ben]))
        let one = try world.post("one", by: ada, in: team)
        let row = try require(
          try world.record(world.work(one, in: team, finds: [world.found("a", in: one)])).first)
        let due = StoreWorld.start.adding(seconds: 60)
        let time = StoreWorld.start.adding(seconds: 5)
        func change(_ change: InsightChange) throws -> Insight {
          try world.insight(.change(asker: ben, conversation: team, id: row.id, change), at: time)
        }
        var expected = row
        expected.owner = ben
        expected.dueAt = due
        expected.dueText = nil
        expected.tags = ["x"]
        expected.isEdited = true
        expected.edited = [.owner, .due, .tags]
        expected.updatedAt = time
        expected.rev = row.rev + 1
        let changed = InsightChange(owner: ben, dueAt: due, tags: ["x", "x"])
        try expectEqual(try change(changed), expected)
        try expectEqual(try change(changed), expected)
        expected.owner = nil
        expected.dueAt = nil
        expected.rev += 1
        try expectEqual(try change(InsightChange(removesOwner: true, removesDue: true)), expected)
        try expectEqual(try world.window(team, ada).insights, [expected])
        func refused(_ id: InsightID, in room: ConversationID) throws {
          try world.expectRefusal(
            .notFound,
            .intelligence(.insight(.change(asker: ada, conversation: room, id: id, InsightChange(status: .done)))))
        }
        try refused(world.id(), in: team)
        try refused(row.id, in: other)
        try world.perform(.message(.delete(asker: ada, conversation: team, id: one.id)))
        try refused(row.id, in: team)
      },
      Case("outsiders and former members neither mark nor change") { world in
        let (ada, ben, eve) = (try world.user(), try world.user(), try world.user())
        let team = try world.group(ada, [ben])
        let one = try world.post("one", by: ada, in: team)
        let marked = try world.mark("ours", by: ben, citing: [one], in: team)
        try world.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        for asker in [ben, eve] {
          try world.expectRefusal(.notFound, Self.marking(world.id(), by: asker, citing: [one.id], in: team))
          try world.expectRefusal(.notFound, Self.marking(marked.id, by: asker, citing: [one.id], in: team))
          try world.expectRefusal(
            .notFound,
            .intelligence(
              .insight(.change(asker: asker, conversation: team, id: marked.id, InsightChange(status: .done)))))
        }
      },
    ]
  }

  static func marking(
    _ id: InsightID, by asker: UserID, citing messages: [MessageID], in conversation: ConversationID,
    owner: UserID? = nil, text: String = "text"
  ) -> WriteCommand.Body {
    let row = Insight(
      id: id, kind: .decision, text: text, citations: messages, owner: owner, confidence: 1, reason: "marked",
      createdAt: StoreWorld.start)
    return .intelligence(.insight(.put(asker: asker, conversation: conversation, row)))
  }
}
