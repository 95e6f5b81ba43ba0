import Domain
import WireProtocol

/// Whom features reach, for admins of the workspace.
package struct FeatureService: Sendable {
  private static let listed = 200

  private let store: any FeatureStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer

  package init(store: any FeatureStore, work: any WorkExecutor, commands: any CommandPerformer) {
    self.store = store
    self.work = work
    self.commands = commands
  }

  /// All features in the order of their declaration.
  package func states() async throws(Refusal) -> [FeatureState] {
    try await work.reading { [store] in
      let rollouts = try store.rollouts()
      let groups = try store.featureGroups()
      let exposures = try store.exposureCounts()
      func exposed(to feature: Feature, _ isEnabled: Bool) -> Int {
        exposures.first { $0.feature == feature && $0.isEnabled == isEnabled }?.count ?? 0
      }
      let all = groups.reduce(0) { $0 + $1.count }
      return Feature.allCases.map { feature in
        let without = groups.filter { $0.disabled.contains(feature.rawValue) }.reduce(0) { $0 + $1.count }
        return FeatureState(
          name: feature, description: feature.summary, owner: feature.owner,
          defaultPercentage: feature.defaultPercentage,
          rollout: rollouts[feature] ?? FeatureRollout(percentage: feature.defaultPercentage),
          enabled: all - without, disabled: without, admitted: exposed(to: feature, true),
          refused: exposed(to: feature, false))
      }
    }
  }

  /// Without an asker the command line asks. Throws `forbidden` for others than admins, `invalid`
  /// for a bad rollout.
  package func change(
    _ feature: Feature, to rollout: FeatureRollout, by asker: UserID?, as actor: AuditActor
  ) async throws(Refusal) -> FeatureState {
    _ = try await commands.perform(.feature(.change(asker: asker, feature, rollout)), by: actor)
    guard let state = try await states().first(where: { $0.name == feature }) else { throw .notFound }
    return state
  }

  /// `after` is the `next` of the page before.
  package func people(of feature: Feature, after: UserID?) async throws(Refusal) -> FeaturePeople {
    let people = try await work.reading { [store] in
      try store.featureReach(of: feature, after: after, limit: Self.listed + 1)
    }
    let page = Array(people.prefix(Self.listed))
    return FeaturePeople(people: page, next: people.count > page.count ? page.last?.user.id.description : nil)
  }

  /// Gives everybody what the rollouts and this version's defaults say.
  package func settle() async throws(Refusal) {
    _ = try await commands.perform(.feature(.settle))
  }
}
