// Made from wire/diagnostics.json: change that and run `make wire`.

/// Reports of the same: platform, kind, name and functions are equal.
public struct CrashGroup: Hashable, Sendable, Codable {
  public let id: String
  public let platform: CrashPlatform
  public let kind: CrashKind
  public let name: String
  /// Of the newest report.
  public var frames: [String]
  /// Of the newest report.
  public var version: String
  public var count: Int64
  /// To how many people it happened; none of the server's.
  public var people: Int
  public let firstAt: Timestamp
  public var lastAt: Timestamp

  public init(
    id: String, platform: CrashPlatform, kind: CrashKind, name: String, frames: [String], version: String, count: Int64,
    people: Int, firstAt: Timestamp, lastAt: Timestamp
  ) {
    self.id = id
    self.platform = platform
    self.kind = kind
    self.name = name
    self.frames = frames
    self.version = version
    self.count = count
    self.people = people
    self.firstAt = firstAt
    self.lastAt = lastAt
  }
}
