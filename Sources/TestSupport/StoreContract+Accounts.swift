import Domain
import ServerCore

extension StoreContract {
  static var accountCases: [Case] {
    [
      Case("the first account is workspace admin; an address is used once") { fixture in
        let (ada, ben) = (try fixture.user("Ada", email: "ada@x.org"), try fixture.user("Ben"))
        try expectEqual(try fixture.store.profile(ada).workspaceRole, .admin)
        try expectEqual(try fixture.store.profile(ben).workspaceRole, .member)
        let record = AccountRecord(
          id: fixture.id(), email: "ADA@x.org", name: "Eve", passwordHash: nil, workspaceRole: .admin,
          isDisabled: false,
          createdAt: StoreFixture.start)
        try fixture.expectRefusal(.conflict, .account(.create(NewAccount(record))))
        try expectEqual(try fixture.store.account(email: "Ada@X.org")?.id, ada)
        try expectEqual(try fixture.store.accounts().map(\.id), [ada, ben])
        try expectEqual(try fixture.store.account(ada)?.passwordHash, "hash")
        try expect(try fixture.store.account(email: "no@x.org") == nil, "unknown address")
      },
      Case("a new name reaches the own feed and every conversation that the user is in") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let (team, left) = (try fixture.group(ada, [ben]), try fixture.group(ben, [ada]))
        let pair = try fixture.direct(ada, ben)
        try fixture.perform(.member(.remove(asker: ada, conversation: left, user: ada)))
        let outcome = try fixture.commit(
          .account(.updateProfile(user: ada, ProfileChange(name: "Ada L", timeZone: .some("UTC")))))
        let feeds = outcome.changes.compactMap { if case .delta(let delta, _) = $0 { delta.feed } else { nil } }
        try expectEqual(Set(feeds), [.me, .conversation(team), .conversation(pair)])
        try expectEqual(try fixture.member(ada, in: team, asker: ben).name, "Ada L")
        try expectEqual(try fixture.member(ada, in: left, asker: ben).name, "Ada")
        try expectEqual(try fixture.store.user(ada).timeZone, "UTC")
        let quiet = try fixture.commit(.account(.updateProfile(user: ada, ProfileChange(locale: .some("en-GB")))))
        try expectEqual(quiet.changes.count, 1)
        try fixture.expectRefusal(.invalid, .account(.updateProfile(user: ada, ProfileChange(name: ""))))
        try fixture.expectRefusal(.notFound, .account(.updateProfile(user: fixture.id(), ProfileChange(name: "x"))))
      },
      Case("people are found by what is in their name or address, first by how it begins; without a word everybody") {
        fixture in
        let ada = try fixture.user("Ada Lövelace", email: "countess@x.org")
        let ben = try fixture.user("Ben", email: "ben@y.org")
        let gone = try fixture.user("Adam", email: "adam@x.org")
        let found = { (query: String) in try fixture.store.searchUsers(query, limit: 9).map(\.id) }
        try expectEqual(try found(""), [ada, gone, ben])
        try expectEqual(try fixture.store.searchUsers("", limit: 2).map(\.id), [ada, gone])
        try fixture.perform(.account(.delete(user: gone)))
        for query in ["ada", "lov", "LÖV", "countess@", "ada lo", "velace", "x.or"] {
          try expectEqual(try found(query), [ada], query)
        }
        for query in ["%", "_", "adam", "\u{301}"] { try expect(try found(query).isEmpty, query) }
        let lena = try fixture.user("Lena", email: "l@z.org")
        try expectEqual(try found("l"), [ada, lena])
        try expectEqual(try found("en"), [ben, lena])
        let enid = try fixture.user("Enid", email: "e@z.org")
        try expectEqual(try found("en"), [enid, ben, lena])
        try expectEqual(try found(" "), [ada, ben, enid, lena])
      },
      Case("a deleted account is erased, leaves groups to the oldest member, and its messages stay") { fixture in
        _ = try fixture.user("The admin")
        let (ada, ben, cleo) = (
          try fixture.user("Ada", email: "a@x.org"), try fixture.user("Ben"), try fixture.user("Cleo")
        )
        let team = try fixture.group(ada, [ben])
        try fixture.perform(
          .member(.add(asker: ada, conversation: team, users: [cleo])), at: StoreFixture.start.adding(seconds: 1))
        let pair = try fixture.direct(ada, ben)
        try fixture.post("stays", by: ada, in: team)
        let outcome = try fixture.commit(.account(.delete(user: ada)))
        try expect(
          outcome.changes.contains { if case .gone(.conversation(team), [ada]) = $0 { true } else { false } }, "no gone"
        )
        let window = try fixture.window(team, ben)
        try expectEqual(window.messages.map(\.text), ["stays"])
        let former = try require(window.members.first { $0.user == ada })
        try expectEqual(former.name, "Deleted user")
        try expect(!former.isPresent, "still in the group")
        try expectEqual(try fixture.member(ben, in: team, asker: ben).role, .admin)
        try expectEqual(try fixture.member(ada, in: pair, asker: ben).name, "Deleted user")
        try expect(try fixture.store.account(email: "a@x.org") == nil, "address stays")
        try expectEqual(try fixture.store.user(ada).email, "")
        try fixture.expectNotFound("profile") { _ = try fixture.store.profile(ada) }
        try fixture.expectRefusal(.notFound, .account(.delete(user: ada)))
        try fixture.expectRefusal(.invalid, .member(.add(asker: ben, conversation: team, users: [ada])))
        _ = try fixture.user("New", email: "a@x.org")
      },
      Case("the last admin goes last") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        try fixture.expectRefusal(.conflict, .account(.delete(user: ada)))
        try expectEqual(try fixture.store.profile(ada).name, "Ada")
        try fixture.perform(.account(.setDisabled(user: ben, true)))
        try fixture.perform(.account(.delete(user: ada)))
        let cleo = try fixture.user("Cleo")
        try fixture.perform(.account(.setWorkspaceRole(user: cleo, .admin)))
        try fixture.perform(.account(.setDisabled(user: ben, false)))
        try fixture.perform(.account(.setWorkspaceRole(user: ben, .admin)))
        try fixture.perform(.account(.delete(user: cleo)))
      },
      Case("what only admins do to others is refused when the role or the session is gone") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        try fixture.perform(.account(.setWorkspaceRole(user: ben, .admin)))
        let session: SessionID = fixture.id()
        try fixture.perform(
          .session(
            .create(
              user: ben,
              session: DeviceSession(
                id: session, device: "test", createdAt: StoreFixture.start, lastSeenAt: StoreFixture.start),
              refreshHash: [1], expiresAt: StoreFixture.start.adding(seconds: 86_400))))
        let actor = AuditActor(.account(ben), session: session)
        let acts: [WriteCommand.Body] = [
          .account(.setWorkspaceRole(user: ben, .admin)), .account(.setDisabled(user: ada, true)),
          .account(.setPassword(user: ada, hash: "other", keepSession: nil)), .session(.endAll(user: ada)),
          .account(.unlink(user: ada, issuer: "https://acme", usable: [], allowsPasswords: true)),
        ]
        try fixture.perform(.account(.setWorkspaceRole(user: ben, .admin)), by: actor)
        try fixture.perform(.account(.setWorkspaceRole(user: ben, .member)), by: actor)
        for act in acts { try fixture.expectRefusal(.forbidden, act, by: actor) }
        try fixture.perform(.account(.setPassword(user: ben, hash: "own", keepSession: session)), by: actor)
        try fixture.perform(.account(.setWorkspaceRole(user: ben, .admin)))
        try fixture.perform(.session(.end(user: ben, session: session)))
        for act in acts { try fixture.expectRefusal(.sessionRevoked, act, by: actor) }
        try expectEqual(try fixture.store.account(ada)?.passwordHash, "hash")
      },
      Case("secrets that open something are replaced together, and others stay") { fixture in
        for secret in ServerSecret.allCases { try fixture.perform(.system(.putSecret(name: secret.rawValue, [1]))) }
        let opening = Dictionary(uniqueKeysWithValues: ServerSecret.opening.map { ($0, [2] as [UInt8]) })
        try fixture.perform(.system(.replaceSecrets(opening)))
        for secret in ServerSecret.allCases {
          let isReplaced = secret != .webPush && secret != .digestLinks
          try expectEqual(try fixture.store.secret(secret.rawValue), isReplaced ? [2] : [1], secret.rawValue)
        }
      },
      Case("last seen only rises; contacts share a conversation; a secret is kept once") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        _ = try fixture.group(ada, [ben])
        try fixture.perform(.account(.touchLastSeen([ada: StoreFixture.start])))
        try fixture.perform(.account(.touchLastSeen([ada: StoreFixture.start.adding(seconds: -5)])))
        try expectEqual(try fixture.store.lastSeen(of: [ada, ben, eve]), [ada: StoreFixture.start])
        try expectEqual(try fixture.store.contacts(of: ada, limit: 9), [ben])
        try expectEqual(try fixture.store.contacts(of: eve, limit: 9), [])
        for value in [[1, 2], [3]] as [[UInt8]] {
          guard case .secret(let kept) = try fixture.perform(.system(.putSecret(name: "key", value))) else {
            throw ContractViolation(description: "no secret")
          }
          try expectEqual(kept, [1, 2])
        }
        try expectEqual(try fixture.store.secret("key"), [1, 2])
        try expect(try fixture.store.secret("other") == nil, "unknown secret")
      },
    ]
  }
}
