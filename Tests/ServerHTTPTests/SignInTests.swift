import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

@Suite("Signing in with accounts elsewhere")
struct SignInTests {
  private func step(_ answer: TestHTTP.Answer) throws -> OpenIDClaimResponse {
    #expect(answer.status == 200, "\(answer.text)")
    return try OpenIDClaimResponse(json: answer.body)
  }

  @Test("an account with the same address is linked with its password, once, and only so")
  func consent() async throws {
    try await TestWorkspace.run { workspace in
      let server = workspace.server
      let asked = try step(await server.claim(vouching: "7", email: " BOB@example.org"))
      #expect(asked.next == .password && asked.email == "bob@example.org" && asked.session == nil)
      let token = try #require(asked.token)
      try expectProblem(
        await server.claim(OpenIDClaimRequest(token: token, password: "wrong password")), .invalidCredentials)
      let withName = try step(await server.claim(OpenIDClaimRequest(token: token, name: "Not Bob")))
      #expect(withName.next == .password, "a name takes nobody's address")
      let done = try step(await server.claim(OpenIDClaimRequest(token: token, password: "correct horse bob")))
      #expect(done.session?.user.id == workspace.bob.id)
      #expect(try step(await server.claim(vouching: "7", email: nil)).session?.user.id == workspace.bob.id)
      try expectProblem(await server.claim(vouching: "8", email: nil), .forbidden)
    }
  }

