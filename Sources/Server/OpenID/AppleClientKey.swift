import Crypto
import Foundation
import ServerCore

/// The key that Apple gives for signing in with it. What it signs is this server's secret there
/// (developer.apple.com, "Creating a client secret").
package struct AppleClientKey: Sendable {
  /// Seconds for which what it signs is good. It is made for each request.
  private static let lifetime: Int64 = 300

  private let key: P256.Signing.PrivateKey
  private let keyID: String
  private let teamID: String

  /// - Parameter pem: What is in the file `AuthKey_….p8`.
  /// - Throws: When it is no key of that kind.
  package init(pem: String, keyID: String, teamID: String) throws {
    key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    self.keyID = keyID
    self.teamID = teamID
  }

  /// - Parameter now: Seconds since 1970.
  package func secret(for clientID: String, at now: Int64) throws -> String {
    let claims = Claims(iss: teamID, sub: clientID, iat: now, exp: now + Self.lifetime)
    return try JSONWebToken.signed(claims, algorithm: "ES256", keyID: keyID) {
      try key.signature(for: $0).rawRepresentation
    }
  }

  private struct Claims: Encodable {
    let iss: String
    let sub: String
    let aud = "https://appleid.apple.com"
    let iat: Int64
    let exp: Int64
  }
}
