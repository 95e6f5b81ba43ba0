import Domain
import ServerCore

extension StoreContract {
  static var mailCases: [Case] {
    [
      Case("a letter waits until it has its outcome, and then nothing of it is left but that") { fixture in
        let store = try require(fixture.store as? any MailStore, "mail store")
        let start = StoreFixture.start
        let (first, second) = (fixture.mail("one"), fixture.mail("two"))
        for mail in [first, second] { try fixture.perform(.mail(.queue(mail))) }
        try expectEqual(try store.dueMails(at: start, limit: 1).map(\.mail), [first])
        try expect(try store.dueMails(at: start.adding(seconds: -1), limit: 9).isEmpty, "before its time")
        let later = start.adding(seconds: 10)
        try fixture.perform(
          .mail(
            .settle([
              MailSettlement(id: first.id, end: .postponed(until: later), detail: "451"),
              MailSettlement(id: second.id, end: .finished(.rejected), detail: "550"),
            ])))
        try expect(try store.dueMails(at: start, limit: 9).isEmpty, "postponed")
        try expectEqual(try store.dueMails(at: later, limit: 9), [QueuedMail(mail: first, failures: 1)])
        try fixture.perform(.mail(.settle([MailSettlement(id: second.id, end: .finished(.accepted))])))
        try expectEqual(
          try store.mailTallies(since: start),
          [
            MailTally(outcome: nil, count: 1, detail: "451"), MailTally(outcome: .rejected, count: 1, detail: "550"),
          ])
        try fixture.perform(.mail(.forget(before: later)))
        try expect(try store.mailTallies(since: start).isEmpty, "forgotten")
      },
      Case("a link for a new password works once, the newest only, and ends every session") { fixture in
        _ = try fixture.user("The admin")
        let ada = try fixture.user("Ada")
        let session = try fixture.session(of: ada, token: [1])
        let end = StoreFixture.start.adding(seconds: 60)
        func request(_ hash: UInt8) throws {
          try fixture.perform(
            .account(.requestReset(user: ada, hash: [hash], expiresAt: end, fixture.mail("reset"))))
        }
        try request(7)
        try request(8)
        try expect(try fixture.store.passwordReset([7]) == nil, "the former one")
        try expectEqual(try fixture.store.passwordReset([8])?.expiresAt, end)
        try fixture.expectRefusal(.forbidden, .account(.resetPassword(token: [7], hash: "other")))
        try fixture.expectRefusal(.forbidden, .account(.resetPassword(token: [8], hash: "other")), at: end)
        let outcome = try fixture.commit(.account(.resetPassword(token: [8], hash: "other")))
        guard case .sessionsEnded([session]) = outcome.changes.first else {
          throw ContractViolation(description: "not announced")
        }
        try expectEqual(try fixture.store.account(ada)?.passwordHash, "other")
        try fixture.expectRefusal(.forbidden, .account(.resetPassword(token: [8], hash: "again")))
        try request(9)
        try fixture.perform(.account(.setDisabled(user: ada, true)))
        try fixture.expectRefusal(.forbidden, .account(.resetPassword(token: [9], hash: "again")))
        try fixture.perform(.account(.delete(user: ada)))
        try expect(try fixture.store.passwordReset([9]) == nil, "of a user who is gone")
      },
      Case("whoever owns the address starts afresh, and a link ends with the password that it was to replace") {
        fixture in
        _ = try fixture.user("The admin")
        let ada = try fixture.user("Ada")
        let end = StoreFixture.start.adding(seconds: 60)
        func request() throws {
          try fixture.perform(.account(.requestReset(user: ada, hash: [7], expiresAt: end, fixture.mail("reset"))))
        }
        for issuer in ["https://acme", "https://other"] {
          try fixture.perform(.account(.link(user: ada, Identity(issuer: issuer, subject: "somebody"))))
        }
        try request()
        try fixture.perform(.account(.setPassword(user: ada, hash: "own", keepSession: nil)))
        try expect(try fixture.store.passwordReset([7]) == nil, "of the password before")
        try expectEqual(try fixture.store.identities(of: ada).count, 2)
        try request()
        try fixture.perform(.account(.resetPassword(token: [7], hash: "other")))
        try expect(try fixture.store.identities(of: ada).isEmpty, "linked by whoever had the account")
        try request()
        for isDisabled in [true, false] { try fixture.perform(.account(.setDisabled(user: ada, isDisabled))) }
        try expect(try fixture.store.passwordReset([7]) == nil, "of before the ban")
      },
      Case("an address at one of the workspace's domains has an invitation sent to it, which no other may use") {
        fixture in
        let ada = try fixture.user("Ada")
        let wish = fixture.invitation([1], email: "cleo@kites.example", mail: fixture.mail("invitation"))
        try fixture.expectRefusal(.forbidden, .workspace(.inviteByDomain(wish, fixed: nil)))
        try fixture.perform(
          .workspace(
            .change(asker: ada, WorkspaceChange(registration: .domain, domains: ["kites.example", "b.example"]))))
        try expectEqual(try fixture.store.workspace().domains, ["kites.example", "b.example"])
        let store = try require(fixture.store as? any MailStore, "mail store")
        try expect(try store.dueMails(at: .init(milliseconds: .max), limit: 9).isEmpty, "a letter of a refusal")
        try fixture.perform(.workspace(.inviteByDomain(wish, fixed: nil)))
        try expectEqual(try store.dueMails(at: .init(milliseconds: .max), limit: 9).count, 1)
        try expectEqual(try fixture.store.invitation([1])?.email, "cleo@kites.example")
        try fixture.expectRefusal(.forbidden, fixture.newcomer("Eve", [1]))
        try fixture.perform(fixture.newcomer("Cleo", [1], email: "cleo@kites.example"))
      },
    ]
  }
}

extension StoreFixture {
  func mail(_ subject: String) -> Mail {
    Mail(id: id(), to: "cleo@kites.example", subject: subject, text: "text", createdAt: Self.start)
  }
}
