import Domain
import ServerCore

extension StoreContract {
  static var conversationCases: [Case] {
    [
      Case("two people have one direct conversation, whoever opens it") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let outcome = try fixture.commit(
          .conversation(.create(creator: ada, id: fixture.id(), kind: .direct, name: nil, members: [ben])))
        guard case .success(.conversation(let row, isNew: true)) = outcome.result,
          case .joined(let joined, let users) = outcome.changes.first
        else { throw ContractViolation(description: "not new") }
        try expectEqual(joined, row.id)
        try expectEqual(Set(users), [ada, ben])
        let again = try fixture.commit(
          .conversation(.create(creator: ben, id: fixture.id(), kind: .direct, name: nil, members: [ada])))
        guard case .success(.conversation(let same, isNew: false)) = again.result else {
          throw ContractViolation(description: "made twice")
        }
        try expectEqual(same, row)
        try expect(again.changes.isEmpty, "an existing conversation is announced")
        try expectEqual(Set(try fixture.window(row.id, ben).members.map(\.name)), ["Ada", "Ben"])
      },
      Case("a direct conversation needs one known other, and nobody leaves, joins or rules it") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        for members in [[], [ada], [ben, eve], [fixture.id()]] {
          try fixture.expectRefusal(
            .invalid, .conversation(.create(creator: ada, id: fixture.id(), kind: .direct, name: nil, members: members))
          )
        }
        let pair = try fixture.direct(ada, ben)
        try fixture.expectRefusal(.forbidden, .member(.remove(asker: ada, conversation: pair, user: ada)))
        try fixture.expectRefusal(.forbidden, .member(.remove(asker: ada, conversation: pair, user: ben)))
        try fixture.expectRefusal(.forbidden, .member(.add(asker: ada, conversation: pair, users: [eve])))
        try fixture.expectRefusal(
          .forbidden, .member(.setRole(asker: ada, conversation: pair, user: ben, role: .admin)))
        try fixture.expectRefusal(
          .forbidden, .conversation(.update(asker: ada, conversation: pair, name: "x", photo: nil)))
      },
      Case("a group's creator is its admin; its id is taken once") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let id: ConversationID = fixture.id()
        let body = WriteCommand.Body.conversation(
          .create(
            creator: ada, id: id, kind: .group, name: " Team ", members: [ben, ben, ada]))
        guard case .conversation(let row, isNew: true) = try fixture.perform(body) else {
          throw ContractViolation(description: "not new")
        }
        try expectEqual(row.name, "Team")
        let window = try fixture.window(id, ben)
        try expectEqual(window.toRev, 1)
        try expectEqual(window.members.map(\.role).filter { $0 == .admin }.count, 1)
        try expectEqual(try fixture.member(ada, in: id, asker: ben).role, .admin)
        guard case .conversation(_, isNew: false) = try fixture.perform(body) else {
          throw ContractViolation(description: "a repeat makes another")
        }
        try fixture.expectRefusal(
          .conflict, .conversation(.create(creator: ben, id: id, kind: .group, name: "Team", members: [])))
      },
      Case("a group needs a name, known members and no more than the limit") { fixture in
        let ada = try fixture.user()
        for (name, members) in [(nil, []), (" ", []), ("Team", [fixture.id()])] as [(String?, [UserID])] {
          try fixture.expectRefusal(
            .invalid, .conversation(.create(creator: ada, id: fixture.id(), kind: .group, name: name, members: members))
          )
        }
        var many: [UserID] = []
        for _ in 0..<Limits.defaultGroupSize { many.append(try fixture.user()) }
        try fixture.expectRefusal(
          .invalid, .conversation(.create(creator: ada, id: fixture.id(), kind: .group, name: "Team", members: many)))
        let team = try fixture.group(ada, Array(many.dropLast()))
        try fixture.expectRefusal(.invalid, .member(.add(asker: ada, conversation: team, users: [many[249]])))
      },
      Case("admins change name and photo, and only what they name") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let photo = try fixture.file("p", by: ada).id.description
        try fixture.perform(.conversation(.update(asker: ada, conversation: team, name: nil, photo: .some(photo))))
        let outcome = try fixture.commit(
          .conversation(.update(asker: ada, conversation: team, name: "New", photo: nil)))
        guard case .delta(let delta, _) = outcome.changes.first else {
          throw ContractViolation(description: "no delta")
        }
        try expectEqual(delta.conversation?.name, "New")
        try expectEqual(delta.conversation?.photo, photo)
        try expectEqual(try fixture.store.conversation(team, for: ben), try require(delta.conversation))
        let same = try fixture.commit(.conversation(.update(asker: ada, conversation: team, name: "New", photo: nil)))
        try expect(same.changes.isEmpty, "no change is announced")
        try fixture.expectRefusal(
          .forbidden, .conversation(.update(asker: ben, conversation: team, name: "x", photo: nil)))
      },
      Case("a group remembers its last renaming, and whoever reads it sees the same; a photo changes nothing of it") {
        fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let first = try require(fixture.store.conversation(team, for: ben).name)
        try expectEqual(try fixture.store.conversation(team, for: ben).renamed, nil)
        func expectRenaming(_ renaming: Renaming) throws {
          try expectEqual(try fixture.store.conversation(team, for: ben).renamed, renaming)
          try expectEqual(try fixture.window(team, ben).conversation?.renamed, renaming)
          try expectEqual(try fixture.intelligence().outline(of: team, for: ben).conversation.renamed, renaming)
        }
        for (place, (former, name)) in [(first, "Launch"), ("Launch", "Landing \"🚀\"")].enumerated() {
          let time = StoreFixture.start.adding(seconds: Int64(place))
          let renaming = Renaming(at: time, by: ada, from: former)
          let outcome = try fixture.commit(
            .conversation(.update(asker: ada, conversation: team, name: name, photo: nil)), at: time)
          guard case .delta(let delta, _) = outcome.changes.first else {
            throw ContractViolation(description: "no delta")
          }
          try expectEqual(delta.conversation?.renamed, renaming)
          try expectRenaming(renaming)
          let photo = try fixture.file(name, by: ada).id.description
          try fixture.perform(.conversation(.update(asker: ada, conversation: team, name: name, photo: .some(photo))))
          try fixture.post("after", by: ada, in: team)
          try expectRenaming(renaming)
        }
      },
    ]
  }

  static var membershipCases: [Case] {
    [
      Case("a new member reads history, which never counts as unread") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [])
        try fixture.post("before", by: ada, in: team)
        let outcome = try fixture.commit(.member(.add(asker: ada, conversation: team, users: [ben, ada])))
        try expect(
          outcome.changes.contains { if case .joined(team, [ben]) = $0 { true } else { false } }, "not joined")
        let window = try fixture.window(team, ben)
        try expectEqual(window.messages.count, 1)
        try expectEqual(try fixture.member(ben, in: team, asker: ben).joinSeq, 1)
        try expectEqual(try fixture.store.feedRevs(of: ben)[.conversation(team)], window.toRev)
        try fixture.expectRefusal(
          .forbidden, .member(.add(asker: ben, conversation: team, users: [try fixture.user()])))
        try fixture.expectRefusal(.invalid, .member(.add(asker: ada, conversation: team, users: [fixture.id()])))
      },
      Case("a removed member hears gone, stays as a tombstone and reads nothing; coming back starts anew") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        try fixture.perform(.member(.setRole(asker: ada, conversation: team, user: ben, role: .admin)))
        let outcome = try fixture.commit(.member(.remove(asker: ada, conversation: team, user: ben)))
        guard case .delta(let delta, let audience) = outcome.changes.first,
          case .gone(.conversation(team), [ben]) = outcome.changes.last
        else { throw ContractViolation(description: "no delta and gone") }
        try expectEqual(audience, [ada])
        try expect(delta.members.first?.leftAt != nil, "no tombstone")
        try fixture.expectNotFound("delta") { _ = try fixture.window(team, ben) }
        try expect(try fixture.store.feedRevs(of: ben)[.conversation(team)] == nil, "still in the feeds")
        try fixture.expectRefusal(.notFound, .member(.remove(asker: ada, conversation: team, user: ben)))
        try fixture.post("meanwhile", by: ada, in: team)
        try fixture.perform(.member(.add(asker: ada, conversation: team, users: [ben])))
        let revived = try fixture.member(ben, in: team, asker: ada)
        try expectEqual(revived.role, .member)
        try expectEqual(revived.joinSeq, 1)
        try expect(revived.isPresent, "still gone")
      },
      Case("the last admin cannot go while others stay; the last member can") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        try fixture.expectRefusal(.conflict, .member(.remove(asker: ada, conversation: team, user: ada)))
        try fixture.expectRefusal(
          .conflict, .member(.setRole(asker: ada, conversation: team, user: ada, role: .member)))
        try fixture.expectRefusal(
          .forbidden, .member(.setRole(asker: ben, conversation: team, user: ben, role: .admin)))
        try fixture.perform(.member(.setRole(asker: ada, conversation: team, user: ben, role: .admin)))
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ada)))
        try fixture.perform(.member(.remove(asker: ben, conversation: team, user: ben)))
      },
      Case("settings are private, revisioned in the own feed and change only what is named") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let until = StoreFixture.start.adding(seconds: 9)
        let outcome = try fixture.commit(
          .member(
            .changeSettings(
              asker: ada, conversation: team, ConversationSettingsChange(muted: true, mutedUntil: until, pinned: true)))
        )
        guard case .delta(let delta, let audience) = outcome.changes.first,
          case .success(.settings(let settings)) = outcome.result
        else { throw ContractViolation(description: "no delta") }
        try expectEqual(delta.feed, .me)
        try expectEqual(audience, [ada])
        try expectEqual(delta.settings, [settings])
        try fixture.perform(
          .member(.changeSettings(asker: ada, conversation: team, ConversationSettingsChange(archived: true))))
        let stored = try require(fixture.store.delta(of: .me, for: ada, fromRev: 0).settings.first)
        try expectEqual([stored.muted, stored.archived, stored.pinned], [true, true, true])
        try expectEqual(stored.mutedUntil, until)
        try fixture.perform(
          .member(.changeSettings(asker: ada, conversation: team, ConversationSettingsChange(muted: false))))
        let unmuted = try require(fixture.store.delta(of: .me, for: ada, fromRev: 3).settings.first)
        try expectEqual([unmuted.muted, unmuted.mutedUntil == nil], [false, true])
        try expect(try fixture.store.delta(of: .me, for: ben, fromRev: 0).settings.isEmpty, "others see settings")
        try fixture.expectRefusal(
          .notFound,
          .member(
            .changeSettings(asker: try fixture.user(), conversation: team, ConversationSettingsChange(pinned: true))))
      },
    ]
  }
}
