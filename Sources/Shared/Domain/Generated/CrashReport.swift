// Made from wire/diagnostics.json: change that and run `make wire`.

/// Something that a client or the server did not expect. No message of the error: it might quote
/// what somebody wrote.
public struct CrashReport: Hashable, Sendable, Codable {
  public let platform: CrashPlatform
  public let kind: CrashKind
  /// Of the program; that of the server that takes the report when absent.
  public let version: String?
  /// Type of the error, or the signal.
  public let name: String
  /// The innermost first, such as `send /src/outbox.js:12:3`.
  public let frames: [String]
  public static let mostVersion = 40
  public static let mostName = 100
  public static let mostFrames = 40
  public static let mostFramesEach = 200

  public init(platform: CrashPlatform, kind: CrashKind, version: String? = nil, name: String, frames: [String]) {
    self.platform = platform
    self.kind = kind
    self.version = version
    self.name = name
    self.frames = frames
  }
}
