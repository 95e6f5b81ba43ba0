import Domain
import ServerCore

extension StoreContract {
  /// What members change of what was found, and what becomes of the rest.
  static var editedCases: [Case] {
    [
      Case("what members change is theirs part by part: the rest follows the source") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let due = StoreFixture.start.adding(seconds: 60)
        let changes: [(InsightChange, InsightFields)] = [
          (InsightChange(status: .done), .status), (InsightChange(text: "mine"), .text),
          (InsightChange(owner: ben), .owner), (InsightChange(dueAt: due), .due), (InsightChange(tags: ["x"]), .tags),
          (InsightChange(context: "why"), .context), (InsightChange(participants: [ben]), .participants),
          (InsightChange(text: "old", status: .open, owner: ada, tags: ["launch"]), []),
        ]
        for (change, fields) in changes {
          let one = try fixture.post("one", by: ada, in: team)
          let row = try require(
            try fixture.record(fixture.work(one, in: team, finds: [fixture.found("old", in: one)])).first)
          let changed = try fixture.insight(.change(asker: ben, conversation: team, id: row.id, change))
          try expectEqual([changed.edited.rawValue], [fields.rawValue])
          try expectEqual(changed.isEdited, !fields.isEmpty)
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: one.id, editID: fixture.id(), text: "uno")))
          let again = try require(try fixture.dueMessages().first?.message)
          var found = fixture.found("new", in: again)
          (found.owner, found.ownerName, found.dueText, found.tags) = (nil, "Zoe", "by Monday", ["other"])
          let after = try require(try fixture.record(fixture.work(again, in: team, finds: [found])).first)
          try expectEqual(after.id, row.id)
          try expectEqual(after.text, fields.contains(.text) ? "mine" : "new")
          try expectEqual(after.status, fields.contains(.status) ? .done : .open)
          try expectEqual(after.owner, fields.contains(.owner) ? ben : nil)
          try expectEqual(after.ownerName, fields.contains(.owner) ? nil : "Zoe")
          try expectEqual(after.dueAt, fields.contains(.due) ? due : nil)
          try expectEqual(after.dueText, fields.contains(.due) ? nil : "by Monday")
          try expectEqual(after.tags, fields.contains(.tags) ? ["x"] : ["other"])
          try expectEqual(after.context, fields.contains(.context) ? "why" : found.context)
          try expectEqual(after.participants, fields.contains(.participants) ? [ben] : found.participants)
        }
      },
      Case("when a task was done is kept, once, and goes when it is opened again") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let one = try fixture.post("one", by: ada, in: team)
        let row = try require(
          try fixture.record(fixture.work(one, in: team, finds: [fixture.found("task", in: one)])).first)
        try expectEqual(row.completedAt, nil)
        let (first, later) = (StoreFixture.start.adding(seconds: 5), StoreFixture.start.adding(seconds: 9))
        func change(_ change: InsightChange, at time: Timestamp) throws -> Insight {
          try fixture.insight(.change(asker: ben, conversation: team, id: row.id, change), at: time)
        }
        try expectEqual(try change(InsightChange(status: .done), at: first).completedAt, first)
        try expectEqual(try change(InsightChange(text: "Other words"), at: later).completedAt, first)
        try expectEqual(try fixture.window(team, ada).insights.first?.completedAt, first)
        try expectEqual(try change(InsightChange(status: .open), at: later).completedAt, nil)
        try expectEqual(try change(InsightChange(status: .dismissed), at: later).completedAt, nil)
      },
      Case("participants are members, a context is short") { fixture in
        let (ada, eve) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [])
        let one = try fixture.post("one", by: ada, in: team)
        let marked = try fixture.mark("ours", by: ada, citing: [one], in: team)
        for change in [
          InsightChange(participants: [eve]), InsightChange(participants: [ada, eve]),
        ] {
          try fixture.expectRefusal(
            .invalid, .intelligence(.insight(.change(asker: ada, conversation: team, id: marked.id, change))))
        }
        let long = InsightChange(context: String(repeating: "x", count: InsightChange.mostContext + 1))
        try fixture.expectRefusal(
          .tooLarge, .intelligence(.insight(.change(asker: ada, conversation: team, id: marked.id, long))))
      },
      Case("ticked off, assigned or dated, a machine's words go with the words they came from") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let changes = [
          InsightChange(status: .done), InsightChange(removesOwner: true), InsightChange(removesDue: true),
        ]
        for change in changes {
          let one = try fixture.post("the secret is 1234", by: ada, in: team)
          let row = try require(
            try fixture.record(fixture.work(one, in: team, finds: [fixture.found("secret", in: one)])).first)
          _ = try fixture.insight(.change(asker: ada, conversation: team, id: row.id, change))
          try fixture.perform(
            .message(.edit(asker: ada, conversation: team, id: one.id, editID: fixture.id(), text: "no")))
          let edited = try require(try fixture.dueMessages().first?.message)
          let gone = try require(try fixture.record(fixture.work(edited, in: team)).first)
          try expectEqual([gone.status.rawValue, gone.text, gone.reason], ["withdrawn", "", ""])
        }
      },
      Case("a text that a member wrote stays while a message of it does, and nothing of the machine's with it") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let one = try fixture.post("one", by: ada, in: team)
        let row = try require(
          try fixture.record(fixture.work(one, in: team, finds: [fixture.found("a", in: one)])).first)
        let change = InsightChange(text: "mine", status: .done)
        _ = try fixture.insight(.change(asker: ben, conversation: team, id: row.id, change))
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: one.id, editID: fixture.id(), text: "no")))
        let edited = try require(try fixture.dueMessages().first?.message)
        let kept = try require(try fixture.record(fixture.work(edited, in: team)).first)
        try expectEqual([kept.text, kept.status.rawValue], ["mine", "done"])
        try expectEqual([kept.context, kept.dueText, kept.ownerName, kept.model], [nil, nil, nil, nil])
        try expectEqual(kept.owner, nil)
        try expectEqual(kept.tags, [])
        try expect(!kept.reason.contains("asked"), "the machine's reason stays")
        try expectEqual(try fixture.record(fixture.work(edited, in: team)), [])
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: one.id)))
        try expectEqual(try fixture.window(team, ada).insights, [])
      },
      Case("ticked off, what rests on more messages loses a machine's words with one of them, and keeps the tick") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let (one, two) = (
          try fixture.post(" the\n list ", by: ada, in: team), try fixture.post("secret", by: ben, in: team)
        )
        let row = try require(
          try fixture.record(fixture.work(one, in: team, finds: [fixture.found("secret", in: one, also: [two])])).first)
        try fixture.record(fixture.work(two, in: team))
        _ = try fixture.insight(
          .change(asker: ben, conversation: team, id: row.id, InsightChange(status: .done)))
        let delta = try fixture.delta(.message(.delete(asker: ben, conversation: team, id: two.id)))
        let left = try require(delta.insights.first)
        try expectEqual([left.text, left.status.rawValue, left.context], ["the list", "done", nil])
        try expectEqual(left.citations, [one.id])
        try expect(!left.reason.contains("asked"), "the machine's reason stays")
        let due = try require(try fixture.dueMessages().first { $0.message.id == one.id }?.message)
        let again = try require(
          try fixture.record(fixture.work(due, in: team, finds: [fixture.found("the list", in: due)])).first)
        try expectEqual([again.id.description, again.status.rawValue], [row.id.description, "done"])
        try expectEqual(again.context, "context of the list")
      },
    ]
  }
}
