/// The device's own switch for notifications.
public protocol NotificationPermissions: Sendable {
  func current() async -> NotificationPermission
  /// Asks the person, once; afterwards it answers what they have said. Asks the device for a token
  /// when they allow it.
  func ask() async throws -> NotificationPermission
}
