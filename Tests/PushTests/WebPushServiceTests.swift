import Crypto
import Domain
import Foundation
import Push
import ServerCore
import Synchronization
import TestSupport
import Testing

@Suite("Web Push")
struct WebPushServiceTests {
  private static let key = [UInt8](P256.Signing.PrivateKey().rawRepresentation)

  /// A server, a browser that has subscribed, and the push service between them.
  struct Setting {
    let receiver: PushReceiver
    let services: PushServices
    let device: PushDevice
    let clock: SettableClock
    /// The device's at the receiver.
    var path: String { String(device.address.dropFirst(receiver.address.count)) }

    func send(_ number: UInt64 = 1, isUrgent: Bool = false) async throws -> PushReply {
      await services.send(try PushFixture.push(number, isUrgent: isUrgent, at: clock.now), to: device)
    }

    func records() async throws -> [PushReceiver.Record] { try await receiver.records(path) }
  }

  private func run(
    _ limits: PushTimeLimits = PushFixture.patientLimits, at start: Timestamp = PushFixture.now,
    key: @escaping @Sendable () async throws(Refusal) -> [UInt8] = { () throws(Refusal) -> [UInt8] in Self.key },
    _ body: (Setting) async throws -> Void
  ) async throws {
    try await PushReceiver.run { receiver in
      let clock = SettableClock(start)
      let settings = try WebPushSettings(
        contact: "mailto:push@example.org", allowedOrigins: [receiver.address], key: key)
      let web = WebPushService(settings, clock: clock, limits: limits)
      try await PushFixture.using(PushServices(web: web)) { services in
        let device = try services.device(try await receiver.subscription())
        try await body(Setting(receiver: receiver, services: services, device: device, clock: clock))
      }
    }
  }

