import Crypto
import CryptoExtras
import Foundation

/// Reads keys as operators give them.
enum PushKeyFile {
  static func text(_ file: String) throws(PushSettingsProblem) -> String {
    do {
      return try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    } catch {
      throw .unreadable(file)
    }
  }

  static func ellipticKey(_ pem: String, _ what: String) throws(PushSettingsProblem) -> P256.Signing.PrivateKey {
    try checkPEM(pem, what)
    do {
      return try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw .wrongKey(what, needed: "a private key of the curve P-256")
    }
  }

  static func rsaKey(_ pem: String, _ what: String) throws(PushSettingsProblem) -> _RSA.Signing.PrivateKey {
    try checkPEM(pem, what)
    let key: _RSA.Signing.PrivateKey
    do {
      // The other initialiser does not tell a short key from something else.
      key = try _RSA.Signing.PrivateKey(unsafePEMRepresentation: pem)
    } catch {
      throw .wrongKey(what, needed: "a private RSA key of at least 2048 bits")
    }
    guard key.keySizeInBits >= 2_048 else { throw .shortKey(what, bits: key.keySizeInBits) }
    return key
  }

  static func checkPEM(_ text: String, _ what: String) throws(PushSettingsProblem) {
    guard text.contains("-----BEGIN "), text.contains("-----END ") else { throw .notPEM(what) }
  }
}
