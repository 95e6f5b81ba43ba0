import Domain
import ServerCore
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Traces of requests")
struct TraceTests {
  /// Keeps what it is given.
  private actor Exporter: SpanExporter {
    private(set) var spans: [Span] = []

    func export(_ spans: [Span]) async throws(SpanExportFailure) -> Int {
      self.spans += spans
      return 0
    }
  }

  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00-\(trace)-00f067aa0ba902b7-01"

  private func run(
    share: Double, _ body: (TestServer, Exporter) async throws -> Void
  ) async throws {
    let exporter = Exporter()
    let share = try #require(TraceShare(share))
    let server = try await TestServer.start(spans: exporter) {
      $0.traceShare = share
      $0.logsAccess = true
    }
    do {
      try await body(server, exporter)
      try await server.instance.stop()
    } catch {
      try await server.instance.stop()
      throw error
    }
  }

  @Test("a request is part of the trace that it names, with what it commits and whom that is told")
  func follows() async throws {
    try await run(share: 0) { server, exporter in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let group = try await ada.group("Team", bob)
      let (socket, _) = try await bob.connect()
      let posted = try await server.http.send(
        "POST", "/v1/conversations/\(group)/messages", token: ada.session.accessToken,
        body: PostMessageRequest(id: TestUser.newID(), text: "canary").json(), headers: [("traceparent", Self.parent)])
      #expect(posted.status == 201)
      let delta = try await socket.first { frame in
        if case .delta(let delta) = frame, !delta.messages.isEmpty { delta } else { nil }
      }
      for path in ["/health", "/metrics", "/nowhere"] {
        _ = try await server.http.send("GET", path, headers: [("traceparent", Self.parent)])
      }
      for header in ["nonsense", String(Self.parent.dropLast()) + "0"] {
        let token = ada.session.accessToken
        _ = try await server.http.send("GET", "/v1/me", token: token, headers: [("traceparent", header)])
      }
      try await eventually("the spans have come") { await exporter.spans.count >= 3 }
      let spans = await exporter.spans
      #expect(spans.count == 3 && Set(spans.map(\.context.trace.description)) == [Self.trace])
      let request = try #require(spans.first { $0.kind == .server })
      #expect(request.name == "POST /v1/conversations/{id}/messages" && request.parent == SpanID("00f067aa0ba902b7"))
      #expect(request.attributes.contains(.init("http.response.status_code", .integer(201))))
      let id = posted.header("X-Request-ID") ?? ""
      #expect(request.attributes.contains(.init("messageai.request", .text(id))), "as in the access log")
      let parts = spans.filter { $0.parent == request.context.span }
      #expect(Set(parts.map(\.name)) == ["commit", "fan-out"])
      #expect(delta.traceparent == parts.first { $0.name == "fan-out" }?.context.description)
      #expect(!"\(spans)".contains("canary") && !"\(spans)".contains(group.description))
    }
  }

  @Test("of requests that name none the share is traced, each on its own; metrics say how many spans went out")
  func share() async throws {
    try await run(share: 1) { server, exporter in
      let ada = try await server.user("ada")
      for _ in 0..<3 { _ = try await ada.send("GET", "/v1/me") }
      try await eventually("the spans have come") {
        await exporter.spans.filter { $0.name == "GET /v1/me" }.count == 3
      }
      let spans = await exporter.spans
      #expect(Set(spans.filter { $0.kind == .server }.map(\.context.trace)).count >= 4, "with the sign-up")
      let text = try await server.http.send("GET", "/metrics").text
      #expect(text.contains("messageai_trace_spans_dropped_total{reason=\"full\"} 0"))
      #expect(text.contains("messageai_trace_spans_exported_total"))
    }
    try await TestServer.run { server in
      let text = try await server.http.send("GET", "/metrics").text
      #expect(!text.contains("messageai_trace"))
    }
  }
}
