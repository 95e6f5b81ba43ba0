import AIProviders
import Logging
import Synchronization
import TestSupport
import Testing

@Suite("When a provider fails")
struct FailureTests {
  private static func error(_ status: Int, code: String? = nil, headers: [(String, String)] = []) -> RecordedReply {
    .json(
      [
        "error": [
          "message": "CANARY Incorrect key \(Dialect.key) for prompt: When is the launch?",
          "type": code.map { .string($0) } ?? "some_error", "code": code.map { .string($0) } ?? nil,
        ]
      ], status: status, headers: headers)
  }

  @Test("429 waits as long as it is told, then asks again", arguments: Dialect.allCases)
  func retryAfter(dialect: Dialect) async throws {
    let replies = [
      Self.error(429, code: "rate_limit_exceeded", headers: [("Retry-After", "7")]),
      Self.error(429, code: "rate_limit_exceeded", headers: [("retry-after-ms", "2500"), ("Retry-After", "3")]),
      .json(dialect.answer("ok")),
    ]
    try await ProviderFixture.run(dialect, replies) { fixture in
      let read1 = try await fixture.answer(.plain)
      #expect(read1.text == "ok")
      #expect(fixture.clock.pauses == [7, 2.5])
      #expect(fixture.server.requests.count == 3)
    }
  }

  @Test("a date in Retry-After counts from now")
  func retryAfterDate() async throws {
    // The test clock begins at 2023-11-14 22:30:00 GMT.
    let reply = Self.error(503, headers: [("Retry-After", "Tue, 14 Nov 2023 22:30:12 GMT")])
    try await ProviderFixture.run(.chat, [reply, .json(Dialect.chat.answer("ok"))]) { fixture in
      _ = try await fixture.text.complete(.plain)
      #expect(fixture.clock.pauses == [12])
    }
  }

  @Test("a wait that ends past the deadline is not begun")
  func tooLongWait() async throws {
    try await ProviderFixture.run(.chat, [Self.error(429, headers: [("Retry-After", "61")])]) { fixture in
      let failure = await fixture.failure()
      #expect(failure?.kind == .rateLimited && failure?.retryAfter == 61)
      #expect(fixture.clock.pauses.isEmpty && fixture.server.requests.count == 1)
    }
  }

  @Test("500s are tried three times, with growing waits", arguments: [500, 502, 503, 504, 529, 408])
  func serverErrors(status: Int) async throws {
    try await ProviderFixture.run(.anthropic, [Self.error(status, code: "overloaded_error")]) { fixture in
      let failure = await fixture.failure()
      #expect(failure?.kind == .overloaded && failure?.isRetryable == true)
      #expect(failure?.detail == "HTTP \(status) overloaded_error")
      #expect(fixture.server.requests.count == 3)
      #expect(fixture.clock.pauses == [0.375, 0.75])
    }
  }

  @Test(
    "what another try cannot mend is asked once",
    arguments: [
      (401, "invalid_api_key", .unauthorized), (403, "permission_error", .unauthorized),
      (429, "insufficient_quota", .unauthorized), (402, "billing_error", .unauthorized),
      (404, "model_not_found", .invalidRequest), (400, "invalid_request_error", .invalidRequest),
      (400, "context_length_exceeded", .tooLong), (413, "request_too_large", .tooLong), (302, "moved", .unreachable),
    ] as [(Int, String, ModelFailure.Kind)])
  func final(status: Int, code: String, kind: ModelFailure.Kind) async throws {
    let settings = RemoteSettings(retries: RetryPolicy(attempts: kind == .unreachable ? 1 : 3))
    try await ProviderFixture.run(
      .chat, [Self.error(status, code: code, headers: [("location", "/elsewhere")])], settings: settings
    ) {
      fixture in
      let failure = await fixture.failure()
      #expect(failure?.kind == kind)
      #expect(failure?.detail == "HTTP \(status) \(code)")
      #expect(fixture.server.requests.count == 1)
    }
  }

