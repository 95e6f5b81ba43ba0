import Domain

/// A secret of random bytes that the server keeps with its data: made when it is first asked for,
/// the same until it is replaced. Read anew each time, so that a replaced one is good for nothing
/// at once.
package struct StoredSecret: Sendable {
  /// Bytes.
  package static let length = 32

  private let secret: ServerSecret
  private let reader: StoreReader
  private let commands: any CommandPerformer
  private let random: @Sendable (Int) -> [UInt8]

  /// `random` makes that many unpredictable bytes.
  package init(
    _ secret: ServerSecret, reader: StoreReader, commands: any CommandPerformer,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.secret = secret
    self.reader = reader
    self.commands = commands
    self.random = random
  }

  /// `nil` when it has not been made yet, or is gone.
  func kept() async throws(Refusal) -> [UInt8]? {
    let name = secret.rawValue
    return try await reader.read { try $0.secret(name) }
  }

  package func value() async throws(Refusal) -> [UInt8] {
    if let kept = try await kept() { return kept }
    // Whoever comes second gets what the first has made.
    guard
      case .secret(let kept) = try await commands.perform(
        .system(.putSecret(name: secret.rawValue, random(Self.length))))
    else { throw Refusal(.internal, "A secret of the server could not be kept.") }
    return kept
  }
}
