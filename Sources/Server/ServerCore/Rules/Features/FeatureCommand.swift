import Domain

/// Whom features reach. Without an asker the server's command line asks.
package enum FeatureCommand: Sendable {
  /// Admins only. Everybody for whom it changes something hears of it by their private feed.
  case change(asker: UserID?, Feature, FeatureRollout)
  /// Gives everybody the features that the rollouts, and the defaults of this version, say.
  case settle
  /// The user asked for the feature.
  case expose(UserID, Feature, isEnabled: Bool)
}
