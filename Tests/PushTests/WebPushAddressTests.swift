import Crypto
import Domain
import Push
import ServerCore
import TestSupport
import Testing

@Suite("Subscriptions of browsers")
struct WebPushAddressTests {
  private static let publicKey = Base64URL.encode(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
  private static let secret = Base64URL.encode([UInt8](repeating: 7, count: 16))

  private func device(
    _ address: String, publicKey: String? = publicKey, secret: String? = secret, allowing origins: [String] = []
  ) async throws -> PushDevice {
    let settings = try WebPushSettings(contact: "mailto:a@example.org", allowedOrigins: origins) {
      () throws(Refusal) -> [UInt8] in []
    }
    return try await PushFixture.using(PushServices(web: WebPushService(settings))) { services in
      try services.device(
        PushSubscription(service: .web, address: address, publicKey: publicKey, secret: secret))
    }
  }

  @Test(
    "are kept when they are at a known push service",
    arguments: [
      "https://fcm.googleapis.com/fcm/send/abc:APA91b-_x", "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
      "https://autopush.prod.push.services.mozilla.com/wpush/v1/x", "https://web.push.apple.com/QGu",
      "https://api.push.apple.com/x", "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b",
      "https://db5.wns.windows.com/?token=x", "https://FCM.googleapis.com/fcm/send/x",
    ])
  func known(_ address: String) async throws {
    let device = try await device(address)
    #expect((device.service, device.address) == (.web, address))
    #expect(device.publicKey.count == 65 && device.secret.count == 16)
  }

  @Test(
    "are refused at any other address",
    arguments: [
      "http://fcm.googleapis.com/fcm/send/x", "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x",
      "https://169.254.169.254/latest/meta-data", "http://169.254.169.254/latest/meta-data",
      "https://[::ffff:127.0.0.1]/x", "https://2130706433/x", "https://user@fcm.googleapis.com/x",
      "https://user:secret@fcm.googleapis.com/x", "https://fcm.googleapis.com@evil.org/x",
      "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com:22/x", "https://fcm.googleapis.com.evil.org/x",
      "https://evil.org/fcm.googleapis.com", "https://evil.org?fcm.googleapis.com/",
      "https://evil.org#.push.apple.com/", #"https://evil.org\.push.apple.com/"#, "https://evilpush.apple.com/x",
      "https://notify.windows.com.evil.org/x", "https://evilfcm.googleapis.com/x", "https://.push.apple.com/x",
      "https://a..push.apple.com/x", "https://fcm.googleapis.com./x", "https://fcm.googleapis.com%2f@evil.org/x",
      "https://fcm.googleapis.com%00.evil.org/x", "https://fcm.googleapis.com\r\n.evil.org/x",
      "https://fcm.googleapis.com/\r\nHost: evil.org", "https://fcm.googleapis.com\t/x", "https:/fcm.googleapis.com/x",
      "https:///x", "//fcm.googleapis.com/x", "ftp://fcm.googleapis.com/x", "file:///etc/passwd", "", "x",
      "https://fcm.googleapis.com", "https://ⓕcm.googleapis.com/x", "https://fcm.googleapis.com:/x",
      "https://fcm.googleapis.com:443:443/x", "https://fcm.googleapis.com:0443/x",
      "https://fcm.googleapis.com/" + String(repeating: "x", count: 2_048),
    ])
  func refused(_ address: String) async throws {
    let refusal = await #expect(throws: Refusal.self) { _ = try await device(address) }
    #expect(refusal?.code == .invalid)
    #expect(address.isEmpty || refusal?.detail.contains(address) == false || address == "x")
  }

  @Test("are kept at an origin that the operator allows, exactly")
  func allowed() async throws {
    let origins = ["http://127.0.0.1:9000", "https://push.example.org", "https://push.example.com:443"]
    for address in [
      "http://127.0.0.1:9000/x", "https://push.example.org/x", "https://push.example.org:443/x",
      "https://push.example.com/x",
    ] {
      #expect(try await device(address, allowing: origins).address == address)
    }
    for address in [
      "https://127.0.0.1:9000/x", "http://127.0.0.1:9001/x", "http://127.0.0.1/x", "http://push.example.org/x",
      "https://push.example.org:8443/x", "https://a.push.example.org/x", "http://localhost:9000/x",
      "http://user@127.0.0.1:9000/x",
    ] {
      await #expect(throws: Refusal.self, "\(address)") { _ = try await device(address, allowing: origins) }
    }
  }

  @Test("may have padded keys")
  func padding() async throws {
    let device = try await device(
      "https://web.push.apple.com/x", publicKey: Self.publicKey + "=", secret: Self.secret + "==")
    #expect(device.secret == [UInt8](repeating: 7, count: 16))
    #expect(Base64URL.encode(device.publicKey) == Self.publicKey)
  }

  struct Keys: Sendable, CustomStringConvertible {
    var publicKey: String? = WebPushAddressTests.publicKey
    var secret: String? = WebPushAddressTests.secret
    let description: String
  }

  @Test(
    "are refused without good keys",
    arguments: [
      Keys(publicKey: nil, description: "no key"), Keys(publicKey: "", description: "an empty key"),
      Keys(publicKey: Base64URL.encode([4] + [UInt8](repeating: 1, count: 64)), description: "not on the curve"),
      Keys(publicKey: Base64URL.encode([UInt8](repeating: 0, count: 65)), description: "zeros"),
      Keys(
        publicKey: Base64URL.encode(P256.KeyAgreement.PrivateKey().publicKey.compressedRepresentation),
        description: "a compressed point"),
      Keys(publicKey: publicKey + "A", description: "a byte more"), Keys(publicKey: publicKey + "==", description: "="),
      Keys(publicKey: publicKey.replacing("_", with: "/") + "+/", description: "another alphabet"),
      Keys(secret: nil, description: "no secret"), Keys(secret: "", description: "an empty secret"),
      Keys(secret: Base64URL.encode([UInt8](repeating: 7, count: 15)), description: "15 bytes"),
      Keys(secret: Base64URL.encode([UInt8](repeating: 7, count: 17)), description: "17 bytes"),
      Keys(secret: secret + "===", description: "three ="),
    ])
  func keys(_ keys: Keys) async throws {
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await device("https://web.push.apple.com/x", publicKey: keys.publicKey, secret: keys.secret)
    }
    #expect(refusal?.code == .invalid)
  }

