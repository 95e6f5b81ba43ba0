/// What the owner of a device has said about notifications.
public enum NotificationPermission: Hashable, Sendable, CaseIterable {
  case notAsked
  case denied
  case allowed
}
