// Made from wire/features.json: change that and run `make wire`.

/// Whether a feature reaches somebody.
public struct FeatureReach: Hashable, Sendable, Codable {
  public let user: User
  public let isEnabled: Bool
  /// Since when they, asking for it, have been told so.
  public let exposedAt: Timestamp?

  public init(user: User, isEnabled: Bool, exposedAt: Timestamp? = nil) {
    self.user = user
    self.isEnabled = isEnabled
    self.exposedAt = exposedAt
  }
}
