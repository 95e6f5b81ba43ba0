import Crypto
import Domain
import Foundation

/// Links to files for pages that cannot send a token: each is for one file and one session, and
/// holds ten minutes.
///
/// A link proves who asks and nothing more: whether they may read the file is looked up each time.
package final class FileLinks: Sendable {
  /// Seconds that a link holds.
  package static let lifetime: Int64 = 600

  private let clock: any WallClock
  private let secret: StoredSecret

  package init(clock: any WallClock, secret: StoredSecret) {
    self.clock = clock
    self.secret = secret
  }

  /// What proves, until the moment beside it, that this session asks for the file.
  package func make(
    for file: AttachmentID, session: SessionID
  ) async throws(Refusal) -> (text: String, expiresAt: Timestamp) {
    let expiresAt = clock.now.adding(seconds: Self.lifetime)
    let claim = Self.claim(session, expiresAt)
    return (Base64URL.encode(claim + Self.code(of: claim, for: file, key: try await secret.value())), expiresAt)
  }

  /// The session that asks. Throws `unauthenticated` for a link that is not good, or not any more.
  package func verify(_ text: String, for file: AttachmentID) async throws(Refusal) -> SessionID {
    let refusal = Refusal(.unauthenticated, "The link is no longer good.")
    guard text.utf8.count <= 200, let bytes = Base64URL.decode(text[...]), bytes.count == 24 + 32 else { throw refusal }
    let claim = Array(bytes.prefix(24))
    let key = SymmetricKey(data: try await secret.value())
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        Data(bytes.dropFirst(24)), authenticating: Data(claim + file.bytes), using: key)
    else { throw refusal }
    let expiry = claim.dropFirst(16).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    guard clock.now.milliseconds < expiry,
      let session = claim.withUnsafeBytes({ SessionID(bytes: UnsafeRawBufferPointer(rebasing: $0[0..<16])) })
    else { throw refusal }
    return session
  }

  private static func claim(_ session: SessionID, _ expiresAt: Timestamp) -> [UInt8] {
    let expiry = UInt64(bitPattern: expiresAt.milliseconds)
    return session.bytes + (0..<8).map { UInt8(truncatingIfNeeded: expiry >> (56 - 8 * UInt64($0))) }
  }

  private static func code(of claim: [UInt8], for file: AttachmentID, key: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data(claim + file.bytes), using: SymmetricKey(data: key)))
  }
}
