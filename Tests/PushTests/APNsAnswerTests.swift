import Domain
import Foundation
import Push
import TestSupport
import Testing

@Suite("Apple's notifications, when something goes wrong")
struct APNsAnswerTests {
  @Test(
    "are sent again at once with another token when Apple refuses it, but not more often than Apple allows",
    arguments: ["ExpiredProviderToken", "InvalidProviderToken"])
  func refusedToken(_ reason: String) async throws {
    try await APNsSetting.run(at: PushFixture.now.adding(seconds: -2_000)) { setting in
      try await setting.plan([APNsSetting.refusal(403, reason)])
      #expect(try await setting.send() == .accepted)
      try await setting.plan([APNsSetting.refusal(403, reason)])
      #expect(try await setting.send() == .rejected("localhost answers 403 \(reason)."))
      setting.clock.advance(seconds: 1_200)
      try await setting.plan([APNsSetting.refusal(403, reason), APNsSetting.refusal(403, reason)])
      #expect(try await setting.send().kind == "rejected")
      #expect(try await setting.send() == .accepted)
      let tokens = try await setting.records().compactMap { $0.claims["token"]?.string }
      #expect(PushFixture.pattern(tokens) == [0, 1, 1, 1, 2, 2])
    }
  }

  @Test("say of each answer whether the device is gone and whether to send again")
  func answers() async throws {
    let cases: [(status: Int, reason: String, kind: String)] = [
      (410, "Unregistered", "gone"), (410, "ExpiredToken", "gone"), (400, "BadDeviceToken", "gone"),
      (400, "DeviceTokenNotForTopic", "gone"), (400, "BadTopic", "rejected"), (400, "PayloadEmpty", "rejected"),
      (403, "BadCertificate", "rejected"), (403, "Forbidden", "rejected"), (404, "BadPath", "rejected"),
      (413, "PayloadTooLarge", "rejected"), (429, "TooManyRequests", "failed"),
      (429, "TooManyProviderTokenUpdates", "failed"), (500, "InternalServerError", "failed"),
      (503, "ServiceUnavailable", "failed"), (503, "Shutdown", "failed"),
    ]
    try await APNsSetting.run { setting in
      try await setting.plan(cases.map { APNsSetting.refusal($0.status, $0.reason) })
      for answer in cases {
        let reply = try await setting.send()
        #expect(reply.kind == answer.kind, "\(answer)")
        #expect(reply.text == "localhost answers \(answer.status) \(answer.reason).")
      }
      #expect(Set(try await setting.records().map(\.connection)).count == 1)
      try await setting.plan([
        PushReceiver.Plan(429, headers: ["retry-after": "77"]), APNsSetting.refusal(400, "x\\n y"),
        PushReceiver.Plan(400),
      ])
      #expect(try await setting.send() == .failed("localhost answers 429.", retryAfter: 77))
      // What is no plain word does not come into the log.
      for _ in 0..<2 { #expect(try await setting.send() == .rejected("localhost answers 400.")) }
    }
  }

  @Test("are tried again later when Apple does not answer, which holds up no other push")
  func hang() async throws {
    try await APNsSetting.run(limits: PushFixture.limits(answering: .milliseconds(500))) { setting in
      try await setting.plan([.act(.hang)])
      #expect(try await setting.send() == .failed("localhost did not answer in time."))
      var reply = try await setting.send(to: "b")
      // A busy machine may need longer than the limit.
      for _ in 0..<20 where reply != .accepted { reply = try await setting.send(to: "b") }
      #expect(reply == .accepted)
    }
  }

  @Test("are tried again later when a stream or the connection breaks, and go over another one")
  func breaks() async throws {
    try await APNsSetting.run { setting in
      #expect(try await setting.send() == .accepted)
      try await setting.plan([.act(.reset), .act(.drop)])
      for _ in 0..<2 {
        let reply = try await setting.send()
        #expect(reply.kind == "failed" && reply.text.contains("localhost"), "\(reply)")
      }
      // The pool may hear that the connection broke a moment after its last request did.
      var reply = try await setting.send()
      for _ in 0..<20 where reply != .accepted { reply = try await setting.send() }
      #expect(reply == .accepted)
      let connections = try await setting.records().map(\.connection)
      #expect(PushFixture.pattern(connections) == [0, 0, 0, 1])
    }
  }

  @Test("need a server that a known authority has signed for")
  func untrusted() async throws {
    try await APNsSetting.run(.untrusted) { setting in
      let reply = try await setting.send()
      #expect(reply == .failed("The certificate of localhost is not trusted."))
      #expect(try await setting.records().isEmpty)
    }
  }

  @Test("are not accepted by anybody who speaks HTTP/1.1")
  func oldProtocol() async throws {
    try await APNsSetting.run(.old) { setting in
      try await setting.plan([PushReceiver.Plan(410), PushReceiver.Plan(200)])
      for _ in 0..<2 { #expect(try await setting.send() == .failed("localhost does not answer by HTTP/2.")) }
    }
  }
}
