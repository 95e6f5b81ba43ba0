import Crypto
import CryptoExtras
import Foundation
import OpenID
import ServerCore

/// A provider that signs what a test wants, rightly or wrongly.
struct TokenMint {
  let rsa: _RSA.Signing.PrivateKey
  let elliptic = P256.Signing.PrivateKey()

  static let issuer = "https://login.example"
  static let clientID = "messenger"
  static let nonce = "the-nonce-of-this-sign-in"
  static let now: Int64 = 1_790_000_000

  init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  /// The claims of a right token, with `changes`; `NSNull` leaves one out.
  func claims(_ changes: [String: Any] = [:]) -> [String: Any] {
    var claims: [String: Any] = [
      "iss": Self.issuer, "sub": "person-1", "aud": Self.clientID, "nonce": Self.nonce,
      "iat": Self.now - 5, "exp": Self.now + 300, "email": "ada@team.example", "email_verified": true,
      "name": "Ada",
    ]
    claims.merge(changes) { $1 }
    return claims.filter { !($0.value is NSNull) }
  }

  func rs256(_ claims: [String: Any], keyID: String? = "rsa-1") throws -> String {
    try token("RS256", keyID, claims) {
      try rsa.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
    }
  }

  /// The same key with the other padding.
  func ps256(_ claims: [String: Any], named algorithm: String) throws -> String {
    try token(algorithm, "rsa-1", claims) { try rsa.signature(for: $0, padding: .PSS).rawRepresentation }
  }

  func es256(_ claims: [String: Any], keyID: String? = "ec-1") throws -> String {
    try token("ES256", keyID, claims) { try elliptic.signature(for: $0).rawRepresentation }
  }

  func token(
    _ algorithm: String, _ keyID: String?, _ claims: [String: Any], header: [String: Any] = [:],
    _ signature: (Data) throws -> Data
  ) throws -> String {
    var header = header
    header["alg"] = algorithm
    header["kid"] = keyID
    let parts = try [header, claims].map {
      Base64URL.encode(try JSONSerialization.data(withJSONObject: $0))
    }
    let text = parts.joined(separator: ".")
    return "\(text).\(Base64URL.encode(try signature(Data(text.utf8))))"
  }

  func rsaKey(_ changes: [String: Any] = [:]) throws -> [String: Any] {
    let primitives = try rsa.publicKey.getKeyPrimitives()
    let key: [String: Any] = [
      "kty": "RSA", "kid": "rsa-1", "n": Base64URL.encode(primitives.modulus),
      "e": Base64URL.encode(primitives.publicExponent),
    ]
    return key.merging(changes) { $1 }.filter { !($0.value is NSNull) }
  }

  func ellipticKey() -> [String: Any] {
    let point = elliptic.publicKey.rawRepresentation
    return [
      "kty": "EC", "kid": "ec-1", "crv": "P-256", "x": Base64URL.encode(point.prefix(32)),
      "y": Base64URL.encode(point.suffix(32)),
    ]
  }

  static func keys(_ keys: [Any]) throws -> ProviderKeys {
    try ProviderKeys(json: JSONSerialization.data(withJSONObject: ["keys": keys]))
  }
}
