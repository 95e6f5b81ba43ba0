import Domain
import ServerCore

extension StoreContract {
  static var exportCases: [Case] {
    [
      Case("an export reads all people and conversations in pages, whoever is in them, without secrets") { fixture in
        let store = try require(fixture.store as? any ExportStore, "export store")
        let (ada, ben, cleo) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Cleo"))
        let team = try fixture.group(ada, [ben], name: "Team")
        let direct = try fixture.direct(ben, cleo)
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try fixture.perform(.account(.setDisabled(user: ben, true)))
        try fixture.perform(.account(.delete(user: cleo)))
        let people = try store.exportedPeople(after: nil, limit: 10)
        try expectEqual(people.map(\.profile.id), [ada, ben, cleo])
        try expectEqual(people.map(\.isDisabled), [false, true, people[2].isDisabled])
        try expectEqual(people.map(\.isDeleted), [false, false, true])
        try expectEqual(people.map(\.profile.email.isEmpty), [false, false, true])
        try expectEqual(try store.exportedPeople(after: ada, limit: 1).map(\.profile.id), [ben])
        try expectEqual(try store.exportedPeople(after: cleo, limit: 1).map(\.profile.id), [])
        let rooms = try store.exportedConversations(after: nil, limit: 10)
        try expectEqual(rooms.map(\.row.id), [team, direct])
        try expectEqual(Set(rooms[0].members.map(\.user)), [ada, ben], "former members are there")
        try expectEqual(rooms[0].members.first { $0.user == ben }?.isPresent, false)
        try expectEqual(try store.exportedConversations(after: team, limit: 10).map(\.row.id), [direct])
        try expectEqual(try store.exportedWorkspace(), try store.exportedWorkspace())
      },
      Case("an export reads messages by seq with their former texts and files, and of deleted ones no text") {
        fixture in
        let store = try require(fixture.store as? any ExportStore, "export store")
        let ada = try fixture.user()
        let (other, team) = (try fixture.group(ada, []), try fixture.group(ada, []))
        try fixture.post("elsewhere", by: ada, in: other)
        let file = try fixture.file("plan", by: ada)
        let one = try fixture.post("one", by: ada, in: team, attachments: [.init(id: file.id)])
        let two = try fixture.post("two", by: ada, in: team)
        let three = try fixture.post("three", by: ada, in: team)
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: two.id, editID: fixture.id(), text: "zwei")))
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: three.id)))
        let messages = try store.exportedMessages(of: team, after: 0, limit: 10)
        try expectEqual(messages.map(\.id), [one.id, two.id, three.id])
        try expectEqual(messages.map(\.text), ["one", "zwei", ""])
        try expectEqual(messages.map(\.attachments), [[file], [], []])
        try expectEqual(messages.map { $0.edits.map(\.text) }, [[], ["two"], []])
        try expectEqual(try store.exportedMessages(of: team, after: 1, limit: 1).map(\.id), [two.id])
        try expectEqual(try store.exportedMessages(of: team, after: 3, limit: 1), [])
        try expectEqual(try store.exportedMessages(of: fixture.id(), after: 0, limit: 1), [])
        try expectEqual(try store.exportedFile(file.id)?.attachment, file)
        let draft = fixture.draft("half")
        try fixture.perform(.file(.begin(asker: ada, draft: draft)))
        try expect(try store.exportedFile(draft.id) == nil, "an upload that is not complete is exported")
      },
      Case("an export reads insights one after the other, also those of one revision, without withdrawn ones") {
        fixture in
        let store = try require(fixture.store as? any ExportStore, "export store")
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let one = try fixture.post("one", by: ada, in: team)
        let found = try fixture.record(
          fixture.work(one, in: team, finds: [fixture.found("first", in: one), fixture.found("second", in: one)]))
        try expectEqual(Set(found.map(\.rev)).count, 1, "both are of one revision")
        let marked = try fixture.mark("third", by: ada, citing: [one], in: team)
        var read: [Insight] = []
        repeat {
          let page = try store.exportedInsights(of: team, after: read.last, limit: 1)
          guard let next = page.first else { break }
          read.append(next)
        } while read.count < 10
        try expectEqual(Set(read.map(\.id)), Set(found.map(\.id) + [marked.id]))
        try expectEqual(read.count, 3)
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: one.id)))
        try expectEqual(try store.exportedInsights(of: team, after: nil, limit: 10).map(\.id), [])
      },
    ]
  }
}
