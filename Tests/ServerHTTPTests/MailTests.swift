import Domain
import Foundation
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Mail")
struct MailTests {
  private func signIn(_ workspace: TestWorkspace, _ password: String) async throws -> Int {
    let form = SignInRequest(email: "bob@example.org", password: password)
    return try await workspace.server.http.send("POST", "/v1/sessions", body: form.json()).status
  }

  @Test("who has forgotten their password has a link sent, which works once and ends every session")
  func reset() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let (mails, http) = (workspace.server.mails, workspace.server.http)
      func request(_ email: String) async throws -> Int {
        let form = PasswordResetRequest(email: email)
        return try await http.send("POST", "/v1/password-resets", body: form.json()).status
      }
      func use(_ token: String, _ password: String) async throws -> TestHTTP.Answer {
        let form = PasswordResetUse(token: token, password: password)
        return try await http.send("POST", "/v1/password-resets/use", body: form.json())
      }
      #expect(try await request("nobody@example.org") == 204, "whether there is such an account is not said")
      #expect(try await request(" Bob@Example.org") == 204)
      try await eventually("the letter comes") { mails.token("reset", to: "bob@example.org") != nil }
      let token = try #require(mails.token("reset", to: "bob@example.org"))
      #expect(mails.mails(to: "nobody@example.org").isEmpty)
      try expectProblem(await use(token, "short"), .invalid)
      for wrong in ["", "x", String(token.reversed())] {
        try expectProblem(await use(wrong, "another long password"), .forbidden)
      }
      #expect(try await use(token, "another long password").status == 204)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .sessionRevoked)
      #expect(try await signIn(workspace, "correct horse bob") == 401)
      #expect(try await signIn(workspace, "another long password") == 201)
      try expectProblem(await use(token, "a third long password"), .forbidden)
      #expect(try await request("bob@example.org") == 204)
      try await eventually("another letter comes") { mails.token("reset", to: "bob@example.org") != token }
      clock.advance(seconds: 3_600)
      let late = try #require(mails.token("reset", to: "bob@example.org"))
      try expectProblem(await use(late, "a third long password"), .forbidden)
    }
  }

  @Test("an address is another's only by a link that is sent there: once, within a day; the former one is told")
  func email() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let (mails, http, bob) = (workspace.server.mails, workspace.server.http, workspace.bob)
      func request(_ email: String, _ password: String = "correct horse bob") async throws -> TestHTTP.Answer {
        try await bob.send("POST", "/v1/me/email", EmailChangeRequest(email: email, password: password))
      }
      func use(_ token: String) async throws -> TestHTTP.Answer {
        try await http.send("POST", "/v1/email-changes/use", body: EmailChangeUse(token: token).json())
      }
      func profile() async throws -> Profile { try await bob.ask("GET", "/v1/me") }
      #expect(try await profile().emailVerifiedAt == nil)
      try expectProblem(await request("new@example.org", "wrong"), .invalidCredentials)
      try expectProblem(await request("no address"), .invalid)
      #expect(try await request(" New@Example.org").status == 204)
      try await eventually("the letter comes") { mails.token("email", to: "new@example.org") != nil }
      let token = try #require(mails.token("email", to: "new@example.org"))
      #expect(try await profile().email == "bob@example.org", "until then the old one stays")
      for wrong in ["", "x", String(token.reversed())] { try expectProblem(await use(wrong), .forbidden) }
      let answer = try await use(token)
      #expect(try EmailChanged(json: answer.body).email == "new@example.org")
      #expect(try await profile().email == "new@example.org")
      #expect(try await profile().emailVerifiedAt == clock.now)
      try await eventually("the former address is told") {
        mails.mails(to: "bob@example.org").last?.subject == "Your account in MessageAI has another address"
      }
      try expectProblem(await use(token), .forbidden)
      try expectProblem(await request("new@example.org"), .conflict)
      let accounts: AccountsResponse = try await workspace.ada.ask("GET", "/v1/accounts")
      #expect(accounts.accounts.map(\.isVerified) == [false, true, false])
      #expect(try await request("later@example.org").status == 204)
      try await eventually("another letter comes") { mails.token("email", to: "later@example.org") != nil }
      #expect(try await workspace.entries(.emailVerified).map(\.subject) == ["account:\(bob.id)"])
      #expect(try await workspace.entries(.emailWished).count == 2)
      clock.advance(seconds: 86_400)
      try expectProblem(await use(try #require(mails.token("email", to: "later@example.org"))), .forbidden)
    }
  }

  @Test("whether an account has an address is not said to who wants it: its owner hears of it")
  func takenEmail() async throws {
    try await TestWorkspace.run { workspace in
      let mails = workspace.server.mails
      func request(_ email: String) async throws -> TestHTTP.Answer {
        try await workspace.bob.send(
          "POST", "/v1/me/email", EmailChangeRequest(email: email, password: "correct horse bob"))
      }
      let (taken, free) = (try await request("eve@example.org"), try await request("free@example.org"))
      #expect(taken.status == 204 && free.status == 204 && taken.body == free.body)
      try await eventually("both letters come") {
        mails.mails(to: "eve@example.org").count == 1 && mails.mails(to: "free@example.org").count == 1
      }
      #expect(mails.token("email", to: "eve@example.org") == nil, "no link goes there")
      #expect(mails.mails(to: "eve@example.org")[0].text.contains("an account has\nit already"))
    }
  }

  @Test("an admin gives an address at once, which counts as verified, and is told that another account has it")
  func setEmail() async throws {
    try await TestWorkspace.run { workspace in
      let path = "/v1/accounts/\(workspace.bob.id)"
      try expectProblem(
        await workspace.eve.send("PATCH", path, AccountPatchRequest(email: "eve@evil.example")), .forbidden)
      try expectProblem(
        await workspace.ada.send("PATCH", path, AccountPatchRequest(email: "eve@example.org")), .conflict)
      try expectProblem(await workspace.ada.send("PATCH", path, AccountPatchRequest(email: "bob")), .invalid)
      let form = AccountPatchRequest(email: "robert@example.org")
      #expect(try await workspace.ada.send("PATCH", path, form).status == 204)
      let profile: Profile = try await workspace.bob.ask("GET", "/v1/me")
      #expect(profile.email == "robert@example.org" && profile.emailVerifiedAt != nil)
      try await eventually("the former address is told") {
        !workspace.server.mails.mails(to: "bob@example.org").isEmpty
      }
      let entries = try await workspace.entries(.emailSet)
      #expect(entries.map(\.outcome).sorted() == ["conflict", "done"])
    }
  }

  @Test("an invitation is sent to an address, which alone may use it")
  func invitation() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.ada.tell("PATCH", "/v1/workspace", WorkspaceChange(name: "Kites"))
      let form = CreateInvitationRequest(email: " Carol@Example.org", conversations: [workspace.group])
      let made: CreatedInvitation = try await workspace.ada.ask("POST", "/v1/invitations", form)
      #expect(made.invitation.email == "carol@example.org")
      try await eventually("the letter comes") {
        workspace.server.mails.token("join", to: "carol@example.org") == made.token
      }
      let letter = try #require(workspace.server.mails.mails(to: "carol@example.org").first)
      #expect(letter.subject == "Invitation to Kites")
      #expect(letter.text.hasPrefix("ada invites you to Kites.\n"))
      func signUp(_ name: String) async throws -> TestHTTP.Answer {
        let form = SignUpRequest(
          email: "\(name)@example.org", password: "correct horse \(name)", name: name, invitation: made.token)
        return try await workspace.server.http.send("POST", "/v1/accounts", body: form.json())
      }
      try expectProblem(await signUp("dave"), .forbidden)
      #expect(try await signUp("carol").status == 201)
    }
  }

  @Test("whoever signs in somewhere is told by mail, with names that cannot break out of their line")
  func newDevice() async throws {
    try await TestWorkspace.run { workspace in
      let before = workspace.server.mails.mails(to: "bob@example.org").count
      #expect(before == 0, "signing up is no news")
      _ = try await workspace.bob.anotherDevice("Bob's\u{2028}phone")
      try await eventually("the letter comes") { workspace.server.mails.mails(to: "bob@example.org").count == 1 }
      let letter = try #require(workspace.server.mails.mails(to: "bob@example.org").first)
      #expect(letter.text.contains("Bob's phone"))
    }
  }

  @Test("whose account is linked with one elsewhere is told by mail")
  func linked() async throws {
    try await TestWorkspace.run { workspace in
      try await workspace.bob.link("7")
      try await eventually("the letter comes") { workspace.server.mails.mails(to: "bob@example.org").count == 1 }
      let letter = try #require(workspace.server.mails.mails(to: "bob@example.org").first)
      #expect(letter.text.hasPrefix("An account at Acme has been linked with yours"))
    }
  }

  @Test("a letter that fails is sent again later; admins see what became of all of them")
  func failures() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let mails = workspace.server.mails
      mails.reply(.failed("535: the mail server does not take the password"))
      _ = try await workspace.bob.anotherDevice()
      @Sendable func outcomes() async throws -> [MailOutcomeCount] {
        let found: MailOutcomes = try await workspace.ada.ask("GET", "/v1/mail/outcomes")
        return found.outcomes
      }
      try await eventually("it waits") {
        try await outcomes() == [
          MailOutcomeCount(outcome: "waiting", count: 1, detail: "535: the mail server does not take the password")
        ]
      }
      mails.reply(.accepted)
      clock.advance(seconds: 10)
      try await eventually("it is sent") {
        try await outcomes() == [MailOutcomeCount(outcome: "accepted", count: 1)]
      }
      let sent = mails.mails(to: "bob@example.org")
      #expect(sent.count == 2 && sent[0] == sent[1], "the same letter")
    }
  }
}

