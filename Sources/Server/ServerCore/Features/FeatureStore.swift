import Domain

/// What rollouts of features read of the database. Like `ServerStore`: synchronous, on any thread,
/// committed data only. Writes are `WriteCommand.Body.feature`.
package protocol FeatureStore: Sendable {
  /// Those that admins have said something about.
  func rollouts() throws -> [Feature: FeatureRollout]
  /// People who may sign in, by the features that they do not have, each counted once.
  func featureGroups() throws -> [FeatureGroup]
  func exposureCounts() throws -> [ExposureCount]
  /// People who may sign in, oldest account first, after `user` where it is given; at most `limit`.
  func featureReach(of feature: Feature, after user: UserID?, limit: Int) throws -> [FeatureReach]
}

/// People who lack the same features.
package struct FeatureGroup: Hashable, Sendable {
  package let disabled: [String]
  package let count: Int

  package init(disabled: [String], count: Int) {
    self.disabled = disabled
    self.count = count
  }
}

/// People who asked for a feature and were told the same.
package struct ExposureCount: Hashable, Sendable {
  package let feature: Feature
  package let isEnabled: Bool
  package let count: Int

  package init(feature: Feature, isEnabled: Bool, count: Int) {
    self.feature = feature
    self.isEnabled = isEnabled
    self.count = count
  }
}