  @Test(
    "need settings with a contact and with origins",
    arguments: [
      ("", []), ("a@example.org", []), ("mailto:", []), ("mailto:a", []), ("mailto:a b@example.org", []),
      ("mailto:a@", []), ("mailto:a@example.org\n", []), ("http://example.org", []), ("https://", []),
      ("mailto:a@example.org", ["push.example.org"]), ("mailto:a@example.org", ["https://push.example.org/"]),
      ("mailto:a@example.org", ["https://push.example.org/x"]), ("mailto:a@example.org", ["ftp://push.example.org"]),
      ("mailto:a@example.org", ["https://user@push.example.org"]), ("mailto:a@example.org", ["https://*.example.org"]),
      ("mailto:a@example.org", ["https://example.org:0"]), ("mailto:a@example.org", ["https://example.org:70000"]),
    ] as [(String, [String])])
  func settings(_ contact: String, _ origins: [String]) throws {
    let problem = try #require(throws: PushSettingsProblem.self) {
      try WebPushSettings(contact: contact, allowedOrigins: origins) { () throws(Refusal) -> [UInt8] in [] }
    }
    #expect(problem.description.contains(origins.first ?? "contact"))
  }

  @Test("take a contact by mail or web")
  func contacts() throws {
    for contact in ["mailto:push@example.org", "https://example.org", "https://example.org/contact?x=1"] {
      _ = try WebPushSettings(contact: contact) { () throws(Refusal) -> [UInt8] in [] }
    }
  }
}
