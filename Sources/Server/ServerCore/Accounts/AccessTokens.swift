import Crypto
import Domain
import Foundation

/// Access tokens: JWTs signed with ES256 that live 10 minutes.
///
/// The framing is written here because a socket verifies on its event loop and JWTKit's key
/// collection is an actor, which would make `verify` asynchronous. Only the one header that `issue`
/// writes is accepted, byte for byte, so neither the algorithm nor the kind of token can be chosen
/// by whoever presents it.
///
/// The key is kept with the store's secrets until it is rotated. It is loaded at first
/// use, so that starting costs nothing.
package final class AccessTokens: TokenVerifier {
  /// Seconds that a token lives.
  package static let lifetime: Int64 = 600
  /// Milliseconds by which the clock may have stepped back since a token was issued.
  package static let clockLeeway: Int64 = 60_000

  static let issuer = "messageai"
  static let audience = "messageai"
  private static let header = Base64URL.encode(Array(#"{"alg":"ES256","typ":"at+jwt"}"#.utf8))

  private let store: any ServerStore
  private let lock = NSLock()
  nonisolated(unsafe) private var key: P256.Signing.PrivateKey?

  package init(store: any ServerStore) {
    self.store = store
  }

  /// A fresh token for the session and the moment at which it expires. `commands` keeps the key
  /// when there is none yet.
  package func issue(
    for session: AuthenticatedSession, now: Timestamp, commands: any CommandPerformer
  ) async throws(Refusal) -> (token: String, expiresAt: Timestamp) {
    let key = try await signingKey(commands)
    let issuedAt = now.milliseconds / 1000
    let claims = Claims(
      iss: Self.issuer, aud: Self.audience, sub: session.user.description, sid: session.session.description,
      iat: issuedAt, exp: issuedAt + Self.lifetime)
    do {
      let payload = Base64URL.encode(try JSONEncoder().encode(claims))
      let signed = "\(Self.header).\(payload)"
      let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
      let expiresAt = Timestamp(milliseconds: claims.exp * 1000)
      return ("\(signed).\(Base64URL.encode(signature))", expiresAt)
    } catch {
      throw Refusal(.internal, "No access token could be made.")
    }
  }

  /// Makes a new key, and with it every secret that opens something. All access tokens, steps of
  /// sign-ins elsewhere and links to files of before are refused from now on; refresh tokens stay
  /// good and give new ones.
  package func rotate(
    _ commands: any CommandPerformer, random: (Int) -> [UInt8] = SystemRandomness.bytes, by actor: AuditActor
  ) async throws(Refusal) {
    var secrets = Dictionary(uniqueKeysWithValues: ServerSecret.opening.map { ($0, random(StoredSecret.length)) })
    let made = [UInt8](P256.Signing.PrivateKey().rawRepresentation)
    secrets[.signingKey] = made
    _ = try await commands.perform(.system(.replaceSecrets(secrets)), by: actor)
    _ = try remember(made, replacing: true)
  }

  package func refresh() throws(Refusal) -> Bool {
    guard let former = locked({ key }) else { return false }
    let stored: [UInt8]?
    do {
      stored = try store.secret(ServerSecret.signingKey.rawValue)
    } catch {
      throw Refusal(.internal, "The signing key could not be read.")
    }
    guard let stored, stored != [UInt8](former.rawRepresentation) else { return false }
    let loaded: P256.Signing.PrivateKey
    do {
      loaded = try P256.Signing.PrivateKey(rawRepresentation: stored)
    } catch {
      throw Refusal(.internal, "The signing key is damaged.")
    }
    return locked {
      // A rotation here has gone further meanwhile.
      guard key?.rawRepresentation == former.rawRepresentation else { return false }
      key = loaded
      return true
    }
  }

  package func verify(_ token: String, now: Timestamp) throws(Refusal) -> AuthenticatedSession {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, token.utf8.count <= 2_048, parts[0] == Self.header,
      let signatureBytes = Base64URL.decode(parts[2]),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signatureBytes),
      let key = try storedKey(),
      key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)),
      let payload = Base64URL.decode(parts[1]),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload))
    else { throw Self.unauthenticated }
    return try claims.checked(now: now)
  }

  private static let unauthenticated = Refusal(.unauthenticated, "Sign in, or refresh the access token.")

  /// Makes the key if there is none. Two at once agree: the store keeps the first.
  private func signingKey(_ commands: any CommandPerformer) async throws(Refusal) -> P256.Signing.PrivateKey {
    if let key = try storedKey() { return key }
    let made = [UInt8](P256.Signing.PrivateKey().rawRepresentation)
    guard
      case .secret(let kept) = try await commands.perform(
        .system(.putSecret(name: ServerSecret.signingKey.rawValue, made)))
    else {
      throw Refusal(.internal, "The signing key could not be kept.")
    }
    return try remember(kept)
  }

  /// `nil` while no key has been made.
  private func storedKey() throws(Refusal) -> P256.Signing.PrivateKey? {
    if let key = locked({ key }) { return key }
    let secret: [UInt8]?
    do {
      secret = try store.secret(ServerSecret.signingKey.rawValue)
    } catch {
      throw Refusal(.internal, "The signing key could not be read.")
    }
    guard let secret else { return nil }
    return try remember(secret)
  }

  /// A key that was read before a rotation and is told of after it does not come back.
  private func remember(_ raw: [UInt8], replacing: Bool = false) throws(Refusal) -> P256.Signing.PrivateKey {
    do {
      let loaded = try P256.Signing.PrivateKey(rawRepresentation: raw)
      return locked {
        if let key, !replacing { return key }
        key = loaded
        return loaded
      }
    } catch {
      throw Refusal(.internal, "The signing key is damaged.")
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  private struct Claims: Codable {
    let iss: String
    let aud: String
    let sub: String
    let sid: String
    let iat: Int64
    let exp: Int64

    func checked(now: Timestamp) throws(Refusal) -> AuthenticatedSession {
      guard iss == AccessTokens.issuer, aud == AccessTokens.audience, now.milliseconds < exp * 1000,
        iat * 1000 <= now.milliseconds + AccessTokens.clockLeeway, exp - iat <= AccessTokens.lifetime,
        let user = UserID(sub), let session = SessionID(sid)
      else { throw AccessTokens.unauthenticated }
      return AuthenticatedSession(user: user, session: session)
    }
  }
}
