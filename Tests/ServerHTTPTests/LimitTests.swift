import Domain
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Guessing and flooding")
struct LimitTests {
  private static func signIn(
    _ server: TestServer, _ name: String, headers: [(String, String)] = []
  ) async throws -> TestHTTP.Answer {
    let form = SignInRequest(email: "\(name)@example.org", password: "a wrong password")
    return try await server.http.send("POST", "/v1/sessions", body: form.json(), headers: headers)
  }

  @Test("an account can be tried five times a minute, known or not", arguments: ["ada", "nobody"])
  func perAccount(_ name: String) async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestServer.run(clock: clock, configure: { $0.hasRateLimits = true }) { server in
      _ = try await server.signUp("ada")
      clock.advance(milliseconds: 60_000)
      for _ in 0..<5 { try expectProblem(await Self.signIn(server, name), .invalidCredentials) }
      let answer = try await Self.signIn(server, name)
      try expectProblem(answer, .rateLimited)
      #expect(answer.header("retry-after") == "12")
      #expect(try ProblemBody(json: answer.body).refusal.retryAfter == 12)
      clock.advance(milliseconds: 12_000)
      try expectProblem(await Self.signIn(server, name), .invalidCredentials)
      try expectProblem(await Self.signIn(server, name), .rateLimited)
    }
  }

  @Test("an address can try twenty times a minute over all accounts, whatever it claims to be")
  func perAddress() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestServer.run(clock: clock, configure: { $0.hasRateLimits = true }) { server in
      for number in 0..<20 {
        let claim = [("X-Forwarded-For", "10.0.0.\(number)")]
        try expectProblem(await Self.signIn(server, "user\(number)", headers: claim), .invalidCredentials)
      }
      try expectProblem(
        await Self.signIn(server, "user20", headers: [("X-Forwarded-For", "10.0.0.99")]), .rateLimited)
    }
  }

  @Test("behind a trusted proxy the address is the one that the proxy saw")
  func forwarded() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestServer.run(
      clock: clock,
      configure: {
        $0.hasRateLimits = true
        $0.trustsForwardedFor = true
      }
    ) { server in
      for number in 0..<21 {
        let forged = [("X-Forwarded-For", "10.0.0.\(number), 192.0.2.1")]
        let code: ErrorCode = number < 20 ? .invalidCredentials : .rateLimited
        try expectProblem(await Self.signIn(server, "user\(number)", headers: forged), code)
      }
      let other = [("X-Forwarded-For", "192.0.2.2")]
      try expectProblem(await Self.signIn(server, "someone", headers: other), .invalidCredentials)
    }
  }

  @Test("an unknown address costs the same work and gets the same answer as a wrong password")
  func equalWork() async throws {
    let hasher = PlainHasher()
    try await TestServer.run(hasher: hasher) { server in
      _ = try await server.signUp("ada")
      let before = (hasher.checks, hasher.hashes)
      let known = try await Self.signIn(server, "ada")
      let afterKnown = (hasher.checks, hasher.hashes)
      let unknown = try await Self.signIn(server, "nobody")
      #expect(afterKnown.0 - before.0 == 1)
      #expect(hasher.checks - afterKnown.0 == 1)
      #expect(hasher.hashes == before.1)
      #expect(known.body == unknown.body)
      #expect(known.status == unknown.status)
    }
  }

  @Test("a user has 100 requests at once and 10 a second, and others are not slowed")
  func perUser() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestServer.run(clock: clock, configure: { $0.hasRateLimits = true }) { server in
      let ada = try await server.user("ada")
      let bob = try await server.user("bob")
      for _ in 0..<100 { #expect(try await ada.send("GET", "/v1/me").status == 200) }
      let answer = try await ada.send("GET", "/v1/me")
      try expectProblem(answer, .rateLimited)
      #expect(answer.header("retry-after") == "1")
      #expect(try await bob.send("GET", "/v1/me").status == 200)
      clock.advance(milliseconds: 1_000)
      for _ in 0..<10 { #expect(try await ada.send("GET", "/v1/me").status == 200) }
      try expectProblem(await ada.send("GET", "/v1/me"), .rateLimited)
    }
  }

  @Test("closed registration makes no accounts")
  func closedRegistration() async throws {
    try await TestServer.run(configure: { $0.registration = .closed }) { server in
      let form = SignUpRequest(email: "a@example.org", password: "correct horse", name: "A")
      try expectProblem(await server.http.send("POST", "/v1/accounts", body: form.json()), .forbidden)
      #expect(try server.instance.context.store.accounts().isEmpty)
    }
  }

  @Test("a server with too much to do says so and recovers")
  func overload() async throws {
    try await TestServer.run(configure: { $0.limits.maximumQueueDepth = 0 }) { server in
      let answer = try await server.http.send("GET", "/health")
      try expectProblem(answer, .overloaded)
      #expect(answer.header("retry-after") == "1")
      let form = SignUpRequest(email: "a@example.org", password: "correct horse", name: "A")
      try expectProblem(await server.http.send("POST", "/v1/accounts", body: form.json()), .overloaded)
    }
  }
}
