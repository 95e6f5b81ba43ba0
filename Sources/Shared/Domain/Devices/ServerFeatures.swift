/// What a server offers beyond messages. A client asks before it shows a way to use it.
public struct ServerFeatures: Hashable, Sendable {
  /// Whether the server can reach a device that is not connected.
  public let notifications: Bool

  public init(notifications: Bool) {
    self.notifications = notifications
  }

  /// A server that speaks only what version 1 of the protocol says.
  public static let messagesOnly = ServerFeatures(notifications: false)
}
