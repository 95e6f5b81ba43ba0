/// How the server reaches this device while it is not connected.
public protocol PushRepository: Sendable {
  /// Tells the server where to send this session's notifications; a later token replaces it. It
  /// is kept also where the server has no way to send them yet.
  func register(_ token: PushToken) async throws
  /// Tells the server that the message has reached this device by a notification.
  func markDelivered(_ notification: NotificationReference) async throws
}
