import Domain
import ServerCore

extension MemoryData {
  func save(_ rollout: FeatureRollout, of feature: Feature) { savedRollouts[feature] = rollout }
  func rollouts() -> [Feature: FeatureRollout] { savedRollouts }

  func allAccounts() -> [AccountState] {
    accounts.indices.filter { !accounts[$0].stored.isDeleted }.map { state(Int64($0)) }
  }

  func saveExposure(of account: Int64, to feature: Feature, isEnabled: Bool, at time: Timestamp) {
    guard exposures[feature]?[account]?.isEnabled != isEnabled else { return }
    exposures[feature, default: [:]][account] = (isEnabled, time)
  }

  var signedUp: [AccountState] { allAccounts().filter { !$0.isDisabled } }
}

extension MemoryStore: FeatureStore {
  package func rollouts() throws -> [Feature: FeatureRollout] { read { $0.savedRollouts } }

  package func featureGroups() throws -> [FeatureGroup] {
    read { data in
      Dictionary(grouping: data.signedUp, by: \.profile.disabledFeatures)
        .map { FeatureGroup(disabled: $0.key, count: $0.value.count) }
    }
  }

  package func exposureCounts() throws -> [ExposureCount] {
    read { data in
      let living = Set(data.signedUp.map(\.number))
      return data.exposures.flatMap { feature, exposures in
        let answers = exposures.filter { living.contains($0.key) }.values.map(\.isEnabled)
        return [true, false].map { answer in
          ExposureCount(feature: feature, isEnabled: answer, count: answers.count { $0 == answer })
        }
      }.filter { $0.count > 0 }
    }
  }

  package func featureReach(of feature: Feature, after user: UserID?, limit: Int) throws -> [FeatureReach] {
    read { data in
      let start = user.flatMap { data.numbers[$0] } ?? -1
      return data.signedUp.filter { $0.number > start }.prefix(limit).map { account in
        FeatureReach(
          user: data.accounts[Int(account.number)].stored.user, isEnabled: account.profile.has(feature),
          exposedAt: data.exposures[feature]?[account.number]?.at)
      }
    }
  }
}
