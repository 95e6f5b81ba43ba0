import Domain
import Synchronization

/// A secret of 32 random bytes that the server keeps with its data: made when it is first asked
/// for, the same from then on.
package final class StoredSecret: Sendable {
  private let name: String
  private let reader: StoreReader
  private let commands: any CommandPerformer
  private let random: @Sendable (Int) -> [UInt8]
  private let known = Mutex<[UInt8]?>(nil)

  /// `random` makes that many unpredictable bytes.
  package init(
    _ name: String, reader: StoreReader, commands: any CommandPerformer,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.name = name
    self.reader = reader
    self.commands = commands
    self.random = random
  }

  package func value() async throws(Refusal) -> [UInt8] {
    if let known = known.withLock({ $0 }) { return known }
    var kept = try await reader.read { [name] in try $0.secret(name) }
    if kept == nil {
      // Whoever comes second gets what the first has made.
      let made = try await commands.perform(.system(.putSecret(name: name, random(32))))
      if case .secret(let secret) = made { kept = secret }
    }
    guard let kept else { throw Refusal(.internal, "A secret of the server could not be kept.") }
    known.withLock { $0 = kept }
    return kept
  }
}