  @Test("an answer is for the client that has begun, while it is fresh, and once")
  func binding() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let server = workspace.server
      try await workspace.bob.link("7")
      let (mine, theirs) = (try await server.begin(), try await server.begin())
      let code = server.identities.vouch(for: "7", email: nil, state: mine.state)
      func claim(_ token: String, _ code: String?, _ state: String?) async throws -> TestHTTP.Answer {
        try await server.claim(OpenIDClaimRequest(token: token, code: code, state: state))
      }
      // Somebody else's browser has the answer, or somebody else has begun.
      try expectProblem(await claim(theirs.token, code, mine.state), .forbidden)
      try expectProblem(await claim(mine.token, code, theirs.state), .forbidden)
      try expectProblem(await claim(mine.token, code, nil), .forbidden)
      try expectProblem(await claim(mine.token, nil, mine.state), .forbidden)
      for wrong in ["", "x", mine.state, String(mine.token.dropLast()), workspace.bob.token] {
        try expectProblem(await claim(wrong, code, mine.state), .forbidden)
      }
      #expect(try step(await claim(mine.token, code, mine.state)).next == .signedIn)
      try expectProblem(await claim(mine.token, code, mine.state), .forbidden)
      let late = server.identities.vouch(for: "7", email: nil, state: theirs.state)
      clock.advance(seconds: 600)
      try expectProblem(await claim(theirs.token, late, theirs.state), .forbidden)
    }
  }

  @Test("a step that is repeated does not make the sign-in last longer, and a provider that is gone ends it")
  func steps() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let server = workspace.server
      var token = try #require(try step(await server.claim(vouching: "7", email: "cleo@acme.example")).token)
      for _ in 0..<2 {
        clock.advance(seconds: 299)
        token = try #require(try step(await server.claim(OpenIDClaimRequest(token: token))).token)
      }
      clock.advance(seconds: 2)
      try expectProblem(await server.claim(OpenIDClaimRequest(token: token, name: "Cleo")), .forbidden)
      let begun = try await server.begin()
      let code = server.identities.vouch(
        for: "7", email: "dan@acme.example", issuer: "https://id.removed.example", state: begun.state)
      try expectProblem(
        await server.claim(OpenIDClaimRequest(token: begun.token, code: code, state: begun.state)), .forbidden)
    }
  }

  @Test("new keys end the sign-ins that have begun, and links to files")
  func rotation() async throws {
    try await TestWorkspace.run { workspace in
      let server = workspace.server
      let token = try #require(try step(await server.claim(vouching: "7", email: "cleo@acme.example")).token)
      let begun = try await server.begin()
      try await server.instance.accounts.tokens.rotate(server.instance.context.gateway, by: .commandLine)
      try expectProblem(await server.claim(OpenIDClaimRequest(token: token, name: "Cleo")), .forbidden)
      let code = server.identities.vouch(for: "7", email: nil, state: begun.state)
      try expectProblem(
        await server.claim(OpenIDClaimRequest(token: begun.token, code: code, state: begun.state)), .forbidden)
      #expect(try step(await server.claim(vouching: "7", email: "cleo@acme.example")).next == .account)
    }
  }

  @Test("codes are tried a few times a minute from one address")
  func guesses() async throws {
    try await TestServer.run(clock: SettableClock(), configure: { $0.hasRateLimits = true }) { server in
      let begun = try await server.begin()
      var statuses: [Int] = []
      for _ in 0..<30 {
        let form = OpenIDClaimRequest(token: begun.token, code: "guess", state: begun.state)
        statuses.append(try await server.claim(form).status)
      }
      #expect(statuses.first == 403 && statuses.last == 429)
    }
  }

  @Test("whom the workspace does not let in has no account, and is told before they are asked for a name")
  func admission() async throws {
    try await TestWorkspace.run { workspace in
      let server = workspace.server
      try await workspace.ada.tell("PATCH", "/v1/workspace", WorkspaceChange(registration: .invitation))
      try expectProblem(await server.claim(vouching: "7", email: "cleo@acme.example"), .forbidden)
      let made: CreatedInvitation = try await workspace.ada.ask(
        "POST", "/v1/invitations", CreateInvitationRequest(conversations: [workspace.group]))
      let begun = try await server.begin()
      let code = server.identities.vouch(for: "7", email: "cleo@acme.example", state: begun.state)
      let asked = try step(
        await server.claim(
          OpenIDClaimRequest(token: begun.token, code: code, state: begun.state, invitation: made.token)))
      let token = try #require(asked.token)
      try expectProblem(await server.claim(OpenIDClaimRequest(token: token, name: "Cleo")), .forbidden)
      let done = try step(
        await server.claim(OpenIDClaimRequest(token: token, name: "Cleo", invitation: made.token)))
      let cleo = try #require(done.session?.user.id)
      #expect(try await workspace.ada.window(workspace.group).members.contains { $0.user == cleo })
      try await workspace.ada.tell(
        "PATCH", "/v1/workspace", WorkspaceChange(registration: .domain, domains: ["acme.example"]))
      #expect(try step(await server.claim(vouching: "8", email: "dan@acme.example")).next == .account)
      try expectProblem(await server.claim(vouching: "9", email: "dan@other.example"), .forbidden)
    }
  }

  @Test("who is disabled is not signed in, and a session that ended links nothing")
  func disabled() async throws {
    try await TestWorkspace.run { workspace in
      let server = workspace.server
      try await workspace.bob.link("7")
      let begun: OpenIDStartResponse = try await workspace.bob.ask(
        "POST", "/v1/me/identities",
        OpenIDStartRequest(provider: "other", returnTo: "web", password: "correct horse bob"))
      try await workspace.ada.tell("PATCH", "/v1/accounts/\(workspace.bob.id)", AccountPatchRequest(isDisabled: true))
      try expectProblem(await server.claim(vouching: "7", email: nil), .forbidden)
      let code = server.identities.vouch(
        for: "7", email: nil, issuer: "https://id.other.example", state: begun.state)
      try expectProblem(
        await server.claim(OpenIDClaimRequest(token: begun.token, code: code, state: begun.state)), .forbidden)
    }
  }

  @Test("with accounts elsewhere only nobody signs in with a password, and a fresh sign-in stands for one")
  func only() async throws {
    let clock = SettableClock()
    try await TestServer.run(clock: clock, configure: { $0.allowsPasswords = false }) { server in
      let workspace = try Workspace(json: await server.http.send("GET", "/v1/workspace").body)
      #expect(workspace.hasNoPasswords && workspace.providers.map(\.id) == ["acme", "other"])
      let form = SignUpRequest(email: "ada@example.org", password: "correct horse ada", name: "Ada")
      try expectProblem(await server.http.send("POST", "/v1/accounts", body: form.json()), .forbidden)
      let password = SignInRequest(email: "ada@example.org", password: "correct horse ada")
      try expectProblem(await server.http.send("POST", "/v1/sessions", body: password.json()), .forbidden)
      let reset = PasswordResetRequest(email: "ada@example.org")
      try expectProblem(await server.http.send("POST", "/v1/password-resets", body: reset.json()), .forbidden)
      let asked = try step(await server.claim(vouching: "1", email: "ada@example.org"))
      let made = try step(await server.claim(OpenIDClaimRequest(token: try #require(asked.token), name: "Ada")))
      let ada = TestUser(server: server, name: "ada", session: try #require(made.session))
      #expect(ada.session.user.workspaceRole == .admin, "the first account administers the workspace")
      try expectProblem(await ada.send("DELETE", "/v1/me/identities/acme"), .conflict)
      clock.advance(seconds: 600)
      let refresh = RefreshRequest(refreshToken: ada.session.refreshToken)
      let later = try SessionResponse(
        json: await server.http.send("POST", "/v1/sessions/refresh", body: refresh.json()).body)
      let old = TestUser(server: server, name: "ada", session: later)
      try expectProblem(await old.send("DELETE", "/v1/me", DeleteAccountRequest(password: "")), .forbidden)
      let fresh = try step(await server.claim(vouching: "1", email: nil))
      let again = TestUser(server: server, name: "ada", session: try #require(fresh.session))
      #expect(try await again.send("DELETE", "/v1/me", DeleteAccountRequest(password: "")).status == 204)
    }
  }
}
