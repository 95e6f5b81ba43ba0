import Crypto
import CryptoExtras
import Foundation
import ServerCore

/// The keys with which a provider signs (RFC 7517). Keys of other kinds or for other uses, and such
/// as cannot be read, are left out: they say nothing about the others.
package struct ProviderKeys: Sendable {
  enum Algorithm: String {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  private enum Material: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case elliptic(P256.Signing.PublicKey)
  }

  private struct Key: Sendable {
    let id: String?
    let material: Material
  }

  /// More is no provider's set of keys. Without a key's name each is tried.
  private static let most = 32

  private let keys: [Key]

  /// - Throws: `OpenIDProblem.unreadableAnswer` when `json` is no set of keys, and
  ///   `.unsuitableProvider` when none of them is of use.
  package init(json: Data) throws(OpenIDProblem) {
    guard let set = try? JSONDecoder().decode(Document.self, from: json) else {
      throw .unreadableAnswer(what: "the request for its keys")
    }
    keys = set.keys.prefix(Self.most).compactMap { $0.value.flatMap(Self.key) }
    if keys.isEmpty { throw .unsuitableProvider(reason: "it publishes no key for RS256 or ES256") }
  }

  /// Whether one of the keys for `algorithm` has signed `text`. A key is used with the algorithm of
  /// its own kind alone, whatever a token says.
  ///
  /// - Throws: `OpenIDProblem.unknownKey` when there is no key with this name, or none at all for
  ///   the algorithm; `.wrongSignature`.
  func verify(
    _ signature: Data, of text: Data, algorithm: Algorithm, keyID: String?
  ) throws(OpenIDProblem) {
    let candidates = keys.filter { key in
      // A key without a name can be that of any token (RFC 7517, 4.5).
      (keyID == nil || key.id == nil || key.id == keyID) && Self.algorithm(of: key.material) == algorithm
    }
    if candidates.isEmpty { throw .unknownKey }
    guard candidates.contains(where: { Self.isValid(signature, of: text, by: $0.material) }) else {
      throw .wrongSignature
    }
  }

  private static func algorithm(of material: Material) -> Algorithm {
    switch material {
    case .rsa: .rs256
    case .elliptic: .es256
    }
  }

  private static func isValid(_ signature: Data, of text: Data, by material: Material) -> Bool {
    switch material {
    case .rsa(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: text, padding: .insecurePKCS1v1_5)
    case .elliptic(let key):
      guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: text)
    }
  }

  private static func key(_ key: Document.Key) -> Key? {
    guard key.use == nil || key.use == "sig" else { return nil }
    switch key.kty {
    case "RSA":
      guard key.alg == nil || key.alg == Algorithm.rs256.rawValue, let modulus = bytes(key.n),
        let exponent = bytes(key.e), let made = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
      else { return nil }
      return Key(id: key.kid, material: .rsa(made))
    case "EC":
      guard key.alg == nil || key.alg == Algorithm.es256.rawValue, key.crv == "P-256", let x = bytes(key.x),
        let y = bytes(key.y), x.count == 32, y.count == 32,
        let made = try? P256.Signing.PublicKey(rawRepresentation: x + y)
      else { return nil }
      return Key(id: key.kid, material: .elliptic(made))
    default: return nil
    }
  }

  private static func bytes(_ text: String?) -> Data? {
    text.flatMap { Base64URL.decode($0) }.map { Data($0) }
  }

  private struct Document: Decodable {
    struct Key: Decodable {
      let kty: String
      let kid: String?
      let use: String?
      let alg: String?
      let n: String?
      let e: String?
      let crv: String?
      let x: String?
      let y: String?
    }

    /// One key that cannot be read must not make the others unreadable.
    struct Lenient: Decodable {
      let value: Key?

      init(from decoder: any Decoder) { value = try? Key(from: decoder) }
    }

    let keys: [Lenient]
  }
}
