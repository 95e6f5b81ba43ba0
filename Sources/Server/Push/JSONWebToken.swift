import Crypto
import CryptoExtras
import Foundation
import ServerCore

/// Signed tokens (RFC 7515, compact), as push services want them from who sends.
enum JSONWebToken {
  /// With ES256: the signature is r and s, 64 bytes, not DER.
  static func signed(
    _ claims: some Encodable, by key: P256.Signing.PrivateKey, keyID: String? = nil
  ) throws -> String {
    try signed(claims, Header(alg: "ES256", kid: keyID)) { try key.signature(for: $0).rawRepresentation }
  }

  /// With RS256: the padding of PKCS #1 1.5, not PSS.
  static func signed(_ claims: some Encodable, by key: _RSA.Signing.PrivateKey, keyID: String?) throws -> String {
    try signed(claims, Header(alg: "RS256", kid: keyID)) {
      try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
    }
  }

  private struct Header: Encodable {
    let typ = "JWT"
    let alg: String
    let kid: String?
  }

  private static func signed(
    _ claims: some Encodable, _ header: Header, _ signature: (Data) throws -> Data
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = "\(Base64URL.encode(try encoder.encode(header))).\(Base64URL.encode(try encoder.encode(claims)))"
    return "\(text).\(Base64URL.encode(try signature(Data(text.utf8))))"
  }
}
