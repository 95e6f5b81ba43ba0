import Domain
import ServerCore

extension StoreContract {
  static var identityCases: [Case] {
    [
      Case("an account is found by the identities that it is linked with, and not when it is gone") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        _ = ada
        let acme = Identity(issuer: "https://acme", subject: "7")
        let other = Identity(issuer: "https://other", subject: "7")
        try fixture.perform(.account(.link(user: ben, other)), at: StoreFixture.start.adding(seconds: 2))
        try fixture.perform(.account(.link(user: ben, acme)), at: StoreFixture.start.adding(seconds: 3))
        try fixture.perform(.account(.link(user: ben, acme)), at: StoreFixture.start.adding(seconds: 9))
        try expectEqual(try fixture.store.account(identity: acme)?.id, ben)
        try expect(
          try fixture.store.account(identity: Identity(issuer: "https://acme", subject: "8")) == nil, "another subject")
        try expectEqual(
          try fixture.store.identities(of: ben),
          [
            AccountIdentity(acme, linkedAt: StoreFixture.start.adding(seconds: 3)),
            AccountIdentity(other, linkedAt: StoreFixture.start.adding(seconds: 2)),
          ])
        try fixture.expectRefusal(.conflict, .account(.link(user: ada, acme)))
        try fixture.perform(.account(fixture.unlink(ben, acme.issuer)))
        try expect(try fixture.store.account(identity: acme) == nil, "unlinked")
        try fixture.perform(.account(.link(user: ada, acme)))
        try fixture.perform(.account(.delete(user: ben)))
        try expect(try fixture.store.account(identity: other) == nil, "of a user who is gone")
        try expectEqual(try fixture.store.account(identity: acme)?.id, ada)
      },
      Case("an account is made with its identity or not at all, and cannot lose its only way in") { fixture in
        _ = try fixture.user("The admin")
        let acme = Identity(issuer: "https://acme", subject: "7")
        let record = AccountRecord(
          id: fixture.id(), email: "cleo@x.org", name: "Cleo", passwordHash: nil, workspaceRole: .member,
          isDisabled: false, createdAt: StoreFixture.start)
        try fixture.perform(.account(.create(NewAccount(record), identity: acme)))
        try expectEqual(try fixture.store.account(identity: acme)?.id, record.id)
        let second = AccountRecord(
          id: fixture.id(), email: "cleo2@x.org", name: "Cleo", passwordHash: nil, workspaceRole: .member,
          isDisabled: false, createdAt: StoreFixture.start)
        try fixture.expectRefusal(.conflict, .account(.create(NewAccount(second), identity: acme)))
        try expect(try fixture.store.account(email: "cleo2@x.org") == nil, "half an account")
        try fixture.expectRefusal(.conflict, .account(fixture.unlink(record.id, acme.issuer)))
        try fixture.perform(.account(.setPassword(user: record.id, hash: "hash", keepSession: nil)))
        try fixture.perform(.account(fixture.unlink(record.id, acme.issuer)))
        try expect(try fixture.store.identities(of: record.id).isEmpty, "unlinked")
      },
    ]
  }
}

extension StoreFixture {
  fileprivate func unlink(_ user: UserID, _ issuer: String) -> AccountCommand {
    .unlink(user: user, issuer: issuer, usable: ["https://acme", "https://other"], allowsPasswords: true)
  }
}
