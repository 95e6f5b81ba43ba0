// Made from wire/files.json: change that and run `make wire`.

/// What files the server takes, and how much room is left.
public struct FileLimits: Hashable, Sendable {
  /// Of one file.
  public let bytes: Int64
  /// Files of one message.
  public let perMessage: Int
  /// Bytes of the asker's files.
  public let used: Int64
  /// Bytes that the asker may still upload.
  public let room: Int64

  public init(bytes: Int64, perMessage: Int, used: Int64, room: Int64) {
    self.bytes = bytes
    self.perMessage = perMessage
    self.used = used
    self.room = room
  }
}
