import Domain
import TestSupport
import Testing
import WireProtocol

/// What a route answers when everything is right.
struct RouteCase: Sendable, CustomStringConvertible {
  let operation: String
  let check: @Sendable (TestWorkspace) async throws -> Void

  init(_ operation: String, _ check: @escaping @Sendable (TestWorkspace) async throws -> Void) {
    self.operation = operation
    self.check = check
  }

  var description: String { operation }

  static let all =
    accounts + sessions + signIns + people + conversations + members + messages + files + workspaces + features
    + models + diagnostics + overviews + retention
    + push + mail + audit + reminders
    + system + intelligence

  private static let accounts = [
    RouteCase("signUp") { workspace async throws in
      let form = SignUpRequest(
        email: " Carol@Example.org ", password: "correct horse carol", name: "Carol", device: "phone",
        timeZone: "Europe/Berlin", locale: "de-DE", language: "de")
      let answer = try await workspace.server.http.send("POST", "/v1/accounts", body: form.json())
      #expect(answer.status == 201)
      #expect(answer.header("cache-control") == "no-store")
      let session = try SessionResponse(json: answer.body)
      #expect(session.user.email == "carol@example.org")
      #expect(session.user.timeZone == "Europe/Berlin")
      #expect(session.user.workspaceRole == .member)
    },
    RouteCase("getMe") { workspace async throws in
      let profile = try Profile(json: await workspace.ada.ok("GET", "/v1/me"))
      #expect(profile.id == workspace.ada.id)
      #expect(profile.workspaceRole == .admin, "the first account administers the workspace")
    },
    RouteCase("updateMe") { workspace async throws in
      let photo = try await workspace.bob.upload(TestFiles.picture, name: "bob.png").id
      let change = ProfileChange(name: " Bobby ", photo: .some(photo.description), language: .some(nil))
      let profile = try Profile(json: await workspace.bob.ok("PATCH", "/v1/me", change))
      #expect(profile.name == "Bobby")
      #expect(profile.photo == photo.description)
      let member = try await workspace.ada.window(workspace.group).members.first { $0.user == workspace.bob.id }
      #expect(member?.name == "Bobby")
    },
    RouteCase("changePassword") { workspace async throws in
      let form = PasswordChangeRequest(current: "correct horse bob", new: "another long password")
      #expect(try await workspace.bob.send("PUT", "/v1/me/password", form).status == 204)
      let old = SignInRequest(email: "bob@example.org", password: "correct horse bob")
      try expectProblem(
        await workspace.server.http.send("POST", "/v1/sessions", body: old.json()), .invalidCredentials)
      let new = SignInRequest(email: "bob@example.org", password: "another long password")
      #expect(try await workspace.server.http.send("POST", "/v1/sessions", body: new.json()).status == 201)
      #expect(try await workspace.bob.send("GET", "/v1/me").status == 200, "the session that asked goes on")
    },
    RouteCase("exportMe") { workspace async throws in
      let answer = try await workspace.bob.send(
        "POST", "/v1/me/export", AccountExportRequest(password: "correct horse bob"))
      #expect(answer.status == 200 && answer.header("content-type") == "application/x-tar")
      #expect(answer.header("cache-control") == "no-store")
      #expect(answer.body.count % 512 == 0 && answer.text.contains("hello team"))
    },
    RouteCase("deleteMe") { workspace async throws in
      let answer = try await workspace.bob.send("DELETE", "/v1/me", DeleteAccountRequest(password: "correct horse bob"))
      #expect(answer.status == 204)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .sessionRevoked)
      let window = try await workspace.ada.window(workspace.group)
      #expect(window.messages.map(\.text) == ["hello team"])
      #expect(window.members.first { $0.user == workspace.bob.id }?.name == "Deleted user")
    },
  ]

