import Crypto
import Domain
import Push
import ServerCore
import TestSupport
import Testing

@Suite("Push services together")
struct PushServicesTests {
  private static let apple = PushSubscription(service: .apns, address: String(repeating: "0f", count: 32))
  private static let google = PushSubscription(service: .fcm, address: "token-of-a-device:APA91bF")
  private static let browser = PushSubscription(
    service: .web, address: "https://web.push.apple.com/x",
    publicKey: Base64URL.encode(P256.KeyAgreement.PrivateKey().publicKey.x963Representation),
    secret: Base64URL.encode([UInt8](repeating: 1, count: 16)))

  @Test("without keys keep devices, by the same rules, and send nothing")
  func notConfigured() async throws {
    try await PushFixture.using(PushServices()) { services in
      #expect(services.services == [])
      #expect(try await services.webKey() == nil)
      for subscription in [Self.apple, Self.google, Self.browser] {
        let device = try services.device(subscription)
        #expect(device.service == subscription.service)
        #expect(await services.send(try PushFixture.push(at: PushFixture.now), to: device) == .notConfigured)
        let elsewhere = PushSubscription(
          service: subscription.service, address: "https://127.0.0.1/x", publicKey: subscription.publicKey,
          secret: subscription.secret)
        #expect(throws: Refusal.self) { try services.device(elsewhere) }
      }
    }
  }

  @Test("offer those that they have keys for, and the public key that belongs to the private one")
  func offer() async throws {
    let key = P256.Signing.PrivateKey()
    let web = try WebPushSettings(contact: "mailto:a@example.org") {
      () throws(Refusal) -> [UInt8] in [UInt8](key.rawRepresentation)
    }
    let apns = try APNsSettings(
      keyPEM: P256.Signing.PrivateKey().pemRepresentation, keyID: "ABC1234567", teamID: "TEAM123456",
      topic: "org.example.app")
    try await PushFixture.using(PushServices(web: WebPushService(web), apns: APNsService(apns))) { services in
      #expect(services.services == [.web, .apns])
      #expect(try await services.webKey() == Base64URL.encode(key.publicKey.x963Representation))
      let device = try services.device(Self.google)
      #expect(await services.send(try PushFixture.push(at: PushFixture.now), to: device) == .notConfigured)
    }
  }
}
