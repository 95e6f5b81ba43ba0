// Made from wire/people.json: change that and run `make wire`.

/// A signed-in device of a user.
public struct DeviceSession: Hashable, Sendable, Identifiable, Codable {
  public let id: SessionID
  /// What the device calls itself, such as `Safari on Mac`.
  public let device: String
  public let createdAt: Timestamp
  public var lastSeenAt: Timestamp
  /// Whether this is the session that asks.
  public var current: Bool

  public init(id: SessionID, device: String, createdAt: Timestamp, lastSeenAt: Timestamp, current: Bool = false) {
    self.id = id
    self.device = device
    self.createdAt = createdAt
    self.lastSeenAt = lastSeenAt
    self.current = current
  }
}
