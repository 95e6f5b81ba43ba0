import AIProviders
import Crypto
import CryptoExtras
import Domain
import Foundation
import Push
import ServerCore
import TestSupport
import Testing

@Suite("Keys and settings of push services")
struct PushSettingsTests {
  private static let keyPEM = P256.Signing.PrivateKey().pemRepresentation

  struct Apple: Sendable, CustomStringConvertible {
    var keyPEM = PushSettingsTests.keyPEM
    var keyID = "ABC1234567"
    var teamID = "TEAM123456"
    var topic = "org.example.app"
    var production = APNsSettings.productionHost
    var development = APNsSettings.developmentHost
    var trustRootsPEM: String?
    let says: String
    var description: String { says + production + development + topic }

    func settings() throws -> APNsSettings {
      try APNsSettings(
        keyPEM: keyPEM, keyID: keyID, teamID: teamID, topic: topic, production: production, development: development,
        trustRootsPEM: trustRootsPEM)
    }
  }

  @Test("Apple's are taken as Apple gives them, also from a file")
  func apple() throws {
    _ = try Apple(says: "").settings()
    let file = NSTemporaryDirectory() + "AuthKey_\(UUID()).p8"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(Self.keyPEM.utf8).write(to: URL(fileURLWithPath: file))
    _ = try APNsSettings(keyFile: file, keyID: "ABC1234567", teamID: "TEAM123456", topic: "org.example.app")
    let problem = try #require(throws: PushSettingsProblem.self) {
      try APNsSettings(keyFile: "/nowhere/key.p8", keyID: "ABC1234567", teamID: "TEAM123456", topic: "org.example.app")
    }
    #expect(problem == .unreadable("/nowhere/key.p8") && problem.description.contains("/nowhere/key.p8"))
  }

  @Test(
    "Apple's say what is wrong with them, without the key",
    arguments: [
      Apple(keyPEM: "", says: "Apple's key for notifications is not a PEM text"),
      Apple(keyPEM: "canary", says: "Apple's key for notifications is not a PEM text"),
      Apple(keyPEM: P384.Signing.PrivateKey().pemRepresentation, says: "not a private key of the curve P-256"),
      Apple(keyPEM: P256.Signing.PrivateKey().publicKey.pemRepresentation, says: "not a private key of the curve"),
      Apple(keyPEM: "-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----", says: "not a private key of the"),
      Apple(keyID: "ABC123456", says: "The id of Apple's key must be 10"),
      Apple(keyID: "ABC/234567", says: "The id of Apple's key must be 10"),
      Apple(teamID: "TEAM1234567", says: "The id of the team at Apple must be 10"),
      Apple(teamID: "", says: "The id of the team at Apple must be 10"), Apple(topic: "", says: "bundle id"),
      Apple(topic: "org.example app", says: "bundle id"), Apple(topic: "org.example\r\nx: y", says: "bundle id"),
      Apple(production: "http://api.push.apple.com", says: "http://api.push.apple.com must be"),
      Apple(production: "api.push.apple.com", says: "Apple's server"),
      Apple(development: "https://api.push.apple.com/x", says: "https://api.push.apple.com/x must be"),
      Apple(trustRootsPEM: "canary", says: "The certificate to trust is not a PEM text"),
      Apple(
        trustRootsPEM: "-----BEGIN CERTIFICATE-----\ncanary\n-----END CERTIFICATE-----",
        says: "The certificate to trust is not a certificate"),
    ])
  func wrongApple(_ wrong: Apple) throws {
    let problem = try #require(throws: PushSettingsProblem.self) { try wrong.settings() }
    #expect(problem.description.contains(wrong.says) && !problem.description.contains("canary"))
  }

  /// The file of a service account with some fields changed; `null` removes one.
  private static func account(_ changes: [String: JSONValue] = [:], key: String) -> String {
    let fields: [(String, JSONValue)] = [
      ("type", "service_account"), ("project_id", "team-1"), ("private_key_id", "1"), ("private_key", .string(key)),
      ("client_email", "push@team-1.iam.gserviceaccount.com"), ("token_uri", "https://oauth2.googleapis.com/token"),
    ]
    let changed = fields.map { ($0.0, changes[$0.0] ?? $0.1) }.filter { !$0.1.isNull }
    return JSONValue.object(JSONObject(changed)).text
  }

  @Test("Google's are taken as Google gives them, also from a file")
  func google() throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    for pem in [key.pemRepresentation, key.pkcs8PEMRepresentation] {
      _ = try FCMSettings(serviceAccountJSON: Self.account(key: pem))
    }
    let file = NSTemporaryDirectory() + "account-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(Self.account(key: key.pemRepresentation).utf8).write(to: URL(fileURLWithPath: file))
    _ = try FCMSettings(serviceAccountFile: file)
    let problem = try #require(throws: PushSettingsProblem.self) {
      try FCMSettings(serviceAccountFile: "/nowhere/account.json")
    }
    #expect(problem == .unreadable("/nowhere/account.json"))
  }

  @Test("Google's say what is wrong with them, without the key")
  func wrongGoogle() throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1_024)).pemRepresentation
    let cases: [(changes: [String: JSONValue], says: String)] = [
      (["private_key": "canary"], "private_key of Google's service account is not a PEM text"),
      (["private_key": .string(Self.keyPEM)], "is not a private RSA key"),
      (["private_key": .string(short)], "has 1024 bits; at least 2048"), (["private_key": .null], "JSON with type"),
      (["type": "authorized_user"], "service_account"), (["project_id": ""], "project_id"),
      (["project_id": "../x"], "project_id"), (["client_email": "nobody"], "client_email"),
      (["token_uri": "http://oauth2.googleapis.com/token"], "token_uri"), (["token_uri": "token"], "token_uri"),
    ]
    for (changes, says) in cases {
      let problem = try #require(throws: PushSettingsProblem.self, "\(says)") {
        try FCMSettings(serviceAccountJSON: Self.account(changes, key: key))
      }
      #expect(problem.description.contains(says) && !problem.description.contains("canary"), "\(problem)")
    }
    for text in ["", "canary", "[]"] {
      let problem = try #require(throws: PushSettingsProblem.self) { try FCMSettings(serviceAccountJSON: text) }
      #expect(problem.description.contains("JSON with type") && !problem.description.contains("canary"))
    }
    for host in ["http://fcm.googleapis.com", "fcm.googleapis.com", "https://fcm.googleapis.com/v1"] {
      let problem = try #require(throws: PushSettingsProblem.self) {
        try FCMSettings(serviceAccountJSON: Self.account(key: key), host: host)
      }
      #expect(problem.description.contains(host))
    }
  }
}
