// Made from wire/events.json: change that and run `make wire`.

/// Something that took a while in a client. Nothing says whose it was or what it was about.
public struct ClientEvent: Hashable, Sendable, Codable {
  public let kind: ClientEventKind
  /// How long it took: 0 to a day.
  public let milliseconds: Int64
  /// Whether it had to wait in the outbox, for there was no connection.
  public let waited: Bool
  public static let millisecondsRange: ClosedRange<Int64> = 0...86_400_000

  public init(kind: ClientEventKind, milliseconds: Int64, waited: Bool = false) {
    self.kind = kind
    self.milliseconds = milliseconds
    self.waited = waited
  }
}
