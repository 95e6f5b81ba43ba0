import Domain

extension Rules.Features {
  /// With nobody named twice. Throws `invalid` for a bad percentage and for too many people.
  package static func validated(_ rollout: FeatureRollout) throws(Refusal) -> FeatureRollout {
    guard FeatureRollout.percentageRange ~= rollout.percentage else {
      throw Refusal(.invalid, "A percentage is 0 to 100.")
    }
    guard rollout.people.count <= FeatureRollout.mostPeople else {
      throw Refusal(.invalid, "At most \(FeatureRollout.mostPeople) people are named.")
    }
    var rollout = rollout
    var seen = Set<UserID>()
    rollout.people.removeAll { !seen.insert($0).inserted }
    return rollout
  }

  /// The features that the user does not have, in the order of their declaration.
  package static func disabled(for user: UserID, _ rollouts: [Feature: FeatureRollout]) -> [Feature] {
    Feature.allCases.filter { !isEnabled($0, for: user, rollouts) }
  }

  package static func isEnabled(
    _ feature: Feature, for user: UserID, _ rollouts: [Feature: FeatureRollout]
  ) -> Bool {
    if let required = feature.required, !isEnabled(required, for: user, rollouts) { return false }
    let rollout = rollouts[feature] ?? FeatureRollout(percentage: feature.defaultPercentage)
    guard !rollout.isStopped else { return false }
    return rollout.people.contains(user) || bucket(of: user, for: feature) < rollout.percentage
  }

  /// 0 to 99, the same for ever, by the FNV-1a hash (64 bits) of the feature's name, a colon and
  /// the user's id, spread by the finalizer of SplitMix64. So a larger percentage has everybody of
  /// a smaller one, and each feature begins with other people.
  package static func bucket(of user: UserID, for feature: Feature) -> Int {
    var hash = "\(feature.rawValue):\(user)".utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((hash ^ hash >> 31) % 100)
  }

  /// The account with the features that the rollouts give it.
  package static func settle(
    _ account: AccountState, _ rollouts: [Feature: FeatureRollout]
  ) -> ProfileRuling {
    var profile = account.profile
    profile.disabledFeatures = disabled(for: profile.id, rollouts).map(\.rawValue)
    return Rules.Accounts.ruling(on: profile, of: account)
  }
}
