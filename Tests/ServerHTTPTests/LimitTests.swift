import Domain
import ServerCore
import ServerHTTP
import StoreSQLite
import Synchronization
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

  @Test("whoever guesses from elsewhere does not lock the owner out")
  func owner() async throws {
    try await TestServer.run(
      configure: {
        $0.hasRateLimits = true
        $0.trustsForwardedFor = true
      }
    ) { server in
      _ = try await server.signUp("ada")
      for _ in 0..<20 { _ = try await Self.signIn(server, "ada", headers: [("X-Forwarded-For", "192.0.2.1")]) }
      let form = SignInRequest(email: "ada@example.org", password: "correct horse ada")
      let owner = [("X-Forwarded-For", "192.0.2.2")]
      #expect(try await server.http.send("POST", "/v1/sessions", body: form.json(), headers: owner).status == 201)
    }
  }

  @Test("a refresh token that is not known is refused without a word to the store's queue")
  func strangersToken() async throws {
    try await TestServer.run(configure: { $0.limits.maximumQueueDepth = 0 }) { server in
      for token in [String(repeating: "A", count: 43), "x"] {
        let form = RefreshRequest(refreshToken: token)
        let answer = try await server.http.send("POST", "/v1/sessions/refresh", body: form.json())
        try expectProblem(answer, .unauthenticated)
      }
    }
  }

  @Test("a session's token is exchanged twenty times a minute, and an address tries 300 at once")
  func refreshes() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestServer.run(clock: clock, configure: { $0.hasRateLimits = true }) { server in
      func refresh(_ token: String) async throws -> TestHTTP.Answer {
        try await server.http.send(
          "POST", "/v1/sessions/refresh", body: RefreshRequest(refreshToken: token).json())
      }
      var session = try await server.signUp("ada")
      for _ in 0..<20 { session = try SessionResponse(json: try await refresh(session.refreshToken).body) }
      try expectProblem(await refresh(session.refreshToken), .rateLimited)
      for _ in 21..<300 { try expectProblem(await refresh("x"), .unauthenticated) }
      try expectProblem(await refresh("x"), .rateLimited)
      clock.advance(milliseconds: 60_000)
      #expect(try await refresh(session.refreshToken).status == 200)
    }
  }

  @Test("a user starts so many conversations at once")
  func creations() async throws {
    let clock = SimulatedClock(start: Timestamp(milliseconds: 1_800_000_000_000))
    try await TestServer.run(
      clock: clock,
      configure: {
        $0.hasRateLimits = true
        $0.limits.creationRate = RateLimit(burst: 2, perSecond: 0.1)
      }
    ) { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      for _ in 0..<2 { _ = try await ada.group() }
      let form = CreateConversationRequest(kind: .group, members: [], name: "Team")
      let answer = try await ada.send("POST", "/v1/conversations", form)
      try expectProblem(answer, .rateLimited)
      #expect(answer.header("retry-after") == "10")
      _ = try await bob.group()
      clock.advance(milliseconds: 10_000)
      _ = try await ada.group()
    }
  }

  @Test("an address has so many sockets, those that have said nothing among them; one that closes makes room")
  func sockets() async throws {
    try await TestServer.run(
      configure: {
        $0.hasRateLimits = true
        $0.limits.socketsPerAddress = 2
      }
    ) { server in
      let ada = try await server.user("ada")
      let silent = try await TestSocket.open(port: server.http.port)
      let second = try await ada.socket()
      let third = try await TestSocket.open(port: server.http.port)
      try await third.send(.hello(version: 1, token: ada.token, client: nil, known: [:], more: false))
      #expect(try await third.error().refusal.code == .rateLimited)
      #expect(try await third.closeCode() == 4429)
      silent.cut()
      try await eventually("there is room") { (try? await ada.socket()) != nil }
      _ = try await second.fence()
    }
  }

  @Test("an unknown address costs the work of a wrong password, by the hasher that servers use, and gets its answer")
  func equalWork() async throws {
    let salts = SaltCounter()
    let hasher = Argon2PasswordHasher(
      parameters: .init(memoryKibibytes: 64, passes: 1, lanes: 1), salt: { salts.make($0) })
    try await TestServer.run(hasher: hasher) { server in
      _ = try await server.signUp("ada")
      let before = salts.count
      let known = try await Self.signIn(server, "ada")
      // Comparing takes the salt that is kept; with nobody to compare with a hash of its own is
      // made.
      #expect(salts.count == before)
      let unknown = try await Self.signIn(server, "nobody")
      #expect(salts.count == before + 1)
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

  @Test("what the options say about registration is said, and cannot be changed")
  func fixedRegistration() async throws {
    try await TestServer.run(configure: { $0.registration = .invitation }) { server in
      let before = try Workspace(json: await server.http.send("GET", "/v1/workspace").body)
      #expect(before.registration == .invitation && before.isFixed && before.isNew)
      let ada = try await server.user("ada")
      let open = WorkspaceChange(registration: .open)
      try expectProblem(await ada.send("PATCH", "/v1/workspace", open), .conflict)
      try await ada.ok("PATCH", "/v1/workspace", WorkspaceChange(name: "Kites", registration: .invitation))
      let form = SignUpRequest(email: "b@example.org", password: "correct horse", name: "B")
      try expectProblem(await server.http.send("POST", "/v1/accounts", body: form.json()), .forbidden)
    }
  }

  @Test("twenty people with one token for one: one comes in")
  func oneInvitation() async throws {
    try await TestServer.run { server in
      let ada = try await server.user("ada")
      try await ada.ok("PATCH", "/v1/workspace", WorkspaceChange(registration: .invitation))
      let made: CreatedInvitation = try await ada.ask("POST", "/v1/invitations", CreateInvitationRequest())
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<20 {
          group.addTask {
            let form = SignUpRequest(
              email: "p\(number)@example.org", password: "correct horse", name: "P", invitation: made.token)
            return try await server.http.send("POST", "/v1/accounts", body: form.json()).status
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 201 }.count == 1)
      #expect(statuses.filter { $0 == 403 }.count == 19)
      #expect(try server.instance.context.store.accounts().count == 2)
    }
  }

  @Test("a server with too much to do says so and recovers")
  func overload() async throws {
    // Nothing is committed before the test says so.
    let store = try SQLiteStore(path: nil, options: SQLiteStoreOptions(commit: .manual))
    try await TestServer.run(store: store, configure: { $0.limits.maximumQueueDepth = 50 }) { server in
      #expect(try await server.isHealthy())
      for _ in 0..<50 { store.submit(WriteCommand(.account(.touchLastSeen([:])), at: Timestamp(milliseconds: 0))) }
      let answer = try await server.http.send("GET", "/health")
      try expectProblem(answer, .overloaded)
      #expect(answer.header("retry-after") == "1")
      let form = SignUpRequest(email: "a@example.org", password: "correct horse", name: "A")
      try expectProblem(await server.http.send("POST", "/v1/accounts", body: form.json()), .overloaded)

      store.drain()
      #expect(try await server.isHealthy())
      let commits = Task {
        while !Task.isCancelled {
          store.drain()
          await Task.yield()
        }
      }
      defer { commits.cancel() }
      #expect(try await server.http.send("POST", "/v1/accounts", body: form.json()).status == 201)
    }
  }
}

/// Makes salts that are all the same, and counts them.
private final class SaltCounter: Sendable {
  private let made = Mutex(0)

  var count: Int { made.withLock { $0 } }

  func make(_ length: Int) -> [UInt8] {
    made.withLock { $0 += 1 }
    return [UInt8](repeating: 7, count: length)
  }
}
