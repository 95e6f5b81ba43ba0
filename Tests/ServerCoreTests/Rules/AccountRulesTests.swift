import Domain
import ServerCore
import Testing

@Suite("Rules of accounts")
struct AccountRulesTests {
  typealias It = RuleFixture

  private func new(_ name: String = " Ada ", email: String = " ADA@x.org ") throws(Refusal) -> NewAccount {
    let record = AccountRecord(
      id: It.ada, email: email, name: name, passwordHash: "hash", workspaceRole: .member, isDisabled: false,
      createdAt: It.now)
    return try NewAccount(record, timeZone: "UTC")
  }

  @Test("the first account leads the workspace; an address in use is a conflict")
  func create() throws {
    let first = try Rules.Accounts.create(new(), isInUse: false, isFirst: true)
    #expect(first.workspaceRole == .admin && first.name == "Ada" && first.email == "ada@x.org" && first.rev == 1)
    #expect(try Rules.Accounts.create(new(), isInUse: false, isFirst: false).workspaceRole == .member)
    #expect(try Rules.Accounts.create(new(), isInUse: false, isFirst: false, role: .admin).workspaceRole == .admin)
    #expect(try Rules.Accounts.create(new(), isInUse: false, isFirst: true, role: .member).workspaceRole == .admin)
    #expect(first.emailVerifiedAt == nil)
    let vouched = try Rules.Accounts.create(new(), isInUse: false, isFirst: false, verifiedAt: It.now)
    #expect(vouched.emailVerifiedAt == It.now)
    #expect(refusal { try Rules.Accounts.create(new(), isInUse: true, isFirst: false) } == .conflict)
    #expect(refusal { try new(" ") } == .invalid)
    #expect(refusal { try new(email: "x") } == .invalid)
  }

  @Test("a profile changes in what is named, under the next revision of its own feed")
  func update() throws {
    let renamed = try Rules.Accounts.updateProfile(of: It.account(), ProfileChange(name: " Ada L "))
    #expect(renamed.changed?.name == "Ada L" && renamed.changed?.rev == 8 && renamed.changed?.timeZone == "UTC")
    #expect(renamed.answer.deltas.map(\.audience) == [[It.ada]])
    #expect(renamed.answer.deltas.map(\.delta.fromRev) == [7])
    #expect(refusal { try Rules.Accounts.updateProfile(of: It.account(), ProfileChange(name: "")) } == .invalid)
    let silent = try Rules.Accounts.updateProfile(of: It.account(), ProfileChange(sendsEvents: false))
    #expect(silent.changed?.sendsEvents == false && !silent.looksDifferent && silent.answer.deltas.count == 1)
  }

  @Test("a zone, locale or language that there is not stops nobody from signing up, and is refused afterwards")
  func places() throws {
    func made(_ zone: String?, _ tag: String? = nil) throws(Refusal) -> NewAccount {
      let record = AccountRecord(
        id: It.ada, email: "a@x.org", name: "Ada", passwordHash: "hash", workspaceRole: .member, isDisabled: false,
        createdAt: It.now)
      return try NewAccount(record, timeZone: zone, locale: tag, language: tag)
    }
    for zone in ["Asia/Seoul", "Asia/Kolkata", "Asia/Calcutta", "America/Argentina/Buenos_Aires", "UTC", "CET"] {
      #expect(try made(zone).timeZone == zone)
      let moved = try Rules.Accounts.updateProfile(of: It.account(), ProfileChange(timeZone: .some(zone)))
      #expect((moved.changed?.timeZone ?? "UTC") == zone)
    }
    let odd = try made("Seoul", "en-US@posix")
    #expect(odd.timeZone == nil && odd.locale == nil && odd.language == nil)
    for zone in ["Seoul", "Nowhere/Land", "PST"] {
      let change = ProfileChange(timeZone: .some(zone))
      let refused = #expect(throws: Refusal.self) { try Rules.Accounts.updateProfile(of: It.account(), change) }
      #expect(refused?.detail == "There is no time zone “\(zone)”. Use a name such as Asia/Seoul.")
    }
  }

  @Test("others see a new name and a new photo, and nothing else")
  func looks() throws {
    func looks(_ change: ProfileChange) throws -> Bool {
      try Rules.Accounts.updateProfile(of: It.account(), change).looksDifferent
    }
    #expect(try looks(ProfileChange(name: "Else")))
    #expect(try looks(ProfileChange(photo: .some(nil))))
    #expect(try !looks(ProfileChange(timeZone: .some(nil), locale: .some("en"), language: .some("en"))))
    let same = try Rules.Accounts.updateProfile(of: It.account(), ProfileChange(name: "Ada"))
    #expect(same.changed == nil && same.answer.changes.isEmpty)
  }

