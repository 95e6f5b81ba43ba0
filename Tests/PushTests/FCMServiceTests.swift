import AIProviders
import Domain
import Foundation
import Push
import ServerCore
import TestSupport
import Testing

@Suite("Google's notifications")
struct FCMServiceTests {
  private static let project = "tests-1"
  private static let account = "messageai@tests-1.example.org"
  private static let address = "cZx_token-of-a-device:APA91bF-secret"

  /// A server with an account at Google, and Google.
  struct Setting {
    let receiver: PushReceiver
    let services: PushServices
    let clock: SettableClock

    func send(_ number: UInt64 = 1, isUrgent: Bool = false) async throws -> PushReply {
      let device = try services.device(PushSubscription(service: .fcm, address: FCMServiceTests.address))
      return await services.send(try PushFixture.push(number, isUrgent: isUrgent, at: clock.now), to: device)
    }

    func records() async throws -> [PushReceiver.Record] { try await receiver.records(FCMServiceTests.address) }
    func fetches() async throws -> [PushReceiver.Record] { try await receiver.records(FCMServiceTests.account) }
  }

  private func run(
    _ limits: PushTimeLimits = PushFixture.patientLimits, at start: Timestamp = PushFixture.now,
    _ body: (Setting) async throws -> Void
  ) async throws {
    try await PushReceiver.run { receiver in
      let clock = SettableClock(start)
      let settings = try FCMSettings(
        serviceAccountJSON: try await receiver.serviceAccount(Self.project), host: receiver.address)
      let fcm = FCMService(settings, clock: clock, limits: limits)
      try await PushFixture.using(PushServices(fcm: fcm)) { services in
        try await body(Setting(receiver: receiver, services: services, clock: clock))
      }
    }
  }

