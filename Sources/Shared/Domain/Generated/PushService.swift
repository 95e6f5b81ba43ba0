// Made from wire/notifications.json: change that and run `make wire`.

/// A service that carries notifications to devices.
public enum PushService: String, Sendable, Codable, CaseIterable {
  /// A browser's own, by Web Push.
  case web
  /// Apple's.
  case apns
  /// Google's, by Firebase Cloud Messaging.
  case fcm
}
