/// How the server reaches this device while it is not connected.
public protocol PushRepository: Sendable {
  /// Tells the server where to send this session's notifications; a later token replaces it. Throws
  /// `invalid` where the server sends none.
  func register(_ token: PushToken) async throws
  /// Tells the server that the message has reached this device by a notification.
  func markDelivered(_ notification: NotificationReference) async throws
}
