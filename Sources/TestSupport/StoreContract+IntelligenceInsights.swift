import Domain
import ServerCore

extension StoreContract {
  static var insightCases: [Case] {
    foundInsightCases + sourceCases + editedCases + markedInsightCases + taskReportCases
  }

  private static var foundInsightCases: [Case] {
    [
      Case("what was found comes as rows of the feed, one revision a commit, to present members") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben, eve])
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: eve)))
        let (one, two) = (try fixture.post("one", by: ada, in: team), try fixture.post("two", by: ben, in: team))
        let before = try require(try fixture.window(team, ada).toRev)
        let found = [
          fixture.found("a", in: one), fixture.found("b", in: one),
          fixture.found("c", in: two, kind: .decision, also: [one]),
        ]
        let works = [
          fixture.work(one, in: team, finds: Array(found[0...1])), fixture.work(two, in: team, finds: [found[2]]),
        ]
        let time = StoreFixture.start.adding(seconds: 3)
        let outcome = try fixture.commit(.intelligence(.pipeline(.record(works))), at: time)
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
        try expectEqual(Set(try fixture.window(team, ben).insights), Set(expected))
        let stored = try fixture.store.delta(of: .conversation(team), for: ben, fromRev: before)
        try expectEqual(stored, delta)
        try expectEqual(try fixture.intelligence().insight(found[0].id, in: team, for: ben), expected[0])
      },
      Case("found again, an insight keeps its id and what a member edited; what is no longer found is withdrawn") {
        fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let old = try fixture.post("one", by: ada, in: team)
        let rows = try fixture.record(
          fixture.work(
            old, in: team,
            finds: [
              fixture.found("a", in: old), fixture.found("b", in: old), fixture.found("c", in: old),
              fixture.found("d", in: old, kind: .decision),
            ]))
        let change = InsightChange(text: "mine", status: .done)
        let edited = try fixture.insight(
          .change(asker: ada, conversation: team, id: rows[1].id, change))
        try expect(edited.isEdited && edited.status == .done && edited.text == "mine", "not edited")
        let new = try fixture.delta(
          .message(.edit(asker: ada, conversation: team, id: old.id, editID: fixture.id(), text: "uno"))
        ).messages[0]
        let finds = [fixture.found("x", in: new), fixture.found("y", in: new)]
        let again = try fixture.record(fixture.work(new, in: team, finds: finds))
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
        try expectEqual(Set(try fixture.window(team, ada).insights.map(\.id)), [rows[0].id, rows[1].id])
        let third = try fixture.delta(
          .message(.edit(asker: ada, conversation: team, id: old.id, editID: fixture.id(), text: "ichi"))
        ).messages[0]
        var last: [InsightID: Insight] = [:]
        for row in try fixture.record(fixture.work(third, in: team)) { last[row.id] = row }
        try expectEqual(Set(last.keys), [rows[0].id, rows[1].id])
        try expectEqual(last[rows[0].id]?.status, .withdrawn)
        // The member's words stay, and the machine's about them go.
        try expectEqual(last[rows[1].id]?.text, "mine")
        try expectEqual(last[rows[1].id]?.status, .done)
        try expect(last[rows[1].id].map { $0.context == nil && $0.model == nil } ?? false, "the machine's words stay")
        try expectEqual(try fixture.window(team, ada).insights.map(\.text), ["mine"])
        try expectEqual(try fixture.record(fixture.work(third, in: team)), [])
      },
      Case("work that read other insights of its message than those that stand is not kept, and the message stays due")
      {
        fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let (one, two) = (try fixture.post("one", by: ada, in: team), try fixture.post("two", by: ada, in: team))
        try fixture.workOff()
        let first = fixture.work(one, in: team, finds: [fixture.found("a", in: one, also: [two])], previousInsights: [])
        let row = try require(try fixture.record(first).first)
        let found = try fixture.intelligence().previousInsights(of: one.id, in: team)
        try expectEqual(found.map(\.insight), [row])
        try expectEqual(found.map { $0.sources.map(\.id) }, [[two.id]])
        try expectEqual(try fixture.intelligence().previousInsights(of: two.id, in: team).count, 0)
        let late = fixture.work(one, in: team, finds: [fixture.found("b", in: one)], previousInsights: [])
        try expectEqual(try fixture.record(late), [])
        try expectEqual(try fixture.dueMessages().map(\.message.id), [one.id])
        let again = fixture.work(one, in: team, finds: [fixture.found("c", in: one)], previousInsights: [row])
        try expectEqual(try fixture.record(again).map(\.text), ["c"])
        try expectEqual(try fixture.dueMessages().count, 0)
      },
      Case("what its main message no longer says goes at once, whatever else it names, and that is looked at again") {
        fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let (one, two) = (try fixture.post("one", by: ada, in: team), try fixture.post("two", by: ada, in: team))
        try fixture.workOff()
        let row = try require(
          try fixture.record(fixture.work(one, in: team, finds: [fixture.found("a", in: one, also: [two])])).first)
        let gone = try require(try fixture.record(fixture.work(one, in: team)).first)
        try expectEqual(gone.id, row.id)
        try expectEqual([gone.status.rawValue, gone.text], ["withdrawn", ""])
        try expectEqual(try fixture.intelligence().previousInsights(of: two.id, in: team).count, 0)
        try expectEqual(try fixture.dueMessages().map(\.message.id), [two.id])
      },
      Case("an owner who is not there is left out of what was found; other conversations' messages are no citations") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, []), try fixture.group(ada, [ben]))
        let (one, far) = (try fixture.post("one", by: ada, in: team), try fixture.post("far", by: ben, in: other))
        var insight = fixture.found("a", in: one, also: [far])
        insight.owner = ben
        let row = try require(try fixture.record(fixture.work(one, in: team, finds: [insight])).first)
        try expectEqual(row.citations, [one.id])
        try expectEqual(row.owner, nil)
      },
      Case("more changed insights than a delta holds give a window, with the 200 that changed last") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let start = try require(try fixture.window(team, ada).toRev)
        for batch in 0..<3 {
          let message = try fixture.post("\(batch)", by: ada, in: team)
          let finds = (0..<170).map { fixture.found("\(batch) \($0)", in: message) }
          try fixture.record(
            fixture.work(message, in: team, finds: finds), at: StoreFixture.start.adding(seconds: Int64(batch)))
        }
        let feed = FeedID.conversation(team)
        let window = try fixture.store.delta(of: feed, for: ada, fromRev: start)
        try expect(window.isReset, "510 rows are a delta")
        try expectEqual(window.insights.count, 200)
        try expectEqual(window.insights.filter { $0.text.hasPrefix("2 ") }.count, 170)
        let delta = try fixture.store.delta(of: feed, for: ada, fromRev: start + 2)
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
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let (one, two) = (try fixture.post("one", by: ada, in: team), try fixture.post("two", by: ben, in: team))
        let alone = try fixture.mark("alone", by: ben, citing: [one], in: team)
        let shared = try fixture.mark("shared", by: ben, citing: [one, two], in: team)
        let rows = try fixture.record(
          fixture.work(one, in: team, finds: [fixture.found("both", in: one, also: [two])]))
        try fixture.record(fixture.work(two, in: team))
        let deletion = WriteCommand.Body.message(.delete(asker: ada, conversation: team, id: one.id))
        let delta = try fixture.delta(deletion)
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
        try expectEqual(try fixture.vectorSeqs(team), [2])
        try expectEqual(Set(try fixture.dueMessages().map(\.message.id)), [one.id, two.id])
        try expectEqual(try fixture.window(team, ada).insights.map(\.id), [shared.id])
        let fresh = try require(try fixture.dueMessages().last?.message)
        let again = try fixture.record(fixture.work(fresh, in: team, finds: [fixture.found("less", in: fresh)]))
        try expectEqual(again.map(\.text), ["less"])
      },
      Case("editing a message makes those due in which was found what also rests on it") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let (one, two) = (try fixture.post("one", by: ada, in: team), try fixture.post("two", by: ben, in: team))
        try fixture.record(fixture.work(one, in: team, finds: [fixture.found("both", in: one, also: [two])]))
        try fixture.record(fixture.work(two, in: team))
        try fixture.perform(
          .message(.edit(asker: ben, conversation: team, id: two.id, editID: fixture.id(), text: "no")))
        try expectEqual(try fixture.dueMessages().map(\.message.id), [one.id, two.id])
        try fixture.record(fixture.work(one, in: team))
        try expectEqual(try fixture.window(team, ada).insights, [])
        try expectEqual(try fixture.dueMessages().map(\.message.id), [two.id])
      },
      Case("signals of a message go with it") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let (one, two) = (try fixture.post("one", by: ada, in: team), try fixture.post("two", by: ada, in: team))
        try fixture.workOff()
        let read = try fixture.intelligence().messages([one.id, two.id], for: ada)
        try expectEqual(read.map(\.signals), [StoreFixture.signals, StoreFixture.signals])
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: one.id)))
        try expectEqual(try fixture.intelligence().messages([one.id, two.id], for: ada).map(\.message.id), [two.id])
        try expectEqual(try fixture.vectorSeqs(team), [2])
      },
    ]
  }

  private static var markedInsightCases: [Case] {
    [
      Case("a member marks an insight; the same id again answers it; another's id is a conflict") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        let one = try fixture.post("one", by: ada, in: team)
        let marked = try fixture.mark("  ours ", by: ben, citing: [one], in: team, owner: ada)
        try expectEqual(marked.text, "ours")
        try expectEqual(marked.createdBy, ben)
        try expectEqual(marked.rev, try fixture.window(team, ada).toRev)
        let rev = try fixture.window(team, ada).toRev
        try expectEqual(try fixture.mark("else", by: ben, citing: [one], in: team, id: marked.id), marked)
        try expectEqual(try fixture.window(team, ada).toRev, rev)
        let far = try fixture.post("far", by: ada, in: other)
        for (asker, message, room) in [(ada, one, team), (ben, far, other)] {
          try fixture.expectRefusal(.conflict, Self.marking(marked.id, by: asker, citing: [message.id], in: room))
        }
      },
      Case("an insight rests on readable messages of its conversation, and its owner is there") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, []), try fixture.group(ada, [ben]))
        let (one, far) = (try fixture.post("one", by: ada, in: team), try fixture.post("far", by: ada, in: other))
        let gone = try fixture.post("gone", by: ada, in: team)
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: gone.id)))
        for citations in [[], [far.id], [gone.id], [fixture.id()], [one.id, far.id], [one.id, one.id]] {
          try fixture.expectRefusal(.invalid, Self.marking(fixture.id(), by: ada, citing: citations, in: team))
        }
        try fixture.expectRefusal(.invalid, Self.marking(fixture.id(), by: ada, citing: [one.id], in: team, owner: ben))
        try fixture.expectRefusal(.invalid, Self.marking(fixture.id(), by: ada, citing: [one.id], in: team, text: " "))
        let marked = try fixture.mark("ours", by: ada, citing: [one], in: team)
        for change in [InsightChange(owner: ben), InsightChange(text: ""), InsightChange(status: .withdrawn)] {
          try fixture.expectRefusal(
            .invalid, .intelligence(.insight(.change(asker: ada, conversation: team, id: marked.id, change))))
        }
      },
      Case("a change sets what it names, once; what is withdrawn or elsewhere is not found") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        let one = try fixture.post("one", by: ada, in: team)
        let row = try require(
          try fixture.record(fixture.work(one, in: team, finds: [fixture.found("a", in: one)])).first)
        let due = StoreFixture.start.adding(seconds: 60)
        let time = StoreFixture.start.adding(seconds: 5)
        func change(_ change: InsightChange) throws -> Insight {
          try fixture.insight(.change(asker: ben, conversation: team, id: row.id, change), at: time)
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
        try expectEqual(try fixture.window(team, ada).insights, [expected])
        func refused(_ id: InsightID, in room: ConversationID) throws {
          try fixture.expectRefusal(
            .notFound,
            .intelligence(.insight(.change(asker: ada, conversation: room, id: id, InsightChange(status: .done)))))
        }
        try refused(fixture.id(), in: team)
        try refused(row.id, in: other)
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: one.id)))
        try refused(row.id, in: team)
      },
      Case("outsiders and former members neither mark nor change") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let one = try fixture.post("one", by: ada, in: team)
        let marked = try fixture.mark("ours", by: ben, citing: [one], in: team)
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        for asker in [ben, eve] {
          try fixture.expectRefusal(.notFound, Self.marking(fixture.id(), by: asker, citing: [one.id], in: team))
          try fixture.expectRefusal(.notFound, Self.marking(marked.id, by: asker, citing: [one.id], in: team))
          try fixture.expectRefusal(
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
      createdAt: StoreFixture.start)
    return .intelligence(.insight(.put(asker: asker, conversation: conversation, row)))
  }
}
