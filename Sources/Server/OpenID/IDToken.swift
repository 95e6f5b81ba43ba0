import Domain
import Foundation
import ServerCore

/// What a provider says about who has signed in (OpenID Connect Core, 2).
package struct IDToken: Equatable, Sendable {
  /// Names the person at this issuer for ever; addresses change.
  package let subject: String
  /// As the provider gives it, whether it has checked it or not.
  package let address: String?
  package let isAddressVerified: Bool
  package let name: String?
  /// The organisation at Google that has made the account; `nil` for one that a person has made.
  package let hostedDomain: String?

  /// What the token must say for the sign-in that it answers.
  package struct Expectations: Sendable {
    package let issuer: String
    package let clientID: String
    package let nonce: String

    package init(issuer: String, clientID: String, nonce: String) {
      self.issuer = issuer
      self.clientID = clientID
      self.nonce = nonce
    }
  }

  /// Seconds by which the clocks of server and provider may differ.
  package static let leeway: Int64 = 60
  private static let longestToken = 32 << 10

  /// Reads a token and checks it: first that one of `keys` has signed it, then each claim.
  ///
  /// - Throws: The first `OpenIDProblem` that is found.
  package init(
    verifying text: String, keys: ProviderKeys, expecting expected: Expectations, now: Timestamp
  ) throws(OpenIDProblem) {
    let claims = try Self.signedClaims(text, keys)
    try Self.check(claims, expected, now.milliseconds / 1_000)
    subject = claims.sub
    address = claims.email
    isAddressVerified = claims.email != nil && claims.isEmailVerified
    name = claims.name
    hostedDomain = claims.hostedDomain
  }

  private static func signedClaims(_ text: String, _ keys: ProviderKeys) throws(OpenIDProblem) -> Claims {
    guard text.utf8.count <= longestToken else { throw .malformedToken }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let headerBytes = Base64URL.decode(parts[0]),
      let header = try? JSONDecoder().decode(Header.self, from: Data(headerBytes)),
      let signature = Base64URL.decode(parts[2])
    else { throw .malformedToken }
    guard let algorithm = ProviderKeys.Algorithm(rawValue: header.alg) else {
      throw .algorithm(String(header.alg.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20)))
    }
    // An extension that must be understood, and is not (RFC 7515, 4.1.11).
    if header.hasCritical { throw .malformedToken }
    try keys.verify(
      Data(signature), of: Data("\(parts[0]).\(parts[1])".utf8), algorithm: algorithm, keyID: header.kid)
    guard let payload = Base64URL.decode(parts[1]),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload))
    else { throw .malformedToken }
    return claims
  }

  private static func check(
    _ claims: Claims, _ expected: Expectations, _ now: Int64
  ) throws(OpenIDProblem) {
    guard claims.iss == expected.issuer else { throw .wrongIssuer(expected: expected.issuer) }
    guard claims.aud.contains(expected.clientID) else { throw .wrongAudience }
    // For several audiences the token says which of them has asked for it.
    if let asker = claims.azp {
      guard asker == expected.clientID else { throw .wrongAudience }
    } else if claims.aud.count > 1 {
      throw .wrongAudience
    }
    guard let nonce = claims.nonce, nonce == expected.nonce else { throw .wrongNonce }
    guard claims.exp + Double(leeway) > Double(now) else { throw .expired }
    guard max(claims.iat, claims.nbf ?? claims.iat) <= Double(now + leeway) else { throw .notYetValid }
    guard (1...255).contains(claims.sub.utf8.count) else { throw .wrongSubject }
  }

  private struct Header: Decodable {
    let alg: String
    let kid: String?
    let hasCritical: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      alg = try container.decode(String.self, forKey: .alg)
      kid = try container.decodeIfPresent(String.self, forKey: .kid)
      hasCritical = container.contains(.crit)
    }

    private enum CodingKeys: CodingKey { case alg, kid, crit }
  }

  private struct Claims: Decodable {
    let iss: String
    let sub: String
    let aud: [String]
    let azp: String?
    let nonce: String?
    let exp: Double
    let iat: Double
    let nbf: Double?
    let email: String?
    let isEmailVerified: Bool
    let name: String?
    let hostedDomain: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      iss = try container.decode(String.self, forKey: .iss)
      sub = try container.decode(String.self, forKey: .sub)
      if let single = try? container.decode(String.self, forKey: .aud) {
        aud = [single]
      } else {
        aud = try container.decode([String].self, forKey: .aud)
      }
      azp = try container.decodeIfPresent(String.self, forKey: .azp)
      nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
      exp = try container.decode(Double.self, forKey: .exp)
      iat = try container.decode(Double.self, forKey: .iat)
      nbf = try container.decodeIfPresent(Double.self, forKey: .nbf)
      email = try container.decodeIfPresent(String.self, forKey: .email)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      hostedDomain = try container.decodeIfPresent(String.self, forKey: .hostedDomain)
      // Apple sends the word instead of the value.
      let isTrue = (try? container.decode(Bool.self, forKey: .isEmailVerified)) ?? false
      let word = try? container.decode(String.self, forKey: .isEmailVerified)
      isEmailVerified = isTrue || word == "true"
    }

    private enum CodingKeys: String, CodingKey {
      case iss, sub, aud, azp, nonce, exp, iat, nbf, email, name
      case isEmailVerified = "email_verified"
      case hostedDomain = "hd"
    }
  }
}
