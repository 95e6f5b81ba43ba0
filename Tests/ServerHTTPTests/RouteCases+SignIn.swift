import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

extension TestServer {
  func begin(_ returnTo: String = "web", provider: String = "acme") async throws -> OpenIDStartResponse {
    let form = OpenIDStartRequest(provider: provider, returnTo: returnTo)
    let answer = try await http.send("POST", "/v1/openid/sign-ins", body: form.json())
    #expect(answer.status == 201)
    return try OpenIDStartResponse(json: answer.body)
  }

  func claim(_ form: OpenIDClaimRequest) async throws -> TestHTTP.Answer {
    try await http.send("POST", "/v1/openid/claims", body: form.json())
  }

  /// Begins, and goes on with the provider's answer.
  func claim(vouching subject: String, email: String?, name: String? = nil) async throws -> TestHTTP.Answer {
    let begun = try await begin()
    let code = identities.vouch(for: subject, email: email, name: name, state: begun.state)
    return try await claim(OpenIDClaimRequest(token: begun.token, code: code, state: begun.state))
  }
}

extension RouteCase {
  static let signIns = [
    RouteCase("beginOpenIDSignIn") { workspace async throws in
      let begun = try await workspace.server.begin()
      #expect(begun.address == "https://id.acme.example/authorize?state=\(begun.state)")
      func refused(_ provider: String, _ place: String, _ code: ErrorCode) async throws {
        let form = OpenIDStartRequest(provider: provider, returnTo: place)
        try expectProblem(await workspace.server.http.send("POST", "/v1/openid/sign-ins", body: form.json()), code)
      }
      try await refused("nobody", "web", .notFound)
      let elsewhere = [
        "https://evil.example/", "http://127.0.0.1:80@evil.example/", "http://127.0.0.1:0/", "http://127.0.0.1:99999/",
        "http://127.0.0.1:080/", "http://localhost:80/", "javascript:alert(1)", "",
      ]
      for place in elsewhere { try await refused("acme", place, .invalid) }
      workspace.server.identities.setOutage(true)
      try await refused("acme", "web", .overloaded)
    },
    RouteCase("returnFromProvider") { workspace async throws in
      let http = workspace.server.http
      func location(_ begun: OpenIDStartResponse, _ rest: String) async throws -> String? {
        let answer = try await http.send("GET", "/v1/openid/callback/acme?state=\(begun.state)&\(rest)")
        #expect(answer.status == 303)
        return answer.header("location")
      }
      let web = try await workspace.server.begin()
      #expect(
        try await location(web, "code=a%26b%23&iss=https://acme&evil=1")
          == "https://chat.example.org/#/openid?code=a%26b%23&state=\(web.state)&iss=https%3A%2F%2Facme")
      let app = try await workspace.server.begin("app")
      #expect(
        try await location(app, "error=access_denied") == "messageai://openid?state=\(app.state)&error=access_denied")
      let terminal = try await workspace.server.begin("http://127.0.0.1:4711/")
      #expect(try await location(terminal, "code=x") == "http://127.0.0.1:4711/?code=x&state=\(terminal.state)")
      func expectEnded(_ provider: String, _ state: String) async throws {
        let answer = try await http.send("GET", "/v1/openid/callback/\(provider)?code=x&state=\(state)")
        #expect(answer.header("location") == "https://chat.example.org/#/openid?error=ended", "\(provider) \(state)")
      }
      for state in ["", "x", String(web.state.reversed()), web.token] { try await expectEnded("acme", state) }
      // Another provider has sent the browser on to this one, to get hold of its answer.
      try await expectEnded("other", web.state)
      try await expectEnded("acme", workspace.server.begin(provider: "other").state)
    },
    RouteCase("returnFromProviderByForm") { workspace async throws in
      let begun = try await workspace.server.begin("app")
      func send(_ form: String) async throws -> TestHTTP.Answer {
        try await workspace.server.http.send(
          "POST", "/v1/openid/callback/acme", body: Array(form.utf8),
          type: "application/x-www-form-urlencoded")
      }
      let answer = try await send("code=c%2B1&state=\(begun.state)&user=%7B%7D")
      #expect(answer.status == 303)
      #expect(answer.header("location") == "messageai://openid?code=c%2B1&state=\(begun.state)")
      let long = try await send("code=" + String(repeating: "x", count: 100_000))
      try expectProblem(long, .tooLarge)
    },
    RouteCase("claimOpenIDSignIn") { workspace async throws in
      let first = try OpenIDClaimResponse(
        json: await workspace.server.claim(vouching: "7", email: "cleo@acme.example", name: "Cleo").body)
      #expect(first.next == .account && first.email == "cleo@acme.example" && first.name == "Cleo")
      let token = try #require(first.token)
      let answer = try await workspace.server.claim(
        OpenIDClaimRequest(token: token, name: " Cleo K ", device: "phone", timeZone: "Europe/Berlin"))
      let made = try OpenIDClaimResponse(json: answer.body)
      #expect(answer.status == 200 && made.next == .signedIn)
      let session = try #require(made.session)
      #expect(session.user.name == "Cleo K" && session.user.email == "cleo@acme.example")
      #expect(session.user.timeZone == "Europe/Berlin" && session.user.workspaceRole == .member)
      let again = try OpenIDClaimResponse(json: await workspace.server.claim(vouching: "7", email: nil).body)
      #expect(again.next == .signedIn && again.session?.user.id == session.user.id)
    },
    RouteCase("findOpenIDSignOut") { workspace async throws in
      func ask(_ provider: String) async throws -> TestHTTP.Answer {
        try await workspace.server.http.send("GET", "/v1/openid/sign-out?provider=\(provider)")
      }
      let found = try OpenIDSignOut(json: try await ask("acme").body)
      #expect(
        found.address == "https://id.acme.example/end?post_logout_redirect_uri=https://chat.example.org/")
      #expect(try OpenIDSignOut(json: try await ask("other").body).address == nil)
      try expectProblem(await ask("unknown"), .notFound)
      try expectProblem(await ask(""), .notFound)
    },
    RouteCase("listMyIdentities") { workspace async throws in
      func mine() async throws -> LinkedIdentitiesResponse { try await workspace.bob.ask("GET", "/v1/me/identities") }
      #expect(try await mine() == LinkedIdentitiesResponse(identities: [], hasPassword: true))
      try await workspace.bob.link("7")
      let linked = try await mine()
      #expect(linked.identities.map(\.provider) == [IdentityProvider(id: "acme", name: "Acme")])
    },
    RouteCase("linkIdentity") { workspace async throws in
      let stolen = OpenIDStartRequest(provider: "acme", returnTo: "web")
      try expectProblem(await workspace.bob.send("POST", "/v1/me/identities", stolen), .invalidCredentials)
      let guessed = OpenIDStartRequest(provider: "acme", returnTo: "web", password: "correct horse ada")
      try expectProblem(await workspace.bob.send("POST", "/v1/me/identities", guessed), .invalidCredentials)
      try await workspace.bob.link("7")
      let signedIn = try OpenIDClaimResponse(
        json: await workspace.server.claim(vouching: "7", email: "eve@example.org").body)
      #expect(signedIn.session?.user.id == workspace.bob.id, "the link counts, not the address")
    },
    RouteCase("unlinkIdentity") { workspace async throws in
      try await workspace.bob.link("7")
      #expect(try await workspace.bob.send("DELETE", "/v1/me/identities/acme").status == 204)
      try expectProblem(await workspace.bob.send("DELETE", "/v1/me/identities/acme"), .notFound)
      try expectProblem(await workspace.bob.send("DELETE", "/v1/me/identities/nobody"), .notFound)
      let signedIn = try OpenIDClaimResponse(
        json: await workspace.server.claim(vouching: "7", email: "new@acme.example").body)
      #expect(signedIn.next == .account)
    },
  ]
}

extension TestUser {
  func link(_ subject: String) async throws {
    let begun: OpenIDStartResponse = try await ask(
      "POST", "/v1/me/identities",
      OpenIDStartRequest(provider: "acme", returnTo: "web", password: "correct horse \(name)"))
    let code = server.identities.vouch(for: subject, email: nil, state: begun.state)
    let answer = try await server.claim(OpenIDClaimRequest(token: begun.token, code: code, state: begun.state))
    #expect(try OpenIDClaimResponse(json: answer.body).next == .linked)
  }
}
