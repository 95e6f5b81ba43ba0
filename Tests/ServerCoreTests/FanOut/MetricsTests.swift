import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Metrics")
struct MetricsTests {
  @Test("count connections, messages, refusals and overloads, and hold no content")
  func counts() throws {
    let fixture = try ServerFixture { $0.maximumQueueDepth = 1 }
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    let (peer, gone) = (try fixture.socket(of: ada), try fixture.socket(of: ada))
    gone.cut()
    peer.post("canary", in: room, ref: 1, id: fixture.id())
    peer.post("canary", in: room, ref: 2, id: fixture.id())
    fixture.drain()
    peer.post("canary", in: fixture.id(), ref: 3, id: fixture.id())
    fixture.drain()
    fixture.context.metrics.recordRequest(status: 404)
    let lines = fixture.context.metrics.prometheusText().split(separator: "\n")
    for line in [
      "messageai_connections 1", "messageai_connections_opened_total 2", "messageai_messages_total 1",
      "messageai_refusals_total 1", "messageai_overloads_total 1", "messageai_ack_seconds_count 2",
      "messageai_http_requests_total{status=\"404\"} 1",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(!lines.contains { $0.contains("canary") || $0.contains(room.description) || $0.contains(ada.description) })
  }

  @Test("histograms are cumulative and end with all")
  func histogram() {
    let metrics = ServerMetrics(monotonicNow: { 0 })
    for nanoseconds in [50_000, 300_000, 9_000_000_000] as [UInt64] { metrics.recordAck(nanoseconds: nanoseconds) }
    let lines = metrics.prometheusText().split(separator: "\n").filter { $0.hasPrefix("messageai_ack_seconds") }
    #expect(lines.first == "messageai_ack_seconds_bucket{le=\"0.0001\"} 1")
    #expect(lines.contains("messageai_ack_seconds_bucket{le=\"0.0005\"} 2"))
    #expect(lines.contains("messageai_ack_seconds_bucket{le=\"5.0\"} 2"))
    #expect(lines.contains("messageai_ack_seconds_bucket{le=\"+Inf\"} 3"))
    #expect(lines.last == "messageai_ack_seconds_count 3")
  }
}
