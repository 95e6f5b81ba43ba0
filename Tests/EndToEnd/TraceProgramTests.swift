import Foundation
import TestSupport
import Testing

@Suite("Traces of the program")
struct TraceProgramTests {
  @Test("go where the settings say, with the headers that they ask for, also those that wait when it stops")
  func exported() async throws {
    let receiver = try await TraceReceiver()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messageai-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try ServerChild(
      data: folder,
      environment: [
        "MESSAGEAI_OTLP_ENDPOINT": receiver.endpoint, "MESSAGEAI_OTLP_HEADERS": "x-team=kites",
        "MESSAGEAI_TRACE_SHARE": "0",
      ])
    try await server.start()
    defer { server.kill() }
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let answer = try await TestHTTP(port: server.port).send(
      "GET", "/v1/workspace", headers: [("traceparent", parent)])
    #expect(answer.status == 200)
    server.signal(SIGTERM)
    try await eventually("the span has come") { try !receiver.spans.isEmpty }
    let span = try #require(try receiver.spans.first)
    #expect(try receiver.spans.count == 1 && receiver.requests.allSatisfy { $0.headers["x-team"] == "kites" })
    #expect(span.trace == "4bf92f3577b34da6a3ce929d0e0e4736" && span.parent == "00f067aa0ba902b7")
    #expect(span.name == "GET /v1/workspace" && span.service == "messageai")
    try await receiver.stop()
  }
}