  @Test("carry a message's ids as data, from a server that has got an access token")
  func accepted() async throws {
    try await run { setting in
      #expect(try await setting.send() == .accepted)
      let record = try #require(try await setting.records().first)
      #expect(record.problems == [] && record.path == "/v1/projects/tests-1/messages:send")
      #expect(
        record.payload == [
          "token": .string(Self.address), "android": ["priority": "HIGH", "ttl": "3600s"],
          "data": [
            "conversation": .string(PushFixture.conversation), "message": .string(PushFixture.message), "seq": "42",
            "badge": "3",
          ],
        ])
      let fetch = try #require(try await setting.fetches().first)
      let now = Int(setting.clock.now.milliseconds / 1_000)
      #expect(fetch.problems == [] && fetch.claims["iss"]?.string == Self.account)
      #expect(fetch.claims["iat"]?.integer == now && fetch.claims["exp"]?.integer == now + 3_600)
    }
  }

  @Test("say what is urgent")
  func urgent() async throws {
    try await run { setting in
      #expect(try await setting.send(isUrgent: true) == .accepted)
      let record = try #require(try await setting.records().first)
      #expect(record.problems == [] && record.payload["data"]?["urgent"] == "true")
    }
  }

  @Test("share one access token, which is fetched once, also by many at the same time")
  func sharing() async throws {
    try await run { setting in
      let replies = try await withThrowingTaskGroup(of: PushReply.self) { group in
        for number in 1...12 as ClosedRange<UInt64> {
          let push = try PushFixture.push(number, at: setting.clock.now)
          group.addTask { [services = setting.services] in
            await services.send(push, to: PushDevice(service: .fcm, address: Self.address))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies == Array(repeating: .accepted, count: 12))
      #expect(try await setting.fetches().count == 1)
      #expect(try await setting.records().allSatisfy { $0.problems == [] })
    }
  }

  @Test("get another access token a minute before the former ends")
  func renewal() async throws {
    try await run(at: PushFixture.now.adding(seconds: -600)) { setting in
      let grant = #"{"access_token":"replaced by the receiver","expires_in":600,"token_type":"Bearer"}"#
      try await setting.receiver.plan(Self.account, [PushReceiver.Plan(200, body: grant)])
      for (seconds, fetches) in [(0, 1), (539, 1), (1, 2)] as [(Int64, Int)] {
        setting.clock.advance(seconds: seconds)
        #expect(try await setting.send() == .accepted)
        #expect(try await setting.fetches().count == fetches)
      }
    }
  }

  @Test("are sent once more with another access token when Google refuses the former")
  func refusedToken() async throws {
    let refusal = PushReceiver.Plan(401, body: #"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#)
    try await run { setting in
      try await setting.receiver.plan(Self.address, [refusal])
      #expect(try await setting.send() == .accepted)
      #expect(try await setting.fetches().count == 2)
      try await setting.receiver.plan(Self.address, [refusal, refusal])
      #expect(try await setting.send() == .rejected("127.0.0.1 answers 401 UNAUTHENTICATED."))
      #expect(try await setting.fetches().count == 3)
      #expect(try await setting.records().count == 4)
    }
  }

  @Test("say of each answer whether the device is gone and whether to send again")
  func answers() async throws {
    func error(_ status: String, _ code: String) -> String {
      let type = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
      return """
        {"error":{"code":1,"message":"\(Self.address)","status":"\(status)",\
        "details":[{"@type":"\(type)","errorCode":"\(code)"}]}}
        """
    }
    let cases: [(status: Int, body: String, kind: String, word: String)] = [
      (404, error("NOT_FOUND", "UNREGISTERED"), "gone", " UNREGISTERED"),
      (404, #"{"error":{"code":404,"status":"NOT_FOUND"}}"#, "rejected", " NOT_FOUND"), (404, "<html>", "rejected", ""),
      (400, error("INVALID_ARGUMENT", "INVALID_ARGUMENT"), "rejected", " INVALID_ARGUMENT"),
      (403, error("PERMISSION_DENIED", "SENDER_ID_MISMATCH"), "rejected", " SENDER_ID_MISMATCH"),
      (429, error("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), "failed", " QUOTA_EXCEEDED"),
      (500, error("INTERNAL", "INTERNAL"), "failed", " INTERNAL"), (503, "", "failed", ""),
    ]
    try await run { setting in
      try await setting.receiver.plan(Self.address, cases.map { PushReceiver.Plan($0.status, body: $0.body) })
      for answer in cases {
        let reply = try await setting.send()
        #expect(reply.kind == answer.kind, "\(answer)")
        #expect(reply.text == "127.0.0.1 answers \(answer.status)\(answer.word).")
      }
      try await setting.receiver.plan(Self.address, [PushReceiver.Plan(429, headers: ["Retry-After": "60"])])
      #expect(try await setting.send().retryAfter == 60)
      #expect(try await setting.fetches().count == 1)
    }
  }

  @Test("tell why there is no access token, and ask again for the next push")
  func noToken() async throws {
    try await run { setting in
      try await setting.receiver.plan(
        Self.account,
        [
          PushReceiver.Plan(400, body: #"{"error":"invalid_grant","error_description":"Invalid JWT"}"#),
          PushReceiver.Plan(503, headers: ["retry-after": "9"]), PushReceiver.Plan(302, body: "moved"),
          PushReceiver.Plan(204), .act(.drop),
        ])
      let expected: [PushReply] = [
        .rejected("127.0.0.1 gives no access token: 400 invalid_grant."),
        .failed("127.0.0.1 gives no access token: 503.", retryAfter: 9),
        .rejected("127.0.0.1 gives no access token: 302."), .rejected("127.0.0.1 gives no access token: 204."),
        .failed("127.0.0.1 closed the connection before it answered."), .accepted,
      ]
      for reply in expected { #expect(try await setting.send() == reply) }
      #expect(try await setting.records().count == 1)
    }
  }

  @Test("are tried again later when Google does not answer, or its tokens' server")
  func hang() async throws {
    try await run(PushFixture.limits(answering: .milliseconds(500))) { setting in
      try await setting.receiver.plan(Self.account, [.act(.hang)])
      try await setting.receiver.plan(Self.address, [.act(.hang)])
      for _ in 0..<2 { #expect(try await setting.send() == .failed("127.0.0.1 did not answer in time.")) }
    }
  }

  @Test("go to tokens of Google's form only")
  func tokens() async throws {
    try await run { setting in
      for address in [
        "", "short", "with a space in the token of it", String(repeating: "a", count: 2_049), "ü\(Self.address)",
      ] {
        let refusal = #expect(throws: Refusal.self, "\(address)") {
          try setting.services.device(PushSubscription(service: .fcm, address: address))
        }
        #expect(refusal?.code == .invalid)
      }
    }
  }
}
