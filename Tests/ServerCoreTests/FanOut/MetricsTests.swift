import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Metrics")
struct MetricsTests {
  @Test("count connections, messages, refusals and overloads, and hold no content")
  func counts() throws {
    let world = try HubWorld { $0.maximumQueueDepth = 1 }
    let ada = world.user("ada")
    let room = world.group(ada, world.user("bob"))
    let (peer, gone) = (try world.socket(of: ada), try world.socket(of: ada))
    gone.cut()
    peer.post("canary", in: room, ref: 1, id: world.id())
    peer.post("canary", in: room, ref: 2, id: world.id())
    world.drain()
    peer.post("canary", in: world.id(), ref: 3, id: world.id())
    world.drain()
    world.context.metrics.recordRequest(status: 404)
    let lines = world.context.metrics.prometheusText().split(separator: "\n")
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