extension RouteCase {
  static let mail = [
    RouteCase("requestPasswordReset") { workspace async throws in
      let form = PasswordResetRequest(email: "bob@example.org")
      #expect(
        try await workspace.server.http.send("POST", "/v1/password-resets", body: form.json()).status == 204)
      let bad = PasswordResetRequest(email: "bob")
      try expectProblem(
        await workspace.server.http.send("POST", "/v1/password-resets", body: bad.json()), .invalid)
    },
    RouteCase("requestEmailChange") { workspace async throws in
      let form = EmailChangeRequest(email: "new@example.org", password: "correct horse bob")
      #expect(try await workspace.bob.send("POST", "/v1/me/email", form).status == 204)
      let bad = EmailChangeRequest(email: "new@example.org", password: "wrong")
      try expectProblem(await workspace.bob.send("POST", "/v1/me/email", bad), .invalidCredentials)
    },
    RouteCase("useEmailChange") { workspace async throws in
      let form = EmailChangeRequest(email: "new@example.org", password: "correct horse bob")
      try await workspace.bob.tell("POST", "/v1/me/email", form)
      try await eventually("the letter comes") {
        workspace.server.mails.token("email", to: "new@example.org") != nil
      }
      let token = try #require(workspace.server.mails.token("email", to: "new@example.org"))
      let use = EmailChangeUse(token: token)
      let answer = try await workspace.server.http.send("POST", "/v1/email-changes/use", body: use.json())
      #expect(answer.status == 200)
      try expectProblem(
        await workspace.server.http.send("POST", "/v1/email-changes/use", body: use.json()), .forbidden)
    },
    RouteCase("choosePassword") { workspace async throws in
      let form = PasswordResetRequest(email: "bob@example.org")
      _ = try await workspace.server.http.send("POST", "/v1/password-resets", body: form.json())
      try await eventually("the letter comes") {
        workspace.server.mails.token("reset", to: "bob@example.org") != nil
      }
      let token = try #require(workspace.server.mails.token("reset", to: "bob@example.org"))
      let use = PasswordResetUse(token: token, password: "another long password")
      #expect(
        try await workspace.server.http.send("POST", "/v1/password-resets/use", body: use.json()).status == 204)
    },
    RouteCase("requestInvitation") { workspace async throws in
      func ask(_ email: String) async throws -> TestHTTP.Answer {
        try await workspace.server.http.send(
          "POST", "/v1/invitations/request", body: InvitationWishRequest(email: email).json())
      }
      try expectProblem(await ask("carol@kites.example"), .forbidden)
      let change = WorkspaceChange(registration: .domain, domains: ["kites.example"])
      let workspaceNow: Workspace = try await workspace.ada.ask("PATCH", "/v1/workspace", change)
      #expect(workspaceNow.domains == ["kites.example"] && workspaceNow.sendsMail)
      try expectProblem(await ask("carol@evil.example"), .forbidden)
      #expect(try await ask("carol@kites.example").status == 204)
      try await eventually("the letter comes") {
        workspace.server.mails.token("join", to: "carol@kites.example") != nil
      }
    },
    RouteCase("listMailOutcomes") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/mail/outcomes"), .forbidden)
      #expect(try await workspace.ada.ask("GET", "/v1/mail/outcomes", as: MailOutcomes.self).outcomes.isEmpty)
    },
  ]
}
