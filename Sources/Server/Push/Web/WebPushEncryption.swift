import Crypto
import Foundation

/// Encrypts for one browser, so that no push service can read it: RFC 8291, which is `aes128gcm` of
/// RFC 8188 with one record.
package struct WebPushEncryption: Sendable {
  package static let largestBody = 4_096
  private static let tagLength = 16
  private static let headerLength = 16 + 4 + 1 + 65

  package struct TooLong: Error {}

  private let salt: [UInt8]
  private let key: P256.KeyAgreement.PrivateKey

  /// Good for one message: neither the 16 bytes of salt nor the key may be used again. Only test
  /// vectors give them.
  package init(salt: [UInt8]? = nil, key: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey()) {
    self.salt = salt ?? SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    self.key = key
  }

  /// The body of a request: `largestBody` bytes at most. `publicKey` and `secret` are the
  /// subscription's `p256dh` and `auth`.
  package func body(_ plain: [UInt8], publicKey: [UInt8], secret: [UInt8]) throws -> [UInt8] {
    // One byte ends the last record.
    guard Self.headerLength + plain.count + 1 + Self.tagLength <= Self.largestBody else { throw TooLong() }
    let receiver = try P256.KeyAgreement.PublicKey(x963Representation: publicKey)
    let sender = Array(key.publicKey.x963Representation)
    let material = try key.sharedSecretFromKeyAgreement(with: receiver).hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + publicKey + sender,
      outputByteCount: 32)
    let box = try AES.GCM.seal(
      plain + [2], using: derived("Content-Encoding: aes128gcm\0", 16, material),
      nonce: AES.GCM.Nonce(data: derived("Content-Encoding: nonce\0", 12, material).withUnsafeBytes { Data($0) }))
    let recordLength = withUnsafeBytes(of: UInt32(Self.largestBody).bigEndian) { Array($0) }
    return salt + recordLength + [UInt8(sender.count)] + sender + box.ciphertext + box.tag
  }

  private func derived(_ purpose: String, _ length: Int, _ material: SymmetricKey) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: material, salt: salt, info: Array(purpose.utf8), outputByteCount: length)
  }
}
