import Domain
import ServerCore
import StoreSQLite
import TestSupport
import Testing

@Suite("What is traced")
struct TracerTests {
  private let clock = SimulatedClock(start: ServerFixture.start)
  private let exporter = RecordingExporter()

  private func parent(_ number: UInt64 = 7, isSampled: Bool = true) throws -> TraceContext {
    TraceContext(
      trace: try #require(TraceID(high: 1, low: number)), span: try #require(SpanID(9)), isSampled: isSampled)
  }

  private func tracer(share: Double = 1, from first: UInt64 = 0) throws -> Tracer {
    Tracer(
      share: try #require(TraceShare(share)), clock: clock, monotonicNow: { 0 },
      random: CountingRandomness(from: first).bytes)
  }

  private func sent(_ tracer: Tracer) async -> [Span] {
    let sender = SpanSender(tracer, to: exporter, clock: clock) { _ in }
    while await sender.send() > 0 {}
    return exporter.spans
  }

  private func lines(_ tracer: Tracer) -> [Substring] { tracer.prometheusText().split(separator: "\n") }

  @Test("a share is from 0 to 1")
  func shares() {
    #expect(TraceShare(0.01) == .standard && TraceShare(1)?.millionths == 1_000_000)
    for bad in [-0.1, 1.1, .nan, .infinity] { #expect(TraceShare(bad) == nil) }
  }

  @Test("of requests that nobody traces the share is traced; others as their sender says")
  func requests() throws {
    #expect(try tracer(share: 0.01, from: 9_998).request(partOf: nil) != nil)
    #expect(try tracer(share: 0.01, from: 9_999).request(partOf: nil) == nil)
    #expect(try tracer(share: 0).request(partOf: nil) == nil)
    let followed = try #require(try tracer(share: 0).request(partOf: try parent()))
    #expect(try followed.context.trace == parent().trace && followed.context.span != parent().span)
    #expect(try tracer().request(partOf: try parent(isSampled: false)) == nil)
  }

  @Test("nobody makes the server trace more than it has room for; what is too much is served untraced")
  func bounded() throws {
    let tracer = try tracer()
    let traces = try (1...300).filter { tracer.follow(try parent(UInt64($0)), at: 0) != nil }
    #expect(traces.count == 200)
    clock.advance(milliseconds: 1_000)
    #expect(try (301...400).filter { tracer.follow(try parent(UInt64($0)), at: 0) != nil }.count == 50)
  }

  @Test("a request's span says its method, route, status and the id of its line in the access log, and nothing else")
  func answered() async throws {
    let tracer = try tracer(share: 0)
    let trace = try #require(tracer.request(partOf: try parent()))
    tracer.answered(trace, method: "POST", route: "/v1/conversations/{id}/messages", status: 503, id: "r", since: 0)
    let span = try #require(await sent(tracer).first)
    #expect(span.name == "POST /v1/conversations/{id}/messages" && span.kind == .server && span.hasFailed)
    #expect(try span.parent == parent().span && span.source.name == "messageai")
    #expect(
      span.attributes == [
        .init("http.request.method", .text("POST")), .init("http.route", .text("/v1/conversations/{id}/messages")),
        .init("http.response.status_code", .integer(503)), .init("messageai.request", .text("r")),
      ])
  }

  @Test("clients add spans to traces of this server only, few to each, and of these days")
  func clients() async throws {
    let tracer = try tracer()
    let store = try SQLiteStore(path: nil)
    defer { store.close() }
    let commands = DirectCommandPerformer(store: store, clock: clock)
    func user(_ number: UInt64) async throws -> UserID {
      let user = UserID(high: 7, low: number)
      let record = AccountRecord(
        id: user, email: "\(number)@example.org", name: "\(number)", passwordHash: nil, workspaceRole: .member,
        isDisabled: false, createdAt: clock.now)
      _ = try await commands.perform(.account(.create(try NewAccount(record))))
      return user
    }
    let (ada, bob) = (try await user(1), try await user(2))
    let service = DiagnosticsService(
      store: store, work: InlineWorkExecutor(), commands: commands, clock: clock, limit: nil, tracer: tracer)
    _ = tracer.follow(try parent(1), at: 0)
    func span(_ trace: UInt64, _ number: UInt64, at time: Timestamp? = nil) throws -> ClientSpan {
      let at = time ?? clock.now
      return ClientSpan(
        kind: .receive, trace: try parent(trace).trace.description, span: try #require(SpanID(number)).description,
        parent: try parent().span.description, start: at, end: at.adding(milliseconds: 20))
    }
    func tell(_ spans: [ClientSpan], by user: UserID) async throws {
      try await service.count(ClientEventBatch(platform: .ios, version: "7.7", events: [], spans: spans), by: user)
    }
    try await tell([try span(1, 50), try span(2, 51), try span(1, 52, at: Timestamp(milliseconds: 5))], by: bob)
    let told = await sent(tracer)
    #expect(told.map(\.context.span) == [SpanID(50)])
    #expect(told.map(\.source.name) == ["messageai-ios"] && told.map(\.source.version) == ["7.7"])
    #expect(told[0].name == "message.receive" && told[0].kind == .consumer && told[0].end - told[0].start == 20_000_000)
    #expect(lines(tracer).contains("messageai_trace_spans_dropped_total{reason=\"foreign\"} 2"))
    try await tell(try (60..<130).map { try span(1, $0) }, by: ada)
    #expect(await sent(tracer).count == 64, "all of them together")
    _ = try await commands.perform(.account(.updateProfile(user: bob, ProfileChange(sendsEvents: false))))
    await #expect(throws: Refusal.self) { try await tell([try span(1, 140)], by: bob) }
  }

  @Test("what does not fit is dropped and counted; nothing waits for the receiver")
  func full() async throws {
    let tracer = try tracer(share: 1)
    for number in 1...(Tracer.capacity + 3) {
      let trace = try #require(tracer.request(partOf: nil))
      tracer.answered(trace, method: "GET", route: "/v1/me", status: 200, id: "\(number)", since: 0)
    }
    #expect(lines(tracer).contains("messageai_trace_spans_dropped_total{reason=\"full\"} 3"))
    #expect(lines(tracer).contains("messageai_trace_spans_waiting \(Tracer.capacity)"))
    #expect(await sent(tracer).count == Tracer.capacity)
    #expect(lines(tracer).contains("messageai_trace_spans_exported_total \(Tracer.capacity)"))
  }

  @Test("while the receiver takes nothing spans wait, it is asked again later, and told of once")
  func receiver() async throws {
    let tracer = try tracer()
    let told = Told()
    let sender = SpanSender(tracer, to: exporter, clock: clock) { told.add($0) }
    func trace() throws {
      let trace = try #require(tracer.request(partOf: nil))
      tracer.answered(trace, method: "GET", route: "/v1/me", status: 200, id: nil, since: 0)
    }
    let gone = SpanExportFailure(reason: "It is gone.", isRetryable: true)
    exporter.answer(.failure(gone), .failure(gone), .success(1))
    try trace()
    #expect(await sender.send() == 0)
    #expect(await sender.send() == 0 && exporter.count == 1, "not at once")
    clock.advance(milliseconds: 2_000)
    #expect(await sender.send() == 0 && exporter.count == 2)
    clock.advance(milliseconds: 2_000)
    #expect(await sender.send() == 0 && exporter.count == 2, "the pauses double")
    clock.advance(milliseconds: 2_000)
    try trace()
    #expect(await sender.send() == 2 && told.all == ["It is gone."])
    #expect(lines(tracer).contains("messageai_trace_spans_exported_total 1"), "one was rejected")
    exporter.answer(.failure(SpanExportFailure(reason: "Never.", isRetryable: false)))
    try trace()
    #expect(await sender.send() == 0 && told.all == ["It is gone.", "Never."])
    #expect(lines(tracer).contains("messageai_trace_spans_dropped_total{reason=\"refused\"} 2"))
    #expect(lines(tracer).contains("messageai_trace_spans_waiting 0"))
  }
}
