import Domain
import ServerCore

extension StoreContract {
  static var workspaceCases: [Case] {
    [
      Case("a workspace is new until somebody has an account, and open until an admin chooses") { fixture in
        try expectEqual(try fixture.store.workspace(), Workspace(registration: .open, isNew: true))
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        try expectEqual(try fixture.store.workspace(), Workspace(registration: .open))
        let change = WorkspaceChange(name: " Kites ", registration: .invitation)
        try fixture.expectRefusal(.forbidden, .workspace(.change(asker: ben, change)))
        try fixture.perform(.workspace(.change(asker: ada, change)))
        try expectEqual(try fixture.store.workspace(), Workspace(name: "Kites", registration: .invitation))
        try fixture.perform(.workspace(.change(asker: nil, WorkspaceChange(registration: .closed))))
        try expectEqual(try fixture.store.workspace(), Workspace(name: "Kites", registration: .closed))
        try fixture.expectRefusal(.invalid, .workspace(.change(asker: ada, WorkspaceChange(name: " "))))
      },
      Case("an invitation lets in as many as it says, into its groups, and who came by it is known") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let foreign = try fixture.group(ben, [])
        try fixture.perform(.workspace(.change(asker: ada, WorkspaceChange(registration: .invitation))))
        try fixture.expectRefusal(.forbidden, fixture.newcomer("Eve"))
        let draft = fixture.invitation([7], to: [team], uses: 2)
        try fixture.expectRefusal(.forbidden, .workspace(.invite(asker: ben, draft)))
        try fixture.expectRefusal(.notFound, .workspace(.invite(asker: ada, fixture.invitation([1], to: [foreign]))))
        try fixture.perform(.workspace(.invite(asker: ada, draft)))
        let known = try require(try fixture.store.invitation([7]))
        try expectEqual(known.id, draft.id)
        try expectEqual(known.createdBy, ada)
        try expectEqual(known.expiresAt, StoreFixture.start.adding(seconds: 7 * 86_400))
        try expect(try fixture.store.invitation([8]) == nil, "an unknown token")

        let outcome = try fixture.commit(fixture.newcomer("Cleo", [7]))
        guard case .success(.profile(let cleo)) = outcome.result else {
          throw ContractViolation(description: "no account")
        }
        try expect(
          outcome.changes.contains { if case .joined(team, [cleo.id]) = $0 { true } else { false } }, "not told")
        try expectEqual(try fixture.member(cleo.id, in: team, asker: ben).role, .member)
        try expectEqual(try fixture.store.account(cleo.id)?.invitation, draft.id)
        try expectEqual(try fixture.store.invitation([7])?.uses, 1)
        try fixture.expectRefusal(.conflict, fixture.newcomer("Cleo", [7]))
        try expectEqual(try fixture.store.invitation([7])?.uses, 1)
        try fixture.perform(fixture.newcomer("Dan", [7]))
        try fixture.expectRefusal(.forbidden, fixture.newcomer("Eve", [7]))
        try fixture.perform(.account(.delete(user: cleo.id)))
        try expect(try fixture.store.accounts().allSatisfy { $0.id != cleo.id }, "still there")
      },
      Case("an invitation that was withdrawn or has expired lets nobody in") { fixture in
        let ada = try fixture.user("Ada")
        let (one, other) = (fixture.invitation([1], uses: 9), fixture.invitation([2], uses: 9))
        try fixture.perform(.workspace(.invite(asker: ada, one)))
        try fixture.perform(.workspace(.invite(asker: nil, other)))
        try expectEqual(try fixture.store.invitations(for: ada).map(\.id), [other.id, one.id])
        try fixture.perform(.workspace(.withdraw(asker: ada, one.id)), at: StoreFixture.start.adding(seconds: 5))
        try expectEqual(try fixture.store.invitation([1])?.endedAt, StoreFixture.start.adding(seconds: 5))
        try fixture.expectRefusal(.forbidden, fixture.newcomer("Ben", [1]))
        try fixture.expectRefusal(.forbidden, fixture.newcomer("Ben", [2]), at: other.end)
        try fixture.expectRefusal(.notFound, .workspace(.withdraw(asker: ada, fixture.id())))
        try fixture.perform(fixture.newcomer("Ben", [2]))
        let ben = try require(try fixture.store.account(email: "ben@new.org")?.id)
        try fixture.expectRefusal(.forbidden, .workspace(.withdraw(asker: ben, other.id)))
        do {
          _ = try fixture.store.invitations(for: ben)
          throw ContractViolation(description: "a member reads invitations")
        } catch let refusal as Refusal {
          try expectEqual(refusal.code, .forbidden)
        }
      },
      Case("the invitations of an admin end when they are one no more, are disabled or delete their account") {
        fixture in
        let ada = try fixture.user("Ada")
        let ends: [(UserID) -> WriteCommand.Body] = [
          { .account(.setWorkspaceRole(user: $0, .member)) }, { .account(.setDisabled(user: $0, true)) },
          { .account(.delete(user: $0)) },
        ]
        try fixture.perform(.workspace(.invite(asker: ada, fixture.invitation([9]))))
        for (number, end) in ends.enumerated() {
          let host = try fixture.user("Host \(number)")
          try fixture.perform(.account(.setWorkspaceRole(user: host, .admin)))
          try fixture.perform(.workspace(.invite(asker: host, fixture.invitation([UInt8(number)]))))
          try fixture.perform(end(host), at: StoreFixture.start.adding(seconds: 3))
          try expectEqual(try fixture.store.invitation([UInt8(number)])?.endedAt, StoreFixture.start.adding(seconds: 3))
          try fixture.expectRefusal(.forbidden, fixture.newcomer("Ben", [UInt8(number)]))
        }
        try fixture.perform(fixture.newcomer("Ben", [9]))
      },
      Case("a group that the host has left is not entered, and a stranger to a group is not told of it") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        try fixture.perform(.account(.setWorkspaceRole(user: ben, .admin)))
        let (left, kept) = (try fixture.group(ada, [ben]), try fixture.group(ada, []))
        try fixture.perform(.workspace(.invite(asker: ada, fixture.invitation([1], to: [left, kept]))))
        try expectEqual(try fixture.store.invitations(for: ada).first?.conversations, [left, kept])
        try expectEqual(try fixture.store.invitations(for: ben).first?.conversations, [left])
        try fixture.perform(.member(.setRole(asker: ada, conversation: left, user: ben, role: .admin)))
        try fixture.perform(.member(.remove(asker: ada, conversation: left, user: ada)))
        try fixture.perform(fixture.newcomer("Cleo", [1]))
        let cleo = try require(try fixture.store.account(email: "cleo@new.org")?.id)
        try expectEqual(Set(try fixture.store.feedRevs(of: cleo).keys), [.me, .conversation(kept)])
      },
    ]
  }
}

extension StoreFixture {
  func invitation(
    _ hash: [UInt8], to conversations: [ConversationID] = [], uses: Int64 = 1, email: String? = nil, mail: Mail? = nil
  ) -> InvitationDraft {
    InvitationDraft(
      id: id(), hash: hash, conversations: conversations, email: email, mail: mail, maximumUses: uses)
  }

  /// Somebody who makes an account for themselves, with an invitation where its hash is given.
  func newcomer(
    _ name: String, _ invitation: [UInt8]? = nil, email: String? = nil
  ) throws -> WriteCommand.Body {
    let record = AccountRecord(
      id: id(), email: email ?? "\(name)@new.org", name: name, passwordHash: "hash", workspaceRole: .member,
      isDisabled: false,
      createdAt: Self.start)
    return .account(.create(try NewAccount(record), by: .user(invitation: invitation)))
  }
}

extension InvitationDraft {
  /// When it expires, made at the fixture's beginning.
  fileprivate var end: Timestamp { StoreFixture.start.adding(seconds: days * 86_400) }
}
