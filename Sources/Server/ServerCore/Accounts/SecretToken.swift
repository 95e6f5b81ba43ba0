import Crypto
import Foundation

/// What opens something for whoever has it, such as a refresh token or an invitation: 256 bits
/// that nobody can guess, of which the server keeps only the SHA-256.
package struct SecretToken: Sendable {
  package let text: String

  /// `random` makes that many unpredictable bytes.
  package init(random: (Int) -> [UInt8]) {
    text = Base64URL.encode(random(32))
  }

  /// What follows a refresh token: the same for everybody who presents it, as long as the key is.
  package init(after former: SecretToken, key: [UInt8]) {
    let code = HMAC<SHA256>.authenticationCode(for: Data(former.text.utf8), using: SymmetricKey(data: key))
    text = Base64URL.encode([UInt8](code))
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