  @Test("carries a message's ids to a browser, encrypted, from a server that names itself")
  func accepted() async throws {
    try await run { setting in
      #expect(try await setting.send() == .accepted)
      let record = try #require(try await setting.records().first)
      #expect(record.problems == [])
      #expect(
        record.payload == [
          "ticket": "01927c4e-3333-7000-8000-000000000001", "conversation": .string(PushFixture.conversation),
          "message": .string(PushFixture.message), "seq": 42, "badge": 3,
        ])
      #expect(record.headers["ttl"] == "3600" && record.headers["urgency"] == "normal")
      #expect(record.headers["content-encoding"] == "aes128gcm")
      let now = Int(setting.clock.now.milliseconds / 1_000)
      #expect(record.claims["aud"]?.string == setting.receiver.address)
      #expect(record.claims["exp"]?.integer == now + 12 * 3_600)
      #expect(record.claims["sub"] == "mailto:push@example.org")
      #expect(record.claims["k"]?.string == (try await setting.services.webKey()))
    }
  }

  @Test("tells the service and the browser what is urgent")
  func urgent() async throws {
    try await run { setting in
      #expect(try await setting.send(isUrgent: true) == .accepted)
      let record = try #require(try await setting.records().first)
      #expect(record.problems == [] && record.headers["urgency"] == "high" && record.payload["urgent"] == true)
    }
  }

  @Test("lets a repeat replace the push before, and no other one, without telling the ticket")
  func topics() async throws {
    try await run { setting in
      for number in [1, 1, 2] as [UInt64] { #expect(try await setting.send(number) == .accepted) }
      let topics = try await setting.records().compactMap { $0.headers["topic"]?.string }
      #expect(PushFixture.pattern(topics) == [0, 0, 1])
      for topic in topics {
        #expect(topic.count == 32 && !topic.contains("01927c4e"))
        #expect(Base64URL.decode(topic).map { !$0.starts(with: [0x01, 0x92, 0x7C, 0x4E]) } == true)
      }
    }
  }

  @Test("stays within what services take, whatever the numbers, and never asks for a negative time")
  func bounds() async throws {
    try await run { setting in
      let push = try PushFixture.push(.max >> 16, badge: .max, seq: .max, isUrgent: true, at: setting.clock.now)
      #expect(await setting.services.send(push, to: setting.device) == .accepted)
      setting.clock.advance(seconds: 7_200)
      #expect(await setting.services.send(push, to: setting.device) == .accepted)
      let records = try await setting.records()
      #expect(records.allSatisfy { $0.problems == [] && $0.size <= 4_096 })
      #expect(records.map { $0.payload["badge"]?.integer } == [.max, .max])
      #expect(records.map { $0.headers["ttl"]?.string } == ["3600", "0"])
    }
  }

  @Test("names itself anew an hour before a token ends, and reads its key once")
  func renewal() async throws {
    let reads = Mutex(0)
    let key: @Sendable () async throws(Refusal) -> [UInt8] = { () throws(Refusal) -> [UInt8] in
      reads.withLock { $0 += 1 }
      return Self.key
    }
    try await run(key: key) { setting in
      for seconds in [0, 11 * 3_600, 1] as [Int64] {
        setting.clock.advance(seconds: seconds)
        #expect(try await setting.send() == .accepted)
      }
      let records = try await setting.records()
      let tokens = records.compactMap { $0.headers["authorization"]?.string }
      #expect(PushFixture.pattern(tokens) == [0, 0, 1])
      #expect(records.allSatisfy { $0.problems == [] } && Set(records.map(\.connection)).count == 1)
    }
    #expect(reads.withLock { $0 } == 1)
  }

  @Test("cannot be used with a damaged key, or without one")
  func keys() async throws {
    let damaged: @Sendable () async throws(Refusal) -> [UInt8] = { () throws(Refusal) -> [UInt8] in [1, 2, 3] }
    let absent: @Sendable () async throws(Refusal) -> [UInt8] = { () throws(Refusal) -> [UInt8] in
      throw Refusal(.overloaded, "The store is busy.")
    }
    for (key, words) in [(damaged, "The key of Web Push is damaged."), (absent, "The store is busy.")] {
      try await run(key: key) { setting in
        await #expect(throws: Refusal.self) { try await setting.services.webKey() }
        let reply = try await setting.send()
        #expect(reply == .failed(words))
        #expect(try await setting.records().isEmpty)
      }
    }
  }

  @Test("says of each answer whether the device is gone and whether to send again")
  func answers() async throws {
    let cases: [(status: Int, kind: String)] = [
      (200, "accepted"), (201, "accepted"), (202, "accepted"), (404, "gone"), (410, "gone"), (400, "rejected"),
      (401, "rejected"), (403, "rejected"), (413, "rejected"), (406, "failed"), (408, "failed"), (429, "failed"),
      (500, "failed"), (503, "failed"),
    ]
    try await run { setting in
      try await setting.receiver.plan(setting.path, cases.map { PushReceiver.Plan($0.status, body: setting.path) })
      for answer in cases {
        let reply = try await setting.send()
        #expect(reply.kind == answer.kind, "\(answer)")
        #expect(reply.kind == "accepted" || reply.text == "127.0.0.1 answers \(answer.status).")
      }
    }
  }

  @Test("waits as long as the service says, in seconds or until a date, and a day at most")
  func retryAfter() async throws {
    try await run(at: Timestamp(milliseconds: 784_111_687_001)) { setting in
      let values: [(String, Int64?)] = [
        ("120", 120), ("Sun, 06 Nov 1994 08:49:37 GMT", 90), ("Sun, 06 Nov 1993 08:49:37 GMT", 0), ("0", 0),
        ("999999999999999999999", 86_400), ("Sun, 06 Nov 2094 08:49:37 GMT", 86_400), ("soon", nil), ("-5", nil),
      ]
      try await setting.receiver.plan(
        setting.path, values.map { PushReceiver.Plan(429, headers: ["retry-after": $0.0]) })
      for (text, seconds) in values {
        #expect(try await setting.send() == .failed("127.0.0.1 answers 429.", retryAfter: seconds), "\(text)")
      }
    }
  }

  @Test("follows no redirect")
  func redirects() async throws {
    try await run { setting in
      let other = try await setting.receiver.subscription().address
      let plans = [301, 302, 307, 308].map { PushReceiver.Plan($0, headers: ["location": other]) }
      try await setting.receiver.plan(setting.path, plans)
      for plan in [301, 302, 307, 308] {
        #expect(try await setting.send() == .rejected("127.0.0.1 answers \(plan)."))
      }
      #expect(try await setting.receiver.records(String(other.dropFirst(setting.receiver.address.count))).isEmpty)
    }
  }

  @Test("sends nothing to a device whose address is allowed no more")
  func noLongerAllowed() async throws {
    try await run { setting in
      let settings = try WebPushSettings(contact: "mailto:push@example.org") {
        () throws(Refusal) -> [UInt8] in Self.key
      }
      try await PushFixture.using(PushServices(web: WebPushService(settings))) { services in
        let reply = await services.send(try PushFixture.push(at: setting.clock.now), to: setting.device)
        #expect(reply.kind == "rejected" && !reply.text.contains(setting.path))
      }
      #expect(try await setting.records().isEmpty)
    }
  }

  @Test("gives up on a service that does not answer, or not to the end", .timeLimit(.minutes(3)))
  func hang() async throws {
    try await run(PushFixture.limits(answering: .milliseconds(300))) { setting in
      try await setting.receiver.plan(
        setting.path, [.act(.hang), PushReceiver.Plan(201, body: "a part", act: .endless)])
      for _ in 0..<2 { #expect(try await setting.send() == .failed("127.0.0.1 did not answer in time.")) }
    }
  }

  @Test("names a connection that breaks, and makes another one for the next push")
  func drop() async throws {
    try await run { setting in
      try await setting.receiver.plan(setting.path, [.act(.drop)])
      #expect(try await setting.send() == .failed("127.0.0.1 closed the connection before it answered."))
      #expect(try await setting.send() == .accepted)
    }
  }

  @Test("names a service that is not there, at once")
  func refusedConnection() async throws {
    try await run { setting in
      let settings = try WebPushSettings(contact: "mailto:push@example.org", allowedOrigins: ["http://127.0.0.1:1"]) {
        () throws(Refusal) -> [UInt8] in Self.key
      }
      try await PushFixture.using(PushServices(web: WebPushService(settings))) { services in
        let device = PushDevice(
          service: .web, address: "http://127.0.0.1:1/secret", publicKey: setting.device.publicKey,
          secret: setting.device.secret)
        let reply = await services.send(try PushFixture.push(at: setting.clock.now), to: device)
        #expect(reply == .failed("The connection to 127.0.0.1 could not be made, or broke."))
      }
    }
  }

  @Test("ends at once when nobody waits for it any more")
  func cancelled() async throws {
    try await run { setting in
      try await setting.receiver.plan(setting.path, [.act(.hang)])
      let push = try PushFixture.push(at: setting.clock.now)
      let sending = Task { [services = setting.services, device = setting.device] in
        await services.send(push, to: device)
      }
      let (receiver, path) = (setting.receiver, setting.path)
      try await eventually("the request") { try await receiver.records(path).count == 1 }
      sending.cancel()
      #expect(await sending.value == .failed("The attempt to send to 127.0.0.1 was cancelled."))
    }
  }
}
