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

    func perform(_ world: TestWorkspace, on doomed: TestUser) async throws {
      switch self {
      case .ownSignOut: try await doomed.ok("DELETE", "/v1/sessions/current")
      case .signOutFromAnotherDevice: try await world.bob.ok("DELETE", "/v1/sessions/\(doomed.session.session)")
      case .newPassword:
        let form = PasswordChangeRequest(current: "correct horse bob", new: "another long password")
        try await world.bob.ok("PUT", "/v1/me/password", form)
      case .deletedAccount:
        try await world.bob.ok("DELETE", "/v1/me", DeleteAccountRequest(password: "correct horse bob"))
      case .disabledByAdministrator:
        _ = try await world.server.instance.context.gateway.perform(.account(.setDisabled(user: doomed.id, true)))
      }
    }
  }

  @Test("that have ended are refused at the next request and their sockets close", arguments: Ending.allCases)
  func ending(_ ending: Ending) async throws {
    try await TestWorkspace.run { world in
      let doomed = try await world.bob.anotherDevice()
      let socket = try await doomed.socket()
      let bystander = try await world.ada.socket()
      try await ending.perform(world, on: doomed)
      let start = ContinuousClock.now
      try expectProblem(await doomed.send("GET", "/v1/me"), .sessionRevoked)
      #expect(try await socket.closeCode() == 4401)
      #expect(ContinuousClock.now - start < .seconds(5))
      let refresh = RefreshRequest(refreshToken: doomed.session.refreshToken)
      let answer = try await world.server.http.send("POST", "/v1/sessions/refresh", body: refresh.json())
      #expect(answer.status == 401)
      let again = try await TestSocket.open(port: world.server.http.port)
      try await again.send(.hello(version: 1, token: doomed.token, client: nil, known: [:], more: false))
      #expect(try await again.error().refusal.code == .sessionRevoked)
      #expect(try await again.closeCode() == 4401)
      _ = try await bystander.fence()
    }
  }

  @Test("outlive a new signing key: sockets close with 4401, old access tokens are refused, refreshing gives good ones")
  func rotatedKey() async throws {
    try await TestWorkspace.run { world in
      let socket = try await world.bob.socket()
      let accounts = world.server.instance.accounts
      try await accounts.tokens.rotate(accounts.commands)
      #expect(try await socket.closeCode() == 4401)
      try expectProblem(await world.bob.send("GET", "/v1/me"), .unauthenticated)
      let renewed = try await refresh(world, world.bob.session.refreshToken)
      let token = try SessionResponse(json: renewed.body).accessToken
      #expect(try await world.server.http.send("GET", "/v1/me", token: token).status == 200)
    }
  }

  @Test("outlive their access token, which does not outlive its time")
  func expiry() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { world in
      #expect(world.bob.session.accessExpiresAt == clock.now.adding(seconds: 600))
      clock.advance(milliseconds: 599_999)
      #expect(try await world.bob.send("GET", "/v1/me").status == 200)
      clock.advance(milliseconds: 1)
      try expectProblem(await world.bob.send("GET", "/v1/me"), .unauthenticated)
      let socket = try await TestSocket.open(port: world.server.http.port)
      try await socket.send(.hello(version: 1, token: world.bob.token, client: nil, known: [:], more: false))
      #expect(try await socket.error().refusal.code == .unauthenticated)
      #expect(try await socket.closeCode() == 4401)
      let renewed = try await refresh(world, world.bob.session.refreshToken)
      #expect(renewed.status == 200)
    }
  }

  @Test("survive any number of refreshes at once whose answers are lost")
  func racingRefreshes() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { world in
      var token = world.bob.session.refreshToken
      for round in 1...3 {
        let presented = token
        let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
          for _ in 0..<20 { tasks.addTask { try await refresh(world, presented).status } }
          return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20), "round \(round)")
        clock.advance(milliseconds: RefreshRotation.grace)
        let answer = try await refresh(world, presented)
        #expect(answer.status == 200, "round \(round): within the grace of a lost answer")
        let session = try SessionResponse(json: answer.body)
        #expect(try await world.server.http.send("GET", "/v1/me", token: session.accessToken).status == 200)
        token = session.refreshToken
      }
    }
  }

  @Test("end when a refresh token is used again after the grace")
  func lateReuse() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestWorkspace.run(clock: clock) { world in
      let socket = try await world.bob.socket()
      let stolen = world.bob.session.refreshToken
      let successor = try SessionResponse(json: await refresh(world, stolen).body)
      clock.advance(milliseconds: RefreshRotation.grace + 1)
      try expectProblem(await refresh(world, stolen), .sessionRevoked)
      try expectProblem(await refresh(world, successor.refreshToken), .sessionRevoked)
      try expectProblem(
        await world.server.http.send("GET", "/v1/me", token: successor.accessToken), .sessionRevoked)
      #expect(try await socket.closeCode() == 4401)
    }
  }

  @Test("end when a refresh token is used again although its successor is in use")
  func reuseAfterSuccessor() async throws {
    try await TestWorkspace.run { world in
      let first = world.bob.session.refreshToken
      let second = try SessionResponse(json: await refresh(world, first).body).refreshToken
      #expect(try await refresh(world, second).status == 200)
      try expectProblem(await refresh(world, first), .sessionRevoked)
    }
  }

  private func refresh(_ world: TestWorkspace, _ token: String) async throws -> TestHTTP.Answer {
    try await world.server.http.send(
      "POST", "/v1/sessions/refresh", body: RefreshRequest(refreshToken: token).json())
  }
}
