// Made from wire/events.json: change that and run `make wire`.

/// What a client has counted since it told last. The server adds it up at once and keeps nobody's.
public struct ClientEventBatch: Hashable, Sendable, Codable {
  public let platform: CrashPlatform
  /// Of the client; that of the server when absent. Letters, digits, `.`, `-`, `+` and `_`.
  public let version: String?
  public let events: [ClientEvent]
  /// Of messages that are traced. They go where the operator has told the server to send traces,
  /// and nowhere else.
  public let spans: [ClientSpan]
  public static let mostVersion = 40
  public static let mostEvents = 100
  public static let mostSpans = 100

  public init(platform: CrashPlatform, version: String? = nil, events: [ClientEvent], spans: [ClientSpan] = []) {
    self.platform = platform
    self.version = version
    self.events = events
    self.spans = spans
  }
}
