import Crypto
import Domain
import Foundation
import OpenID
import ServerCore
import Testing

/// What an operator writes into the file of providers.
struct ProviderSettingsTests {
  private func all(_ json: String, files: [String: String] = [:]) throws -> [ProviderSettings] {
    try ProviderSettings.all(in: "/etc/team/providers.json") {
      $0 == "/etc/team/providers.json" ? json : files[$0]
    }
  }

  private func bytes(_ part: String) throws -> Data { Data(try #require(Base64URL.decode(part))) }

  private func problem(_ json: String, files: [String: String] = [:]) -> String? {
    do {
      _ = try all(json, files: files)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a provider has an issuer, an id, a name and a client; its secret may stand in a file beside")
  func whole() throws {
    let json = """
      [{"id": "acme", "name": "Acme", "issuer": "https://id.acme.example/realm", "clientID": "chat",
        "clientSecretFile": "acme.secret"},
       {"preset": "google", "clientID": "g", "clientSecretFile": "/run/google"}]
      """
    let found = try all(json, files: ["/etc/team/acme.secret": " s1\n", "/run/google": "s2"])
    #expect(found.map(\.id) == ["acme", "google"])
    #expect(found.map(\.name) == ["Acme", "Google"])
    #expect(found.map(\.client.issuer) == ["https://id.acme.example/realm", "https://accounts.google.com"])
    guard case .text("s1") = found[0].client.clientSecret, case .text("s2") = found[1].client.clientSecret else {
      Issue.record("other secrets")
      return
    }
  }

  @Test("Google knows of its own addresses and of its organisations' who has them now, and of no others")
  func verified() throws {
    let json = """
      [{"preset": "google", "clientID": "g"},
       {"id": "acme", "name": "Acme", "issuer": "https://id.acme.example", "clientID": "chat"}]
      """
    let providers = try all(json)
    let mint = try TokenMint()
    let keys = try TokenMint.keys([mint.rsaKey()])
    let expected = IDToken.Expectations(issuer: TokenMint.issuer, clientID: TokenMint.clientID, nonce: TokenMint.nonce)
    func verified(_ changes: [String: Any]) throws -> [Bool] {
      let token = try IDToken(
        verifying: mint.rs256(mint.claims(changes)), keys: keys, expecting: expected,
        now: Timestamp(milliseconds: TokenMint.now * 1_000))
      return providers.map { $0.isVerified(token) }
    }
    #expect(try verified([:]) == [false, true], "a personal account on an address of somebody's domain")
    #expect(try verified(["hd": "team.example"]) == [true, true])
    #expect(try verified(["email": "Ada@Gmail.com"]) == [true, true])
    #expect(try verified(["email": "ada@gmail.com.evil.example"]) == [false, true])
    #expect(try verified(["hd": "team.example", "email_verified": false]) == [false, false])
  }

  @Test("Apple's client secret is signed with its key")
  func apple() throws {
    let key = P256.Signing.PrivateKey()
    let json = #"[{"preset": "apple", "clientID": "org.x", "team": "T", "keyID": "K", "keyFile": "AuthKey_K.p8"}]"#
    let files = ["/etc/team/AuthKey_K.p8": key.pemRepresentation]
    let provider = try #require(try all(json, files: files).first)
    guard case .apple(let client) = provider.client.clientSecret else {
      Issue.record("another secret")
      return
    }
    let parts = try client.secret(for: "org.x", at: 1_000).split(separator: ".").map(String.init)
    func object(_ part: String) throws -> [String: Any]? {
      try JSONSerialization.jsonObject(with: bytes(part)) as? [String: Any]
    }
    #expect(try object(parts[0])?["alg"] as? String == "ES256" && object(parts[0])?["kid"] as? String == "K")
    let claims = try #require(try object(parts[1]))
    #expect(claims["iss"] as? String == "T" && claims["sub"] as? String == "org.x")
    #expect(claims["aud"] as? String == "https://appleid.apple.com" && claims["exp"] as? Int == 1_300)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(parts[2]))
    #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    #expect(problem(json, files: ["/etc/team/AuthKey_K.p8": "no key"])?.contains("is no key of Apple's") == true)
  }

  @Test(
    "what is wrong is named",
    arguments: [
      ("{}", "is no list of providers"), ("[]", "names 1 to 10 providers"), ("[{}]", "it has no issuer"),
      (#"[{"issuer": "http://id.example", "id": "x", "name": "X", "clientID": "c"}]"#, "no https address"),
      (#"[{"issuer": "https://id.example", "id": "X y", "name": "X", "clientID": "c"}]"#, "its id is not"),
      (#"[{"issuer": "https://id.example", "id": "x", "name": "", "clientID": "c"}]"#, "its name is not"),
      (#"[{"issuer": "https://id.example", "id": "x", "name": "X"}]"#, "it has no clientID"),
      (#"[{"preset": "gogle", "clientID": "c"}]"#, "there is no preset of that name"),
      (#"[{"preset": "google", "clientId": "c"}]"#, "clientId is no setting"),
      (#"[{"preset": "google", "clientID": "c", "clientSecretFile": "gone"}]"#, "/etc/team/gone cannot be read"),
      (#"[{"preset": "google", "clientID": "c", "clientSecret": ""}]"#, "its secret is empty"),
      (#"[{"preset": "apple", "clientID": "c"}]"#, "team, keyID and keyFile belong together"),
      (#"[{"preset": "google", "clientID": "c"}, {"preset": "google", "clientID": "d"}]"#, "provider 2 twice"),
    ])
  func wrong(_ json: String, _ words: String) {
    #expect(problem(json)?.contains(words) == true, "\(problem(json) ?? "taken")")
    #expect(problem(json)?.hasPrefix("The file /etc/team/providers.json ") == true)
  }
}
