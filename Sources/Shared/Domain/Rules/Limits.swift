/// Limits that are part of the protocol, not settings.
public enum Limits {
  /// Messages in a window.
  public static let window = 50
  /// Messages in the largest page.
  public static let maximumPage = 200
  /// Rows in the largest delta; beyond it the answer is a window.
  public static let maximumDeltaRows = 500
  /// Members of a group unless the server is told otherwise.
  public static let defaultGroupSize = 250
  /// Entries of `known` in one frame.
  public static let maximumKnownFeeds = 500
  /// Feeds that a client names in all. One that knows more names none, and is caught up from
  /// nothing.
  public static let maximumKnownInAll = 20_000
  /// Bytes of a frame from a client.
  public static let maximumFrameBytes = 65_536
  /// Bytes of a REST body.
  public static let maximumBodyBytes = 262_144
  /// How often the server may break at an outbox entry while it takes others before the entry is
  /// `failed`. Being offline, overload and rates never count.
  public static let maximumSendAttempts = 3
}
