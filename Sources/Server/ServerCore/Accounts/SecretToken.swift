import Crypto
import Foundation

/// What opens something for whoever has it, such as a refresh token or an invitation: 256 random
/// bits, of which the server keeps only the SHA-256.
package struct SecretToken: Sendable {
  package let text: String

  /// `random` makes that many unpredictable bytes.
  package init(random: (Int) -> [UInt8]) {
    text = Base64URL.encode(random(32))
  }

  /// `nil` for anything that was never a token.
  package init?(presented text: String) {
    guard text.utf8.count == 43, Base64URL.decode(text)?.count == 32 else { return nil }
    self.text = text
  }

  /// What the store keeps.
  package var hash: [UInt8] {
    [UInt8](SHA256.hash(data: Data(text.utf8)))
  }
}
