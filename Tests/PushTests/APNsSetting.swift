import Domain
import Foundation
import Push
import ServerCore
import TestSupport

/// A server with a key at Apple, and Apple.
struct APNsSetting {
  let receiver: PushReceiver
  let provider: PushReceiver.Provider
  let services: PushServices
  let clock: SettableClock

  func device(_ digit: Character = "a", _ environment: PushEnvironment? = nil) throws -> PushDevice {
    try services.device(
      PushSubscription(
        service: .apns, address: String(repeating: digit, count: 64), environment: environment))
  }

  func send(_ number: UInt64 = 1, to digit: Character = "a") async throws -> PushReply {
    await services.send(try PushFixture.push(number, at: clock.now), to: try device(digit))
  }

  func records(_ digit: Character = "a") async throws -> [PushReceiver.Record] {
    try await receiver.records(String(repeating: digit, count: 64))
  }

  func plan(_ plans: [PushReceiver.Plan]) async throws {
    try await receiver.plan(String(repeating: "a", count: 64), plans)
  }

  /// Who answers in Apple's place.
  enum Peer {
    case apple
    /// Signed by an authority that the server does not know.
    case untrusted
    /// Without HTTP/2.
    case old
  }

  /// Runs `body` with both.
  static func run(
    _ peer: Peer = .apple, limits: PushTimeLimits = PushFixture.patientLimits, at start: Timestamp = PushFixture.now,
    _ body: (APNsSetting) async throws -> Void
  ) async throws {
    try await PushReceiver.run { receiver in
      let clock = SettableClock(start)
      let provider = try await receiver.provider()
      let settings = try APNsSettings(
        keyPEM: provider.keyPEM, keyID: provider.keyID, teamID: provider.teamID, topic: provider.topic,
        production: peer == .old ? receiver.oldAppleAddress : receiver.appleAddress,
        development: receiver.appleAddress.replacing("localhost", with: "127.0.0.1"),
        trustRootsPEM: peer == .untrusted ? receiver.otherAuthorityPEM : receiver.authorityPEM)
      let apns = APNsService(settings, clock: clock, limits: limits)
      try await PushFixture.using(PushServices(apns: apns)) { services in
        try await body(APNsSetting(receiver: receiver, provider: provider, services: services, clock: clock))
      }
    }
  }

  static func refusal(_ status: Int, _ reason: String) -> PushReceiver.Plan {
    PushReceiver.Plan(status, body: #"{"reason":"\#(reason)"}"#)
  }
}
