import AIProviders
import Domain
import Foundation
import Push
import ServerCore
import TestSupport
import Testing

@Suite("Apple's notifications")
struct APNsServiceTests {
  @Test("carry a message's ids and a text in the reader's language, by HTTP/2")
  func accepted() async throws {
    try await APNsSetting.run { setting in
      #expect(try await setting.send() == .accepted)
      let record = try #require(try await setting.records().first)
      #expect(record.problems == [] && record.path == "/3/device/" + String(repeating: "a", count: 64))
      #expect(
        record.payload == [
          "aps": [
            "alert": ["loc-key": "New message"], "badge": 3, "sound": "default", "mutable-content": 1,
            "thread-id": .string(PushFixture.conversation), "category": "message",
          ],
          "conversation": .string(PushFixture.conversation), "message": .string(PushFixture.message), "seq": 42,
        ])
      let expiry = String(setting.clock.now.adding(seconds: 3_600).milliseconds / 1_000)
      #expect(record.headers["apns-expiration"]?.string == expiry)
      #expect(record.headers["apns-priority"] == "10" && record.headers["apns-push-type"] == "alert")
      #expect(record.headers["apns-topic"]?.string == setting.provider.topic)
      #expect(record.claims["iss"]?.string == setting.provider.teamID)
      #expect(record.claims["iat"]?.integer == Int(setting.clock.now.milliseconds / 1_000))
    }
  }

  @Test("have what the app reads them by")
  func readable() async throws {
    try await APNsSetting.run { setting in
      _ = try await setting.send()
      let payload = try #require(try await setting.records().first).payload
      let reference = NotificationReference(
        conversation: payload[NotificationReference.conversationKey]?.string,
        message: payload[NotificationReference.messageKey]?.string,
        seq: payload[NotificationReference.seqKey]?.integer.map(Int64.init))
      #expect(.message(try #require(reference)) == (try PushFixture.push(at: setting.clock.now).subject))
    }
  }

  @Test("break through focus when they are urgent, and are small whatever the numbers")
  func urgent() async throws {
    try await APNsSetting.run { setting in
      let push = try PushFixture.push(badge: .max, seq: .max, isUrgent: true, at: setting.clock.now)
      #expect(await setting.services.send(push, to: try setting.device()) == .accepted)
      let record = try #require(try await setting.records().first)
      #expect(record.problems == [] && record.size <= 4_096)
      #expect(record.payload["aps"]?["interruption-level"] == "time-sensitive")
      #expect(record.payload["seq"]?.integer == .max)
    }
  }

  @Test("keep their names when they are sent again, which do not tell the ticket")
  func names() async throws {
    try await APNsSetting.run { setting in
      for number in [1, 1, 2] as [UInt64] { #expect(try await setting.send(number) == .accepted) }
      for name in ["apns-id", "apns-collapse-id"] {
        let values = try await setting.records().compactMap { $0.headers[name]?.string }
        #expect(PushFixture.pattern(values) == [0, 0, 1])
        #expect(values.allSatisfy { !$0.contains("01927c4e") })
      }
    }
  }

  @Test("go to the server of the device's environment, over one connection each")
  func environments() async throws {
    try await APNsSetting.run { setting in
      let push = try PushFixture.push(at: setting.clock.now)
      let devices = [
        try setting.device("a"), try setting.device("b", .production), try setting.device("c", .development),
      ]
      let replies = await withTaskGroup(of: PushReply.self) { group in
        for device in devices + devices + devices {
          group.addTask { [services = setting.services] in await services.send(push, to: device) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(replies == Array(repeating: .accepted, count: 9))
      var connections: Set<Int> = []
      for (digit, host) in [("a", "localhost"), ("b", "localhost"), ("c", "127.0.0.1")] as [(Character, String)] {
        let records = try await setting.records(digit)
        #expect(records.allSatisfy { $0.headers[":authority"]?.string?.hasPrefix("\(host):") == true })
        connections.formUnion(records.map(\.connection))
      }
      #expect(connections.count == 2)
    }
  }

  @Test("name the server by the same token for 50 minutes")
  func renewal() async throws {
    // The receiver's own clock takes tokens of the last hour.
    try await APNsSetting.run(at: PushFixture.now.adding(seconds: -3_000)) { setting in
      for seconds in [0, 2_999, 1] as [Int64] {
        setting.clock.advance(seconds: seconds)
        #expect(try await setting.send() == .accepted)
      }
      let tokens = try await setting.records().compactMap { $0.claims["token"]?.string }
      #expect(PushFixture.pattern(tokens) == [0, 0, 1])
    }
  }

  @Test("go to tokens of hexadecimal digits only")
  func tokens() async throws {
    try await APNsSetting.run { setting in
      let upper = PushSubscription(service: .apns, address: String(repeating: "AB", count: 40))
      let device = try setting.services.device(upper)
      #expect(device.address == String(repeating: "ab", count: 40) && device.environment == .production)
      let wrong = [
        "", String(repeating: "a", count: 63), String(repeating: "a", count: 201), String(repeating: "g", count: 64),
        "../" + String(repeating: "a", count: 64), String(repeating: "a", count: 64) + "\n",
        String(repeating: "٣", count: 64),
      ]
      for address in wrong {
        let refusal = #expect(throws: Refusal.self, "\(address)") {
          try setting.services.device(PushSubscription(service: .apns, address: address))
        }
        #expect(refusal?.code == .invalid)
        let reply = await setting.services.send(
          try PushFixture.push(at: setting.clock.now), to: PushDevice(service: .apns, address: address))
        #expect(reply.kind == "rejected")
      }
    }
  }
}
