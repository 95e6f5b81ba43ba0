import Domain
import ServerCore

extension StoreContract {
  static var accountCases: [Case] {
    [
      Case("the first account is workspace admin; an address is used once") { world in
        let (ada, ben) = (try world.user("Ada", email: "ada@x.org"), try world.user("Ben"))
        try expectEqual(try world.store.profile(ada).workspaceRole, .admin)
        try expectEqual(try world.store.profile(ben).workspaceRole, .member)
        let record = AccountRecord(
          id: world.id(), email: "ADA@x.org", name: "Eve", passwordHash: nil, workspaceRole: .admin, isDisabled: false,
          createdAt: StoreWorld.start)
        try world.expectRefusal(.conflict, .account(.create(record, timeZone: nil, locale: nil, language: nil)))
        try expectEqual(try world.store.account(email: "Ada@X.org")?.id, ada)
        try expectEqual(try world.store.accounts().map(\.id), [ada, ben])
        try expectEqual(try world.store.account(ada)?.passwordHash, "hash")
        try expect(try world.store.account(email: "no@x.org") == nil, "unknown address")
      },
      Case("a new name reaches the own feed and every conversation that the user is in") { world in
        let (ada, ben) = (try world.user("Ada"), try world.user("Ben"))
        let (team, left) = (try world.group(ada, [ben]), try world.group(ben, [ada]))
        let pair = try world.direct(ada, ben)
        try world.perform(.member(.remove(asker: ada, conversation: left, user: ada)))
        let outcome = try world.commit(
          .account(.updateProfile(user: ada, ProfileChange(name: "Ada L", timeZone: .some("UTC")))))
        let feeds = outcome.changes.compactMap { if case .delta(let delta, _) = $0 { delta.feed } else { nil } }
        try expectEqual(Set(feeds), [.me, .conversation(team), .conversation(pair)])
        try expectEqual(try world.member(ada, in: team, asker: ben).name, "Ada L")
        try expectEqual(try world.member(ada, in: left, asker: ben).name, "Ada")
        try expectEqual(try world.store.user(ada).timeZone, "UTC")
        let quiet = try world.commit(.account(.updateProfile(user: ada, ProfileChange(locale: .some("en-GB")))))
        try expectEqual(quiet.changes.count, 1)
        try world.expectRefusal(.invalid, .account(.updateProfile(user: ada, ProfileChange(name: ""))))
        try world.expectRefusal(.notFound, .account(.updateProfile(user: world.id(), ProfileChange(name: "x"))))
      },
      Case("people are found by what is in their name or address, first by how it begins; without a word everybody") {
        world in
        let ada = try world.user("Ada Lövelace", email: "countess@x.org")
        let ben = try world.user("Ben", email: "ben@y.org")
        let gone = try world.user("Adam", email: "adam@x.org")
        let found = { (query: String) in try world.store.searchUsers(query, limit: 9).map(\.id) }
        try expectEqual(try found(""), [ada, gone, ben])
        try expectEqual(try world.store.searchUsers("", limit: 2).map(\.id), [ada, gone])
        try world.perform(.account(.delete(user: gone)))
        for query in ["ada", "lov", "LÖV", "countess@", "ada lo", "velace", "x.or"] {
          try expectEqual(try found(query), [ada], query)
        }
        for query in ["%", "_", "adam", "\u{301}"] { try expect(try found(query).isEmpty, query) }
        let lena = try world.user("Lena", email: "l@z.org")
        try expectEqual(try found("l"), [ada, lena])
        try expectEqual(try found("en"), [ben, lena])
        let enid = try world.user("Enid", email: "e@z.org")
        try expectEqual(try found("en"), [enid, ben, lena])
        try expectEqual(try found(" "), [ada, ben, enid, lena])
      },
      Case("a deleted account is erased, leaves groups to the oldest member, and its messages stay") { world in
        let (ada, ben, cleo) = (try world.user("Ada", email: "a@x.org"), try world.user("Ben"), try world.user("Cleo"))
        let team = try world.group(ada, [ben])
        try world.perform(
          .member(.add(asker: ada, conversation: team, users: [cleo])), at: StoreWorld.start.adding(seconds: 1))
        let pair = try world.direct(ada, ben)
        try world.post("stays", by: ada, in: team)
        let outcome = try world.commit(.account(.delete(user: ada)))
        try expect(
          outcome.changes.contains { if case .gone(.conversation(team), [ada]) = $0 { true } else { false } }, "no gone"
        )
        let window = try world.window(team, ben)
        try expectEqual(window.messages.map(\.text), ["stays"])
        let former = try require(window.members.first { $0.user == ada })
        try expectEqual(former.name, "Deleted user")
        try expect(!former.isPresent, "still in the group")
        try expectEqual(try world.member(ben, in: team, asker: ben).role, .admin)
        try expectEqual(try world.member(ada, in: pair, asker: ben).name, "Deleted user")
        try expect(try world.store.account(email: "a@x.org") == nil, "address stays")
        try expectEqual(try world.store.user(ada).email, "")
        try world.expectNotFound("profile") { _ = try world.store.profile(ada) }
        try world.expectRefusal(.notFound, .account(.delete(user: ada)))
        try world.expectRefusal(.invalid, .member(.add(asker: ben, conversation: team, users: [ada])))
        _ = try world.user("New", email: "a@x.org")
      },
      Case("last seen only rises; contacts share a conversation; a secret is kept once") { world in
        let (ada, ben, eve) = (try world.user(), try world.user(), try world.user())
        _ = try world.group(ada, [ben])
        try world.perform(.account(.touchLastSeen([ada: StoreWorld.start])))
        try world.perform(.account(.touchLastSeen([ada: StoreWorld.start.adding(seconds: -5)])))
        try expectEqual(try world.store.lastSeen(of: [ada, ben, eve]), [ada: StoreWorld.start])
        try expectEqual(try world.store.contacts(of: ada, limit: 9), [ben])
        try expectEqual(try world.store.contacts(of: eve, limit: 9), [])
        for value in [[1, 2], [3]] as [[UInt8]] {
          guard case .secret(let kept) = try world.perform(.system(.putSecret(name: "key", value))) else {
            throw ContractViolation(description: "no secret")
          }
          try expectEqual(kept, [1, 2])
        }
        try expectEqual(try world.store.secret("key"), [1, 2])
        try expect(try world.store.secret("other") == nil, "unknown secret")
      },
    ]
  }
}
