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
      Case("a link makes an address that of an account, once, the newest only; until then the former one stays") {
        fixture in
        let store = try require(fixture.store as? any MailStore, "mail store")
        func letters() throws -> [String] {
          try store.dueMails(at: .init(milliseconds: .max), limit: 99).map(\.mail.subject)
        }
        _ = try fixture.user("The admin")
        let (ada, ben) = (try fixture.user("Ada", email: "ada@x.org"), try fixture.user("Ben", email: "ben@x.org"))
        let end = StoreFixture.start.adding(seconds: 60)
        func wish(_ email: String, _ hash: UInt8) -> WriteCommand.Body {
          .account(
            .wishEmail(
              EmailWish(
                user: ada, email: email, hash: [hash], expiresAt: end, letter: fixture.mail("letter"),
                taken: fixture.mail("taken"))))
        }
        func use(_ hash: UInt8) -> WriteCommand.Body {
          .account(.useEmail(token: [hash], notice: fixture.mail("notice")))
        }
        try fixture.perform(wish("new@x.org", 7))
        try fixture.perform(wish("other@x.org", 8))
        try expect(try fixture.store.emailChange([7]) == nil, "the former one")
        try expectEqual(try fixture.store.emailChange([8])?.email, "other@x.org")
        try expectEqual(try fixture.store.emailChange([8])?.expiresAt, end)
        try expectEqual(try fixture.store.profile(ada).email, "ada@x.org")
        try fixture.expectRefusal(.forbidden, use(7))
        try fixture.expectRefusal(.forbidden, use(8), at: end)
        let reset = AccountCommand.requestReset(user: ada, hash: [1], expiresAt: end, fixture.mail("reset"))
        try fixture.perform(.account(reset))
        try fixture.perform(use(8))
        let profile = try fixture.store.profile(ada)
        try expectEqual(profile.email, "other@x.org")
        try expectEqual(profile.emailVerifiedAt, StoreFixture.start)
        try expectEqual(try fixture.store.account(email: "other@x.org")?.isVerified, true)
        try expect(try fixture.store.account(email: "ada@x.org") == nil, "the former address is nobody's")
        try expect(try fixture.store.passwordReset([1]) == nil, "a link that went to the former address is worthless")
        try expectEqual(try letters(), ["letter", "letter", "reset", "notice"])
        try fixture.expectRefusal(.forbidden, use(8))
        try fixture.expectRefusal(.conflict, wish("other@x.org", 9))
        try fixture.perform(wish("ben@x.org", 9))
        try expect(try fixture.store.emailChange([9]) == nil, "an address that another account has")
        try expectEqual(try letters().last, "taken")
        try fixture.perform(wish("third@x.org", 9))
        try fixture.perform(.account(.setEmail(user: ben, email: "third@x.org", notice: nil)))
        try fixture.expectRefusal(.conflict, use(9))
        try fixture.expectRefusal(.conflict, .account(.setEmail(user: ben, email: "other@x.org", notice: nil)))
        try expectEqual(try fixture.store.profile(ben).email, "third@x.org")
        try expectEqual(try fixture.store.searchUsers("third@x.org", limit: 2).map(\.id), [ben])
        try fixture.perform(.account(.delete(user: ada)))
        try expect(try fixture.store.emailChange([9]) == nil, "of a user who is gone")
        try fixture.perform(.account(.setEmail(user: ben, email: "other@x.org", notice: nil)))
      },
      Case("an address is verified by whatever came to it: an invitation, a link for a password, a provider's word") {
        fixture in
        let ada = try fixture.user("Ada", email: "ada@x.org")
        func verified(_ user: UserID) throws -> Bool { try fixture.store.profile(user).emailVerifiedAt != nil }
        try expect(try !verified(ada), "by registering alone")
        let end = StoreFixture.start.adding(seconds: 60)
        try fixture.perform(
          .account(.requestReset(user: ada, hash: [1], expiresAt: end, fixture.mail("reset"))))
        try fixture.perform(.account(.resetPassword(token: [1], hash: "other")))
        try expect(try verified(ada), "by a link for a password")
        let ben = try fixture.user("Ben", email: "ben@x.org")
        let acme = Identity(issuer: "https://acme", subject: "1")
        try fixture.perform(.account(.link(user: ben, acme, email: "else@x.org")))
        try expect(try !verified(ben), "by a provider's word about another address")
        try fixture.perform(.account(.link(user: ben, acme, email: "ben@x.org")))
        try expect(try verified(ben), "by a provider's word")
        let invitation = fixture.invitation([2], email: "cleo@kites.example", mail: nil)
        try fixture.perform(.workspace(.invite(asker: ada, invitation)))
        try fixture.perform(fixture.newcomer("Cleo", [2], email: "cleo@kites.example"))
        let cleo = try require(fixture.store.account(email: "cleo@kites.example"))
        try expect(cleo.isVerified, "by an invitation that went there")
        let open = fixture.invitation([3], email: nil, mail: nil)
        try fixture.perform(.workspace(.invite(asker: ada, open)))
        try fixture.perform(fixture.newcomer("Dan", [3], email: "dan@kites.example"))
        try expectEqual(try fixture.store.account(email: "dan@kites.example")?.isVerified, false)
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