  @Test("the last admin who can sign in stays one")
  func lastAdmin() throws {
    func refused(_ role: WorkspaceRole, isDisabled: Bool = false, hasOther: Bool = false) -> Bool {
      var profile = It.account().profile
      profile.workspaceRole = role
      let account = AccountState(number: 1, profile: profile, rev: 1, isDisabled: isDisabled)
      return refusal { try Rules.Accounts.checkAdminRemains(without: account, hasOther: hasOther) } == .conflict
    }
    #expect(refused(.admin))
    #expect(!refused(.admin, hasOther: true) && !refused(.member) && !refused(.admin, isDisabled: true))
  }

  @Test("only admins give roles and bans, and touch others' passwords, sessions and links")
  func administrative() {
    func isAdministrative(_ body: WriteCommand.Body) -> Bool { Rules.Accounts.isAdministrative(body, by: It.ada) }
    for user in [It.ada, It.ben] {
      #expect(isAdministrative(.account(.setWorkspaceRole(user: user, .admin))))
      #expect(isAdministrative(.account(.setDisabled(user: user, false))))
      #expect(isAdministrative(.account(.setEmail(user: user, email: "x@x.org", notice: nil))))
      let own: [WriteCommand.Body] = [
        .account(.setPassword(user: user, hash: "h", keepSession: nil)), .session(.endAll(user: user)),
        .account(.unlink(user: user, issuer: "i", usable: [], allowsPasswords: true)),
      ]
      for body in own { #expect(isAdministrative(body) == (user == It.ben)) }
    }
    #expect(!isAdministrative(.account(.delete(user: It.ada))))
  }

  @Test("a role in the workspace is given once")
  func role() {
    let made = Rules.Accounts.setWorkspaceRole(of: It.account(), to: .admin)
    #expect(made.changed?.workspaceRole == .admin && !made.looksDifferent)
    #expect(Rules.Accounts.setWorkspaceRole(of: It.account(), to: .member).changed == nil)
  }

  private func account(_ email: String, verified: Timestamp? = nil) -> AccountState {
    var profile = It.account().profile
    (profile.email, profile.emailVerifiedAt) = (email, verified)
    return AccountState(number: 1, profile: profile, rev: 7, isDisabled: false)
  }

  @Test("a link goes to an address that nobody else has, and that is not verified already")
  func wishes() throws {
    #expect(try Rules.Accounts.wish(for: "new@x.org", of: account("a@x.org"), holder: nil))
    #expect(try Rules.Accounts.wish(for: "a@x.org", of: account("a@x.org"), holder: 1))
    #expect(try !Rules.Accounts.wish(for: "b@x.org", of: account("a@x.org", verified: It.now), holder: 2))
    let own = account("a@x.org", verified: It.now)
    #expect(refusal { try Rules.Accounts.wish(for: "a@x.org", of: own, holder: 1) } == .conflict)
    #expect(try Rules.Accounts.wish(for: "new@x.org", of: own, holder: nil))
  }

  @Test("a link for an address is good for its time and for an account that is not disabled")
  func emailLinks() throws {
    func change(isDisabled: Bool = false) -> EmailChange {
      EmailChange(
        account: 7, user: It.ada, email: "new@x.org", expiresAt: It.now.adding(seconds: 60), isDisabled: isDisabled)
    }
    #expect(try Rules.Accounts.use(change(), at: It.now.adding(seconds: 59)).email == "new@x.org")
    #expect(refusal { try Rules.Accounts.use(change(), at: It.now.adding(seconds: 60)) } == .forbidden)
    #expect(refusal { try Rules.Accounts.use(change(isDisabled: true), at: It.now) } == .forbidden)
    #expect(refusal { try Rules.Accounts.use(nil as EmailChange?, at: It.now) } == .forbidden)
    #expect(Rules.Accounts.emailChangeSeconds == 86_400)
  }

  @Test("an address that is set is verified, under the next revision, and never another account's")
  func emailSet() throws {
    let set = try Rules.Accounts.setEmail(of: account("a@x.org"), to: "new@x.org", holder: nil, at: It.now)
    #expect(set.changed?.email == "new@x.org" && set.changed?.emailVerifiedAt == It.now && set.changed?.rev == 8)
    #expect(!set.looksDifferent && set.answer.deltas.map(\.audience) == [[It.ada]])
    #expect(
      refusal { try Rules.Accounts.setEmail(of: account("a@x.org"), to: "b@x.org", holder: 2, at: It.now) } == .conflict
    )
    #expect(try Rules.Accounts.setEmail(of: account("a@x.org"), to: "a@x.org", holder: 1, at: It.now).changed != nil)
  }

