import Crypto
import CryptoExtras
import Foundation
import ServerCore

/// As push services want tokens from who sends.
extension JSONWebToken {
  /// With ES256: the signature is r and s, 64 bytes, not DER.
  static func signed(
    _ claims: some Encodable, by key: P256.Signing.PrivateKey, keyID: String? = nil
  ) throws -> String {
    try signed(claims, algorithm: "ES256", keyID: keyID) { try key.signature(for: $0).rawRepresentation }
  }

  /// With RS256: the padding of PKCS #1 1.5, not PSS.
  static func signed(_ claims: some Encodable, by key: _RSA.Signing.PrivateKey, keyID: String?) throws -> String {
    try signed(claims, algorithm: "RS256", keyID: keyID) {
      try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
    }
  }
}
