import Crypto
import Domain
import Foundation

/// Keeps a provider's key unreadable in the database: AES-256-GCM with a secret of the server. That
/// secret is gone after a restore and another one after new keys, and then so is the key: whoever
/// has come by a copy of the data is to find no key that still works.
package struct ModelKeySeal: Sendable {
  private let secret: StoredSecret

  /// `random` makes that many unpredictable bytes.
  package init(
    reader: StoreReader, commands: any CommandPerformer, random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    secret = StoredSecret(.modelKeys, reader: reader, commands: commands, random: random)
  }

  /// What opens for this kind and address only.
  package func close(_ key: String, for kind: ModelKind, at address: String) async throws(Refusal) -> [UInt8] {
    let secret = SymmetricKey(data: try await secret.value())
    do {
      let box = try AES.GCM.seal(Data(key.utf8), using: secret, authenticating: Self.bound(to: kind, at: address))
      guard let bytes = box.combined else { throw AccountService.unexpected }
      return Array(bytes)
    } catch {
      throw AccountService.unexpected
    }
  }

  /// `nil` when the secret is another one, and for what was not sealed for this kind and address.
  package func open(_ sealed: [UInt8], for kind: ModelKind, at address: String) async throws(Refusal) -> String? {
    guard let secret = try await secret.kept().map({ SymmetricKey(data: $0) }),
      let box = try? AES.GCM.SealedBox(combined: sealed),
      let plain = try? AES.GCM.open(box, using: secret, authenticating: Self.bound(to: kind, at: address))
    else { return nil }
    return String(bytes: plain, encoding: .utf8)
  }

  /// Whoever can write into the database cannot have the key sent elsewhere.
  private static func bound(to kind: ModelKind, at address: String) -> Data {
    Data("model-key\n\(kind.rawValue)\n\(address)".utf8)
  }
}