  @Test("what proves an address proves that of the account alone, and says when it did first")
  func verified() {
    let fresh = Rules.Accounts.verify("a@x.org", of: account("a@x.org"), at: It.now)
    #expect(fresh.changed?.emailVerifiedAt == It.now)
    #expect(Rules.Accounts.verify("b@x.org", of: account("a@x.org"), at: It.now).changed == nil)
    #expect(Rules.Accounts.verify(nil, of: account("a@x.org"), at: It.now).changed == nil)
    let before = It.now.adding(seconds: -9)
    #expect(Rules.Accounts.verify("a@x.org", of: account("a@x.org", verified: before), at: It.now).changed == nil)
  }

  @Test("nothing of who it was stays of a deleted account")
  func erased() {
    let left = Rules.Accounts.erased(It.account())
    let expected = Profile(
      id: It.ada, rev: 8, email: "", name: "Deleted user", workspaceRole: .member, createdAt: It.now)
    #expect(left == expected)
  }
}

@Suite("Rules of sessions")
struct SessionRulesTests {
  typealias It = RuleFixture

  private static let (one, two) = (SessionID(high: 6, low: 1), SessionID(high: 6, low: 2))

  private func token(
    usedAgo: Int64? = nil, successorUsed: Bool = false, ended: Bool = false, taken: Bool = false, given: Bool = false
  ) -> RefreshTokenState {
    RefreshTokenState(
      session: Self.one, user: It.ada, usedAt: usedAgo.map { It.now.adding(seconds: -$0) },
      successorUsed: successorUsed, sessionExpiresAt: It.now.adding(seconds: 60), sessionEnded: ended,
      isSuccessorTaken: taken || given, isSuccessorGiven: given)
  }

  @Test("enabled accounts open sessions, each with an id and a token of its own")
  func create() throws {
    let session = DeviceSession(id: Self.one, device: "Test", createdAt: It.now, lastSeenAt: It.now)
    #expect(refusal { try Rules.Sessions.create(session, of: It.account(), isInUse: false) } == nil)
    #expect(refusal { try Rules.Sessions.create(session, of: It.account(), isInUse: true) } == .conflict)
    #expect(
      refusal { try Rules.Sessions.create(session, of: It.account(isDisabled: true), isInUse: false) } == .forbidden)
    #expect(Rules.Sessions.forgotten(at: It.now) == It.now.adding(seconds: -30 * 86_400))
  }

  @Test("a token is answered with a successor, once and in a race, which is stored once")
  func issue() throws {
    for (token, isNew) in [(token(), true), (token(usedAgo: 30), true), (token(usedAgo: 30, given: true), false)] {
      guard case .issued(Self.one, isNew, let forgetting, let answer) = try Rules.Sessions.rotate(token, at: It.now)
      else {
        Issue.record("not issued")
        return
      }
      #expect(forgetting == It.now.adding(seconds: -7 * 86_400))
      guard case .success(.session(user: It.ada, session: Self.one)) = answer.result else {
        Issue.record("answered with something else")
        return
      }
    }
    #expect(refusal { try Rules.Sessions.rotate(nil, at: It.now) } == .unauthenticated)
    #expect(refusal { try Rules.Sessions.rotate(token(taken: true), at: It.now) } == .conflict)
    #expect(refusal { try Rules.Sessions.rotate(token(ended: true), at: It.now) } == .sessionRevoked)
  }

  @Test("a stolen or expired one is refused and ends its session all the same")
  func revoke() throws {
    let cases: [(RefreshTokenState, Timestamp)] = [
      (token(usedAgo: 31), It.now), (token(usedAgo: 1, successorUsed: true), It.now),
      (token(), It.now.adding(seconds: 60)),
    ]
    for (token, time) in cases {
      guard case .revoked(Self.one, let answer) = try Rules.Sessions.rotate(token, at: time),
        case .failure(let refusal) = answer.result, case .sessionsEnded([Self.one]) = answer.changes.first
      else {
        Issue.record("not revoked")
        return
      }
      #expect(refusal.code == .sessionRevoked)
    }
  }

  @Test("a session ends once, and for its own user only")
  func end() throws {
    #expect(try Rules.Sessions.end(Self.one, isOpen: true).sessions == [Self.one])
    #expect(try Rules.Sessions.end(Self.one, isOpen: false).changes.isEmpty)
    #expect(refusal { try Rules.Sessions.end(Self.one, isOpen: nil) } == .notFound)
    #expect(Rules.Sessions.endAll([Self.one, Self.two], except: Self.two).sessions == [Self.one])
    #expect(Rules.Sessions.endAll([Self.one, Self.two]).sessions == [Self.one, Self.two])
    #expect(Rules.Sessions.endAll([]).changes.isEmpty)
  }

  @Test("every session that ends is heard of, so that its sockets close")
  func heard() {
    guard case .sessionsEnded(let ended)? = Rules.Sessions.endAll([Self.one, Self.two]).changes.first else {
      Issue.record("nobody hears of it")
      return
    }
    #expect(ended == [Self.one, Self.two])
  }
}