  private static let sessions = [
    RouteCase("signIn") { workspace async throws in
      let form = SignInRequest(email: "BOB@example.org", password: "correct horse bob", device: "laptop")
      let answer = try await workspace.server.http.send("POST", "/v1/sessions", body: form.json())
      #expect(answer.status == 201)
      let session = try SessionResponse(json: answer.body)
      #expect(session.user.id == workspace.bob.id)
      #expect(session.session != workspace.bob.session.session)
    },
    RouteCase("refresh") { workspace async throws in
      let form = RefreshRequest(refreshToken: workspace.bob.session.refreshToken)
      let answer = try await workspace.server.http.send("POST", "/v1/sessions/refresh", body: form.json())
      #expect(answer.status == 200)
      let session = try SessionResponse(json: answer.body)
      #expect(session.session == workspace.bob.session.session)
      #expect(session.refreshToken != workspace.bob.session.refreshToken)
      #expect(try await workspace.server.http.send("GET", "/v1/me", token: session.accessToken).status == 200)
    },
    RouteCase("listSessions") { workspace async throws in
      let second = try await workspace.bob.anotherDevice("tablet")
      let sessions = try SessionsResponse(json: await second.ok("GET", "/v1/sessions")).sessions
      #expect(Set(sessions.map(\.id)) == [workspace.bob.session.session, second.session.session])
      #expect(sessions.filter(\.current).map(\.device) == ["tablet"])
    },
    RouteCase("endSession") { workspace async throws in
      let second = try await workspace.bob.anotherDevice()
      #expect(try await workspace.bob.send("DELETE", "/v1/sessions/\(second.session.session)").status == 204)
      try expectProblem(await second.send("GET", "/v1/me"), .sessionRevoked)
      #expect(try await workspace.bob.send("DELETE", "/v1/sessions/current").status == 204)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .sessionRevoked)
    },
  ]

  private static let people = [
    RouteCase("searchUsers") { workspace async throws in
      let users = try UsersResponse(json: await workspace.eve.ok("GET", "/v1/users?query=Bo&limit=5")).users
      #expect(users.map(\.id) == [workspace.bob.id])
      let byEmail = try UsersResponse(json: await workspace.eve.ok("GET", "/v1/users?query=ada%40exam")).users
      #expect(byEmail.map(\.id) == [workspace.ada.id])
      let everybody = try UsersResponse(json: await workspace.eve.ok("GET", "/v1/users")).users
      #expect(everybody.map(\.name) == ["ada", "bob", "eve"])
      let first = try UsersResponse(json: await workspace.eve.ok("GET", "/v1/users?query=&limit=2")).users
      #expect(first.map(\.name) == ["ada", "bob"])
    },
    RouteCase("getUser") { workspace async throws in
      let user = try User(json: await workspace.eve.ok("GET", "/v1/users/\(workspace.bob.id)"))
      #expect(user.name == "bob")
      #expect(user.email == "bob@example.org")
    },
    RouteCase("searchMessages") { workspace async throws in
      let found = try SearchResponse(json: await workspace.ada.ok("GET", "/v1/search?query=hel+team")).results
      #expect(found.isEmpty, "only the last word is a prefix")
      let results = try SearchResponse(json: await workspace.ada.ok("GET", "/v1/search?query=from:bob+hel")).results
      #expect(results.map(\.message.id) == [workspace.message.id])
      #expect(results.first?.snippet == "\u{2}hello\u{3} team")
    },
  ]

  private static let system = [
    RouteCase("health") { workspace async throws in
      let answer = try await workspace.server.http.send("GET", "/health")
      #expect(answer.status == 200)
      #expect(answer.text == #"{"status":"ok","version":"\#(ProductVersion.current)"}"#)
    },
    RouteCase("metrics") { workspace async throws in
      let answer = try await workspace.server.http.send("GET", "/metrics")
      #expect(answer.status == 200)
      #expect(answer.header("content-type")?.hasPrefix("text/plain") == true)
      #expect(answer.text.contains("# TYPE"))
      #expect(!answer.text.contains(workspace.group.description))
    },
    RouteCase("openAPI") { workspace async throws in
      let answer = try await workspace.server.http.send("GET", "/openapi.json")
      #expect(answer.status == 200)
      #expect(answer.text.hasPrefix(#"{"openapi":"3.1.0""#))
    },
  ]
}
