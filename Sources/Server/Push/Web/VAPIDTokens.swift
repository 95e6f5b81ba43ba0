import Crypto
import Domain
import Foundation
import ServerCore

/// Names the server to push services (VAPID, RFC 8292): a token for each service, signed with the
/// key that browsers subscribe with.
actor VAPIDTokens {
  /// Seconds; RFC 8292 allows a day. Half of it is good where clocks differ by hours.
  private static let lifetime: Int64 = 12 * 3_600
  /// Seconds of its life that a token must still have when it is used.
  private static let reserve: Int64 = 3_600
  /// Push services at once. There are few; a member could name more, below the known domains.
  private static let most = 100

  private struct Token {
    let text: String
    let expiry: Int64
  }

  private let settings: WebPushSettings
  private let clock: any WallClock
  private var key: P256.Signing.PrivateKey?
  private var tokens: [PushOrigin: Token] = [:]

  init(_ settings: WebPushSettings, clock: any WallClock) {
    self.settings = settings
    self.clock = clock
  }

  /// An uncompressed point in base64url.
  func publicKey() async throws(Refusal) -> String { Self.text(try await signingKey().publicKey) }

  /// The value of `Authorization`.
  func authorization(for origin: PushOrigin) async throws(Refusal) -> String {
    let key = try await signingKey()
    let now = clock.now.milliseconds / 1_000
    // One from before the clock was put back would be good for too long.
    if let token = tokens[origin], (Self.reserve...Self.lifetime).contains(token.expiry - now) { return token.text }
    let expiry = now + Self.lifetime
    let claims = Claims(aud: origin.description, exp: expiry, sub: settings.contact)
    do {
      // Without a space after the comma: some services read it so only.
      let text = "vapid t=\(try JSONWebToken.signed(claims, by: key)),k=\(Self.text(key.publicKey))"
      if tokens.count >= Self.most { tokens.removeAll() }
      tokens[origin] = Token(text: text, expiry: expiry)
      return text
    } catch {
      throw Refusal(.internal, "The key of Web Push cannot sign.")
    }
  }

  private func signingKey() async throws(Refusal) -> P256.Signing.PrivateKey {
    if let key { return key }
    let bytes = try await settings.key()
    // Several may have waited for the same bytes.
    if let key { return key }
    do {
      let made = try P256.Signing.PrivateKey(rawRepresentation: bytes)
      key = made
      return made
    } catch {
      throw Refusal(.internal, "The key of Web Push is damaged.")
    }
  }

  private static func text(_ key: P256.Signing.PublicKey) -> String { Base64URL.encode(key.x963Representation) }

  private struct Claims: Encodable {
    let aud: String
    let exp: Int64
    let sub: String
  }
}
