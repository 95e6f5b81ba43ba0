import ClientStore
import Domain
import ServerCore
import ServerHTTP
import Telemetry
import TestSupport
import Testing
import WireProtocol

@testable import MessageAIKit

@Suite("Messages that are traced, in a client")
struct MessageTraceTests {
  private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  private func sent(_ fixture: EngineFixture) -> (ref: Int64, trace: TraceContext?)? {
    for case .send(let ref, _, _, _, _, _, let trace) in fixture.take() { return (ref, trace) }
    return nil
  }

  private func start(_ fixture: EngineFixture, traces: Int64?) {
    fixture.handle(.start)
    fixture.open(traces: traces)
    fixture.hear(.synced, .delta(window()))
  }

  @Test("a message that the server wants traced begins a trace, which is told once the server has it")
  func begins() throws {
    let fixture = try EngineFixture()
    start(fixture, traces: 1_000_000)
    try fixture.post(50)
    let send = try #require(sent(fixture))
    let trace = try #require(send.trace)
    fixture.drop()
    fixture.comeBack()
    let again = try #require(sent(fixture))
    #expect(again.trace == trace, "it stays in its trace, though the server asks for none any more")
    fixture.clock.advance(milliseconds: 30)
    fixture.hear(.ack(ref: again.ref, delta(message(50, seq: 2, rev: 3, sender: me))))
    #expect(
      fixture.traced == [
        ClientSpan(
          kind: .send, trace: trace.trace.description, span: trace.span.description,
          start: fixture.clock.now.adding(milliseconds: -30), end: fixture.clock.now)
      ])
  }

  @Test("nothing is traced that the server does not want, or nobody may tell of", arguments: [nil, 0] as [Int64?])
  func off(traces: Int64?) throws {
    let fixture = try EngineFixture()
    start(fixture, traces: traces)
    try fixture.post(50)
    #expect(try #require(sent(fixture)).trace == nil)
    let shy = try EngineFixture()
    shy.tellsSpans = false
    start(shy, traces: 1_000_000)
    try shy.post(50)
    #expect(try #require(sent(shy)).trace == nil)
  }

  @Test("of messages about the share is traced")
  func share() {
    var traces = MessageTraces(seed: 3)
    traces.welcomed(share: 100_000, serverTime: Timestamp(milliseconds: 0), at: Timestamp(milliseconds: 0))
    let count = (0..<2_000).filter { traces.context(of: id(UInt64($0))) { true } != nil }.count
    #expect((150...250).contains(count))
  }

  @Test(
    "a server with an impossible clock is told times by the client's",
    arguments: [253_402_300_799_999, .max] as [Int64])
  func clocks(time: Int64) throws {
    let fixture = try EngineFixture()
    fixture.handle(.start, .token("t"), .opened)
    fixture.hear(.welcome(user: me, session: id(9), serverTime: Timestamp(milliseconds: time)))
    fixture.hear(.synced, .delta(window()))
    var traced = delta(message(60, seq: 2, rev: 3))
    traced.traceparent = Self.parent
    fixture.hear(.delta(traced))
    #expect(fixture.traced.map(\.start) == [fixture.clock.now])
  }

  @Test("what comes traced is part of it, by the server's clock; what comes again is not")
  func arrives() throws {
    let fixture = try EngineFixture()
    fixture.handle(.start, .token("t"), .opened)
    let ahead = fixture.clock.now.adding(milliseconds: 5_000)
    fixture.hear(.welcome(user: me, session: id(9), serverTime: ahead), .synced, .delta(window()))
    var traced = delta(message(60, seq: 2, rev: 3))
    traced.traceparent = Self.parent
    fixture.hear(.delta(traced), .delta(traced))
    let span = try #require(fixture.traced.first)
    #expect(span.kind == .receive && span.trace == "4bf92f3577b34da6a3ce929d0e0e4736")
    #expect(span.parent == "00f067aa0ba902b7" && span.start == ahead && fixture.traced.count == 1)
    let arrival = try #require(fixture.arrivals.first)
    let shown = try #require(arrival.shown(at: fixture.clock.now.adding(milliseconds: 7)))
    #expect(shown.kind == .show && shown.parent == span.parent && shown.span != span.span)
    #expect(shown.end == ahead.adding(milliseconds: 7))
    for other in ["nonsense", String(Self.parent.dropLast()) + "0"] {
      var delta = delta(message(61, seq: 3, rev: 4))
      delta.traceparent = other
      fixture.hear(.delta(delta))
    }
    #expect(fixture.traced.count == 1)
  }

  @Test("one trace links the sender's client, the server's commit and the other client's screen")
  func linked() async throws {
    let receiver = try await TraceReceiver()
    let exporter = OTLPExporter(try OTLPSettings(endpoint: receiver.endpoint, headers: nil))
    try await LiveFixture.run(traces: exporter) { fixture in
      let (ada, _) = try await fixture.signedUp("greta", events: ClientEventSource(platform: .terminal, version: "7.7"))
      let (bob, me) = try await fixture.signedUp("bob", events: ClientEventSource(platform: .ios, version: "7.8"))
      let (cy, third) = try await fixture.signedUp("cy", events: ClientEventSource(platform: .web, version: "7.9"))
      _ = try await cy.auth.updateProfile(ProfileChange(sendsEvents: false))
      try await first(in: cy.auth.observeProfile(), "switched off") { $0?.sendsEvents == false }
      let chat = try await ada.conversations.createGroup(name: "Team", members: [me.id, third.id])
      for other in [bob, cy] { try await other.untilHeld(chat) }
      async let shown = bob.timeline(chat, "Ada's message on Bob's screen") { $0.texts == ["canary"] }
      _ = try await ada.send("canary", to: chat)
      _ = try await shown
      try await ada.timeline(chat, "sent") { $0.items.count == 1 && $0.isSettled }
      try await cy.timeline(chat, "Ada's message with Cy") { $0.texts == ["canary"] }
      for client in [ada, bob, cy] { await client.tellEvents() }
      try await eventually("the trace has come") {
        let names = Set(try receiver.spans.map(\.name))
        return names.isSuperset(of: ["message.send", "message.receive", "message.show", "fan-out"])
      }
      let spans = try receiver.spans
      let root = try #require(spans.first { $0.name == "message.send" })
      let trace = spans.filter { $0.trace == root.trace }
      func one(_ name: String, under parent: TraceReceiver.Received) throws -> TraceReceiver.Received {
        let found = trace.filter { $0.name == name }
        #expect(found.count == 1, "\(name)")
        let span = try #require(found.first)
        #expect(span.parent == parent.span, "\(name)")
        return span
      }
      #expect(root.parent == nil && root.service == "messageai-terminal" && root.version == "7.7")
      let accept = try one("message.accept", under: root)
      _ = try one("commit", under: accept)
      let fanOut = try one("fan-out", under: accept)
      let received = try one("message.receive", under: fanOut)
      let screen = try one("message.show", under: fanOut)
      #expect(Set([received, screen].map(\.service)) == ["messageai-ios"], "Cy tells nothing")
      #expect(Set([accept, fanOut].map(\.service)) == ["messageai"])
      let bodies = receiver.requests.map { String(decoding: $0.body.bytes, as: UTF8.self) }.joined()
      for secret in ["canary", "greta", "bob", "example.org", chat.description, me.id.description] {
        #expect(!bodies.contains(secret), "\(secret)")
      }
    }
    try await exporter.shutdown()
    try await receiver.stop()
  }
}
