// Made from wire/notifications.json: change that and run `make wire`.

/// Which of Apple's servers knows a device.
public enum PushEnvironment: String, Sendable, Codable, CaseIterable {
  case development
  case production
}
