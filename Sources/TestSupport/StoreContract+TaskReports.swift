import Domain
import ServerCore

extension StoreContract {
  /// Tasks that a message says are done, and what waits to be accepted.
  static var taskReportCases: [Case] {
    [
      Case("a task that a later message reports is done, and open again when that is edited or deleted") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        for isEdited in [true, false] {
          let (asked, said) = (
            try fixture.post("do it", by: ada, in: team), try fixture.post("done", by: ben, in: team)
          )
          try fixture.workOff()
          var found = fixture.found("it", in: asked, also: [said])
          found.report = TaskReport(message: said.id, sender: ben, text: "done")
          let row = try require(try fixture.record(fixture.work(asked, in: team, finds: [found])).first)
          try expectEqual(row.status, .done)
          try expectEqual(row.report, found.report)
          try expectEqual(try fixture.intelligence().insight(row.id, in: team, for: ben), row)
          try expect(try fixture.window(team, ada).insights.contains(row), "not in the window")
          // Found once more, nothing changes.
          try expectEqual(try fixture.record(fixture.work(asked, in: team, finds: [found])), [])
          let change: MessageCommand =
            isEdited
            ? .edit(asker: ben, conversation: team, id: said.id, editID: fixture.id(), text: "no")
            : .delete(asker: ben, conversation: team, id: said.id)
          let open = try require(try fixture.delta(.message(change)).insights.first)
          try expectEqual(open.id, row.id)
          try expectEqual([open.status.rawValue, open.text], ["open", "it"])
          try expectEqual(open.report, nil)
          try expectEqual(open.citations, [asked.id])
          try expect(try fixture.dueMessages().contains { $0.message.id == asked.id }, "not looked at again")
          try expectEqual(try fixture.intelligence().insight(row.id, in: team, for: ben), open)
          try fixture.workOff()
        }
      },
      Case("open tasks are those that were found and whose status no member set, the newest first") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let other = try fixture.group(ben, [ada])
        let messages = try (0..<4).map { try fixture.post("\($0)", by: ada, in: team) }
        let far = try fixture.post("far", by: ben, in: other)
        try fixture.record(fixture.work(far, in: other, finds: [fixture.found("far", in: far)]))
        for message in messages {
          let finds = [fixture.found(message.text, in: message), fixture.found("d", in: message, kind: .decision)]
          try fixture.record(fixture.work(message, in: team, finds: finds))
        }
        func texts(_ limit: Int = 10) throws -> [String] {
          try fixture.intelligence().openTasks(of: team, limit: limit).map(\.text)
        }
        try expectEqual(try texts(), ["3", "2", "1", "0"])
        try expectEqual(try texts(2), ["3", "2"])
        let found = try fixture.intelligence().openTasks(of: team, limit: 10)
        for (index, change) in [InsightChange(status: .done), InsightChange(tags: ["x"])].enumerated() {
          _ = try fixture.insight(.change(asker: ada, conversation: team, id: found[index].id, change))
        }
        _ = try fixture.insight(
          .change(asker: ada, conversation: team, id: found[0].id, InsightChange(status: .open)))
        try expectEqual(try texts(), ["2", "1", "0"])
      },
      Case("what waits to be accepted is asked for by itself, and accepted by opening it") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let message = try fixture.post("one", by: ada, in: team)
        var unsure = fixture.found("unsure", in: message)
        unsure.confidence = 0.4
        let rows = try fixture.record(
          fixture.work(message, in: team, finds: [unsure, fixture.found("sure", in: message)]))
        func texts(_ isMaybe: Bool?) throws -> [String] {
          try fixture.intelligence().insights(InsightFilter(statuses: [.open], isMaybe: isMaybe), for: ada)
            .map(\.insight.text).sorted()
        }
        try expectEqual(try [texts(true), texts(false), texts(nil)], [["unsure"], ["sure"], ["sure", "unsure"]])
        let change = InsightCommand.change(
          asker: ada, conversation: team, id: rows[0].id, InsightChange(status: .open))
        let accepted = try fixture.insight(change)
        try expectEqual([accepted.confidence, accepted.isEdited ? 1 : 0], [1, 1])
        try expectEqual(try [texts(true), texts(false)], [[], ["sure", "unsure"]])
      },
    ]
  }
}