  @Test("a prompt that is too long is told from other bad requests by its words")
  func tooLong() async throws {
    let reply = RecordedReply.json(
      ["error": ["message": "the request exceeds the available context size (4096 tokens)", "code": 400]], status: 400)
    try await ProviderFixture.run(.chat, [reply]) { fixture in
      #expect(await fixture.failure()?.kind == .tooLong)
    }
  }

  @Test("a redirect is not followed: the key stays with the host it is for")
  func redirect() async throws {
    let other = RecordedModelServer([.json(["stolen": true])])
    let elsewhere = try await other.start()
    try await ProviderFixture.run(
      .chat, [RecordedReply(status: 307, headers: [("location", elsewhere)], body: [])],
      settings: RemoteSettings(retries: RetryPolicy(attempts: 1))
    ) { fixture in
      #expect(await fixture.failure()?.kind == .unreachable)
    }
    #expect(other.requests.isEmpty)
    try await other.stop()
  }

  @Test("a provider that hangs is given up at the deadline, and its connection closed", arguments: Dialect.allCases)
  func hang(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.silence]) { fixture in
      async let failure = fixture.failure()
      try await eventually("the request arrives") { fixture.server.requests.count == 1 }
      try await eventually("the deadline runs") { fixture.clock.limits(of: 60) == 1 }
      fixture.clock.advance(seconds: 60)
      #expect(await failure?.kind == .timedOut)
      try await eventually("the connection is closed") { fixture.server.abandoned == 1 }
      #expect(fixture.server.requests.count == 1)
    }
  }

  @Test("a stream in which nothing comes any more is given up", arguments: Dialect.allCases)
  func stall(dialect: Dialect) async throws {
    let settings = RemoteSettings(silence: 2)
    try await ProviderFixture.run(dialect, [.events(dialect.beginning(), ending: .silence)], settings: settings) {
      fixture in
      var failure: ModelFailure?
      do {
        for try await chunk in fixture.text.stream(.plain) {
          #expect(chunk == .text("Zürich"))
          // Two periods: one in which the first bytes came, and one in silence.
          for _ in 0..<2 {
            try await eventually("the watch runs") { fixture.clock.limits(of: 2) == 1 }
            fixture.clock.advance(seconds: 2)
          }
        }
      } catch let error as ModelFailure {
        failure = error
      }
      #expect(failure?.kind == .timedOut && failure?.detail == "the answer stalled")
    }
  }

  @Test("a caller that gives up ends the request at the provider")
  func cancelled() async throws {
    try await ProviderFixture.run(.chat, [.silence]) { fixture in
      let task = Task { await fixture.failure() }
      try await eventually("the request arrives") { fixture.server.requests.count == 1 }
      task.cancel()
      #expect(await task.value?.kind == .cancelled)
      try await eventually("the connection is closed") { fixture.server.abandoned == 1 }
    }
  }

  @Test("a stream that is dropped ends the request at the provider")
  func dropped() async throws {
    try await ProviderFixture.run(.chat, [.events(Dialect.chat.beginning(), ending: .silence)]) { fixture in
      for try await chunk in fixture.text.stream(.plain) {
        #expect(chunk == .text("Zürich"))
        break
      }
      try await eventually("the connection is closed") { fixture.server.abandoned == 1 }
    }
  }

  @Test("a stream is begun anew before its first chunk, and never after")
  func streamRetries() async throws {
    let text = try Dialect.chat.events("text")
    let replies: [RecordedReply] = [
      Self.error(503), .events(try Dialect.chat.beginning(), ending: .cut), .events(text),
    ]
    try await ProviderFixture.run(.chat, replies) { fixture in
      let (chunks, failure) = try await fixture.chunks()
      #expect(chunks == [.text("Zürich")])
      #expect(failure?.kind == .interrupted)
      #expect(fixture.server.requests.count == 2)
    }
  }

  @Test("an address where nobody listens is unreachable")
  func unreachable() async throws {
    let server = RecordedModelServer([.silence])
    let base = try await server.start()
    try await server.stop()
    let clock = TestModelClock()
    let provider = AIProvider(try Dialect.chat.configuration(base), clock: clock, logger: Logger(label: "test"))
    let failure = await #expect(throws: ModelFailure.self) { try await provider.text.complete(.plain) }
    #expect(failure?.kind == .unreachable)
    #expect(clock.pauses.count == 2)
    try await provider.shutdown()
  }

  @Test(
    "a reply that is no JSON, or no answer, is none", arguments: ["", "<html>", "[]", "{}", "{\"choices\":[]}", "null"])
  func nonsense(body: String) async throws {
    try await ProviderFixture.run(.chat, [RecordedReply(body: Array(body.utf8))]) { fixture in
      #expect(await fixture.failure()?.kind == .invalidAnswer)
      #expect(fixture.server.requests.count == 1)
    }
  }

  @Test("an endless reply is cut off")
  func endless() async throws {
    let body = [UInt8](repeating: 32, count: 9 << 20)
    try await ProviderFixture.run(.chat, [RecordedReply(body: body)]) { fixture in
      #expect(await fixture.failure()?.kind == .invalidAnswer)
    }
  }

  @Test("after five failures the provider is left alone for a while, then asked once")
  func breaker() async throws {
    let settings = RemoteSettings(
      retries: RetryPolicy(attempts: 1), breaker: CircuitBreaker(threshold: 5, cooldown: 30))
    let replies = [RecordedReply](repeating: Self.error(500), count: 6) + [.json(Dialect.chat.answer("ok"))]
    try await ProviderFixture.run(.chat, replies, settings: settings) { fixture in
      for _ in 0..<5 { #expect(await fixture.failure()?.kind == .overloaded) }
      let refused = await fixture.failure()
      #expect(refused?.kind == .circuitOpen && refused?.retryAfter == 30)
      #expect(fixture.server.requests.count == 5)
      fixture.clock.advance(seconds: 30)
      #expect(await fixture.failure()?.kind == .overloaded)
      #expect(await fixture.failure()?.kind == .circuitOpen)
      fixture.clock.advance(seconds: 30)
      let read2 = try await fixture.answer(.plain)
      #expect(read2.text == "ok")
      #expect(fixture.server.requests.count == 7)
    }
  }

  @Test("no more requests are under way than allowed; the others wait their turn")
  func concurrency() async throws {
    try await ProviderFixture.run(.chat, [.silence], concurrency: 2) { fixture in
      let tasks = (0..<6).map { _ in Task { await fixture.failure() } }
      try await eventually("two requests arrive") { fixture.server.requests.count == 2 }
      try await eventually("all deadlines run") { fixture.clock.limits(of: 60) == 6 }
      #expect(fixture.server.mostOpen == 2)
      // All at once: who goes makes room for another, whose request may come before the server has
      // seen the first one's connection close.
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value?.kind == .cancelled) }
      #expect(fixture.server.requests.count < 6)
    }
  }

  @Test("neither key nor prompt nor answer shows in failures or logs", arguments: Dialect.allCases)
  func canary(dialect: Dialect) async throws {
    let lines = LogLines()
    var logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
    logger.logLevel = .trace
    let replies = [
      Self.error(500), Self.error(400, code: "invalid_\(Dialect.key)"), .json(dialect.answer("CANARY-answer")),
      .json(["error": ["message": "temperature CANARY is not supported"]], status: 400), .json(dialect.answer("x")),
    ]
    var request = ModelRequest.plain
    request.messages.append(.user("CANARY-prompt"))
    try await ProviderFixture.run(dialect, replies, logger: logger) { fixture in
      let failure = try #require(await fixture.failure(request))
      #expect(!"\(failure)\(failure.detail)\(String(reflecting: failure))".contains("CANARY"))
      _ = try await fixture.text.complete(request)
      _ = try await fixture.text.complete(request)
      #expect(!"\(fixture.provider.text)\(String(reflecting: fixture.provider))".contains("CANARY"))
    }
    #expect(lines.all.count >= 4)
    #expect(!lines.all.joined().contains("CANARY"))
  }
}

private final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct LineHandler: LogHandler {
  let lines: LogLines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(lines: LogLines) { self.lines = lines }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.add("\(event.message) \(event.metadata ?? [:])")
  }
}
