import AIProviders
import Domain
import ServerCore
import Telemetry
import TestSupport
import Testing

@Suite("Sending traces by OTLP")
struct OTLPExporterTests {
  private struct Outcome {
    let result: Result<Int, SpanExportFailure>
    let received: [TraceReceiver.Received]
    let requests: [RecordedRequest]
  }

  private func spans() throws -> [Span] {
    let context = try #require(TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
    return [
      Span(
        name: "message.commit", kind: .internal, context: context, parent: SpanID("00000000000000ab"),
        start: 1_800_000_000_000_000_001, end: 1_800_000_000_002_000_003,
        attributes: [Span.Attribute("messaging.batch.message_count", .integer(3))], hasFailed: true),
      Span(
        name: "message.send", kind: .client, context: context, parent: nil, start: 5, end: 6,
        attributes: [Span.Attribute("http.route", .text("/v1/me"))]),
    ]
  }

  private func export(
    _ replies: [RecordedReply] = [.json([:])], headers: String? = nil, limit: Duration = .seconds(60)
  ) async throws -> Outcome {
    let receiver = try await TraceReceiver(replies)
    let exporter = OTLPExporter(try OTLPSettings(endpoint: receiver.endpoint + "/", headers: headers), limit: limit)
    let spans = try spans()
    let result: Result<Int, SpanExportFailure>
    do throws(SpanExportFailure) {
      result = .success(try await exporter.export(spans))
    } catch {
      result = .failure(error)
    }
    let outcome = Outcome(result: result, received: try receiver.spans, requests: receiver.requests)
    try await exporter.shutdown()
    try await receiver.stop()
    return outcome
  }

  @Test("spans go to /v1/traces as OTLP's JSON, each with its program, its times and its parent")
  func request() async throws {
    let outcome = try await export(headers: "Authorization=Bearer%20key, x-team=kites")
    #expect(outcome.result == .success(0))
    let request = try #require(outcome.requests.first)
    #expect(request.path == "/v1/traces" && request.headers["content-type"] == "application/json")
    #expect(request.headers["authorization"] == "Bearer key" && request.headers["x-team"] == "kites")
    let received = outcome.received
    #expect(received.map(\.name) == ["message.commit", "message.send"] && received.map(\.kind) == [1, 3])
    #expect(received.allSatisfy { $0.service == "messageai" && $0.version == ProductVersion.current })
    #expect(received.allSatisfy { $0.trace == "4bf92f3577b34da6a3ce929d0e0e4736" })
    #expect(received.map(\.span) == ["00f067aa0ba902b7", "00f067aa0ba902b7"])
    #expect(received.map(\.parent) == ["00000000000000ab", nil] && received.map(\.status) == [2, 0])
    #expect(received.map(\.start) == [1_800_000_000_000_000_001, 5])
    #expect(received.map(\.end) == [1_800_000_000_002_000_003, 6])
    #expect(received.map(\.attributes) == [["messaging.batch.message_count": "3"], ["http.route": "/v1/me"]])
  }

  @Test("what the receiver has rejected is counted, as text and as a number")
  func rejected() async throws {
    for count in [JSONValue.string("1"), .integer(1)] {
      let partial: JSONValue = ["partialSuccess": ["rejectedSpans": count]]
      #expect(try await export([.json(partial)]).result == .success(1))
    }
    #expect(try await export([RecordedReply(body: Array("no JSON".utf8))]).result == .success(0))
  }

  @Test("a status says whether to try again, and when")
  func statuses() async throws {
    for status in [408, 429, 502, 503, 504] {
      let outcome = try await export([RecordedReply(status: status, headers: [("retry-after", "7")], body: [])])
      let reason = "The receiver of traces answers with status \(status)."
      #expect(outcome.result == .failure(SpanExportFailure(reason: reason, isRetryable: true, retryAfter: 7)))
    }
    for status in [302, 400, 401, 404, 500] {
      let outcome = try await export([RecordedReply(status: status, headers: [("location", "/other")], body: [])])
      let reason = "The receiver of traces answers with status \(status)."
      #expect(outcome.result == .failure(SpanExportFailure(reason: reason, isRetryable: false)))
      #expect(outcome.requests.count == 1, "no redirect is followed")
    }
  }

  @Test("an answer that never comes is given up, and so is a receiver that is not there")
  func unreachable() async throws {
    #expect(
      try await export([.silence], limit: .milliseconds(200)).result
        == .failure(SpanExportFailure(reason: "The receiver of traces did not answer in time.", isRetryable: true)))
    let exporter = OTLPExporter(try OTLPSettings(endpoint: "http://127.0.0.1:1", headers: nil))
    await #expect(throws: SpanExportFailure.self) { try await exporter.export(try spans()) }
    try await exporter.shutdown()
  }

  @Test(
    "an address or headers that cannot be used are told in a sentence",
    arguments: [
      ("127.0.0.1:4318", nil), ("ftp://host", nil), ("http://", nil), ("http://user@host", nil),
      ("http://host?a=b", nil), ("http://host", "no-value"), ("http://host", "=x"), ("http://host", "a b=x"),
      ("http://host", "a=%0d%0ab: c"),
    ] as [(String, String?)])
  func settings(endpoint: String, headers: String?) {
    #expect(throws: OTLPSettings.Problem.self) { try OTLPSettings(endpoint: endpoint, headers: headers) }
  }
}
