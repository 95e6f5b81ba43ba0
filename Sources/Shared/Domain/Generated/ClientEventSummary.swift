// Made from wire/events.json: change that and run `make wire`.

/// All events of one kind in clients of one platform and version on one day.
public struct ClientEventSummary: Hashable, Sendable, Codable {
  /// When it began (UTC).
  public let day: Timestamp
  public let kind: ClientEventKind
  public let platform: CrashPlatform
  /// `other` where there were too many of them.
  public let version: String
  public let count: Int64
  /// How many of them had to wait in the outbox.
  public let waited: Int64
  /// Milliseconds that half of them stayed within (p50), as exactly as the buckets of the histogram
  /// say.
  public let median: Int64
  /// Milliseconds that 95 of 100 stayed within.
  public let p95: Int64

  public init(
    day: Timestamp, kind: ClientEventKind, platform: CrashPlatform, version: String, count: Int64, waited: Int64,
    median: Int64, p95: Int64
  ) {
    self.day = day
    self.kind = kind
    self.platform = platform
    self.version = version
    self.count = count
    self.waited = waited
    self.median = median
    self.p95 = p95
  }
}
