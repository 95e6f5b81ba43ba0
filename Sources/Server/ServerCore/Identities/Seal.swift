import Crypto
import Domain
import Foundation

/// What the server hands to a client to have it back later, unread and unchanged: AES-256-GCM with
/// a key that only the server has. Nothing is kept for it, so it outlives a restart, and nobody can
/// fill the server's memory by beginning what they never finish.
struct Seal: Sendable {
  /// Seals of one purpose do not open as those of another.
  enum Purpose: String {
    case attempt, state, person, digest
  }

  private struct Envelope<Content: Codable>: Codable {
    let content: Content
    let expiresAt: Int64
  }

  private let key: SymmetricKey

  /// - Parameter key: 32 random bytes.
  init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

  func close<Content: Codable>(
    _ content: Content, for purpose: Purpose, until expiry: Timestamp
  ) throws(Refusal) -> String {
    do {
      let plain = try JSONEncoder().encode(Envelope(content: content, expiresAt: expiry.milliseconds))
      let box = try AES.GCM.seal(plain, using: key, authenticating: Data(purpose.rawValue.utf8))
      guard let bytes = box.combined else { throw AccountService.unexpected }
      return Base64URL.encode(bytes)
    } catch {
      throw AccountService.unexpected
    }
  }

  /// `nil` for anything that this server has not sealed for this purpose, and for what has expired.
  func open<Content: Codable>(
    _ text: String, as type: Content.Type = Content.self, for purpose: Purpose, at now: Timestamp
  ) -> Content? {
    guard let bytes = Base64URL.decode(text), let box = try? AES.GCM.SealedBox(combined: bytes),
      let plain = try? AES.GCM.open(box, using: key, authenticating: Data(purpose.rawValue.utf8)),
      let envelope = try? JSONDecoder().decode(Envelope<Content>.self, from: plain),
      now.milliseconds < envelope.expiresAt
    else { return nil }
    return envelope.content
  }
}
