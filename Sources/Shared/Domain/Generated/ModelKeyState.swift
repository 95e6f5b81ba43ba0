// Made from wire/models.json: change that and run `make wire`.

/// Whether there is a key.
public enum ModelKeyState: String, Sendable, Codable, CaseIterable {
  case none
  case kept
  /// There is one, sealed with a secret that is gone: it has to be entered again.
  case unreadable
}
