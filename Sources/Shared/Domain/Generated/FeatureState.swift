// Made from wire/features.json: change that and run `make wire`.

/// A feature, whom it reaches, and how many have met it.
public struct FeatureState: Hashable, Sendable, Codable {
  public let name: Feature
  public let description: String
  /// Which part of the product it belongs to.
  public let owner: String
  /// Without a rollout of its own.
  public let defaultPercentage: Int
  public let rollout: FeatureRollout
  /// People who have it now.
  public let enabled: Int
  /// People who do not.
  public let disabled: Int
  /// Of those who asked for it: who had it when they last did.
  public let admitted: Int
  /// Of those who asked for it: who did not.
  public let refused: Int

  public init(
    name: Feature, description: String, owner: String, defaultPercentage: Int, rollout: FeatureRollout, enabled: Int,
    disabled: Int, admitted: Int, refused: Int
  ) {
    self.name = name
    self.description = description
    self.owner = owner
    self.defaultPercentage = defaultPercentage
    self.rollout = rollout
    self.enabled = enabled
    self.disabled = disabled
    self.admitted = admitted
    self.refused = refused
  }
}
