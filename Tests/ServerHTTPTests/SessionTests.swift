import Domain
import ServerCore
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Sessions")
struct SessionTests {
  /// How a session of Bob's may end; each answers once it has.
  enum Ending: String, CaseIterable, Sendable {
    case ownSignOut, signOutFromAnotherDevice, newPassword, deletedAccount, disabledByAdministrator

    func perform(_ workspace: TestWorkspace, on doomed: TestUser) async throws {
      switch self {
      case .ownSignOut: try await doomed.ok("DELETE", "/v1/sessions/current")
      case .signOutFromAnotherDevice: try await workspace.bob.ok("DELETE", "/v1/sessions/\(doomed.session.session)")
      case .newPassword:
        let form = PasswordChangeRequest(current: "correct horse bob", new: "another long password")
        try await workspace.bob.ok("PUT", "/v1/me/password", form)
      case .deletedAccount:
        try await workspace.bob.ok("DELETE", "/v1/me", DeleteAccountRequest(password: "correct horse bob"))
      case .disabledByAdministrator:
        _ = try await workspace.server.instance.context.gateway.perform(.account(.setDisabled(user: doomed.id, true)))
      }
    }
  }

  @Test("that have ended are refused at the next request and their sockets close", arguments: Ending.allCases)
  func ending(_ ending: Ending) async throws {
    try await TestWorkspace.run { workspace in
      let doomed = try await workspace.bob.anotherDevice()
      let socket = try await doomed.socket()
      let bystander = try await workspace.ada.socket()
      try await ending.perform(workspace, on: doomed)
      let start = ContinuousClock.now
      try expectProblem(await doomed.send("GET", "/v1/me"), .sessionRevoked)
      #expect(try await socket.closeCode() == 4401)
      #expect(ContinuousClock.now - start < patience, "long before the token would have expired")
      let refresh = RefreshRequest(refreshToken: doomed.session.refreshToken)
      let answer = try await workspace.server.http.send("POST", "/v1/sessions/refresh", body: refresh.json())
      #expect(answer.status == 401)
      let again = try await TestSocket.open(port: workspace.server.http.port)
      try await again.send(.hello(version: 1, token: doomed.token, client: nil, known: [:], more: false))
      #expect(try await again.error().refusal.code == .sessionRevoked)
      #expect(try await again.closeCode() == 4401)
      _ = try await bystander.fence()
    }
  }

  @Test("outlive a new signing key: sockets close with 4401, old access tokens are refused, refreshing gives good ones")
  func rotatedKey() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.bob.socket()
      let accounts = workspace.server.instance.accounts
      try await accounts.tokens.rotate(accounts.commands, by: .commandLine)
      #expect(try await socket.closeCode() == 4401)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .unauthenticated)
      let renewed = try await refresh(workspace, workspace.bob.session.refreshToken)
      let token = try SessionResponse(json: renewed.body).accessToken
      #expect(try await workspace.server.http.send("GET", "/v1/me", token: token).status == 200)
    }
  }

  @Test("outlive their access token, which does not outlive its time")
  func expiry() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      #expect(workspace.bob.session.accessExpiresAt == clock.now.adding(seconds: 600))
      clock.advance(milliseconds: 599_999)
      #expect(try await workspace.bob.send("GET", "/v1/me").status == 200)
      clock.advance(milliseconds: 1)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .unauthenticated)
      let socket = try await TestSocket.open(port: workspace.server.http.port)
      try await socket.send(.hello(version: 1, token: workspace.bob.token, client: nil, known: [:], more: false))
      #expect(try await socket.error().refusal.code == .unauthenticated)
      #expect(try await socket.closeCode() == 4401)
      let renewed = try await refresh(workspace, workspace.bob.session.refreshToken)
      #expect(renewed.status == 200)
    }
  }

  @Test("survive any number of refreshes at once whose answers are lost")
  func racingRefreshes() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      var token = workspace.bob.session.refreshToken
      for round in 1...3 {
        let presented = token
        let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
          for _ in 0..<20 { tasks.addTask { try await refresh(workspace, presented).status } }
          return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20), "round \(round)")
        clock.advance(milliseconds: RefreshRotation.grace)
        let answer = try await refresh(workspace, presented)
        #expect(answer.status == 200, "round \(round): within the grace of a lost answer")
        let session = try SessionResponse(json: answer.body)
        #expect(try await workspace.server.http.send("GET", "/v1/me", token: session.accessToken).status == 200)
        token = session.refreshToken
      }
    }
  }

  @Test("have one refresh token after a race: two who hold it later are found out")
  func oneSuccessor() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      let first = workspace.bob.session.refreshToken
      let own = try SessionResponse(json: await refresh(workspace, first).body).refreshToken
      clock.advance(milliseconds: RefreshRotation.grace)
      let copied = try SessionResponse(json: await refresh(workspace, first).body).refreshToken
      #expect(copied == own && own != first)
      clock.advance(milliseconds: 600_000)
      let next = try SessionResponse(json: await refresh(workspace, own).body).refreshToken
      #expect(next != own)
      clock.advance(milliseconds: RefreshRotation.grace + 1)
      try expectProblem(await refresh(workspace, copied), .sessionRevoked)
      try expectProblem(await refresh(workspace, next), .sessionRevoked)
    }
  }

  @Test("outlive new keys between a refresh whose answer was lost and the next try")
  func replacedKeys() async throws {
    try await TestWorkspace.run { workspace in
      let first = workspace.bob.session.refreshToken
      #expect(try await refresh(workspace, first).status == 200)
      let accounts = workspace.server.instance.accounts
      try await accounts.tokens.rotate(accounts.commands, by: .commandLine)
      let again = try SessionResponse(json: await refresh(workspace, first).body)
      #expect(try await refresh(workspace, again.refreshToken).status == 200)
    }
  }

  @Test("end when a refresh token is used again after the grace")
  func lateReuse() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      let socket = try await workspace.bob.socket()
      let stolen = workspace.bob.session.refreshToken
      let successor = try SessionResponse(json: await refresh(workspace, stolen).body)
      clock.advance(milliseconds: RefreshRotation.grace + 1)
      try expectProblem(await refresh(workspace, stolen), .sessionRevoked)
      try expectProblem(await refresh(workspace, successor.refreshToken), .sessionRevoked)
      try expectProblem(
        await workspace.server.http.send("GET", "/v1/me", token: successor.accessToken), .sessionRevoked)
      #expect(try await socket.closeCode() == 4401)
    }
  }

  @Test("end when a refresh token is used again although its successor is in use")
  func reuseAfterSuccessor() async throws {
    try await TestWorkspace.run { workspace in
      let first = workspace.bob.session.refreshToken
      let second = try SessionResponse(json: await refresh(workspace, first).body).refreshToken
      #expect(try await refresh(workspace, second).status == 200)
      try expectProblem(await refresh(workspace, first), .sessionRevoked)
    }
  }

  private func refresh(_ workspace: TestWorkspace, _ token: String) async throws -> TestHTTP.Answer {
    try await workspace.server.http.send(
      "POST", "/v1/sessions/refresh", body: RefreshRequest(refreshToken: token).json())
  }
}
