import Domain
import ServerCore

extension StoreContract {
  static var featureCases: [Case] {
    [
      Case("a rollout gives a feature to its people, and each of those it changes something for hears of it") {
        fixture in
        let store = try require(fixture.store as? any FeatureStore, "feature store")
        let admin = try fixture.user("Ada")
        let users = try (1...20).map { try fixture.user("User \($0)") }
        let rollout = FeatureRollout(percentage: 0, people: [users[3]])
        let outcome = try fixture.commit(.feature(.change(asker: admin, .assistant, rollout)))
        try expectEqual(try store.rollouts(), [.assistant: rollout])
        let told = outcome.changes.compactMap { change in
          if case .delta(let delta, let audience) = change, delta.profile?.has(.assistant) == false {
            audience.first
          } else {
            nil
          }
        }
        let without = [admin] + users.filter { $0 != users[3] }
        try expectEqual(told, without)
        for user in without { try expect(try !fixture.store.profile(user).has(.assistant), "still there") }
        try expect(try fixture.store.profile(users[3]).has(.assistant), "taken from who is named")
        let delta = try fixture.store.delta(of: .me, for: admin, fromRev: 1)
        try expectEqual(delta.profile?.disabledFeatures, ["assistant"])
        let late = try fixture.user("Late")
        try expect(try !fixture.store.profile(late).has(.assistant), "a new account")
        try expectEqual(
          Set(try store.featureGroups()),
          [FeatureGroup(disabled: ["assistant"], count: 21), FeatureGroup(disabled: [], count: 1)])
        let again = try fixture.commit(.feature(.settle))
        try expect(again.changes.isEmpty, "nothing changed")
      },
      Case("only admins roll a feature out, and bad rollouts change nothing") { fixture in
        let store = try require(fixture.store as? any FeatureStore, "feature store")
        let admin = try fixture.user("Ada")
        let bob = try fixture.user("Bob")
        let half = FeatureRollout(percentage: 50)
        try fixture.expectRefusal(.forbidden, .feature(.change(asker: bob, .ai, half)))
        for bad in [-1, 101] {
          try fixture.expectRefusal(
            .invalid, .feature(.change(asker: admin, .ai, FeatureRollout(percentage: bad))))
        }
        try expect(try store.rollouts().isEmpty, "kept")
        try fixture.perform(.feature(.change(asker: nil, .ai, half)))
        try expectEqual(try store.rollouts(), [.ai: half])
      },
      Case("an exposure keeps its time until the answer is another one, and goes with its account") { fixture in
        let store = try require(fixture.store as? any FeatureStore, "feature store")
        _ = try fixture.user("Ada")
        let bob = try fixture.user("Bob")
        func expose(_ isEnabled: Bool, second: Int64) throws {
          try fixture.perform(
            .feature(.expose(bob, .search, isEnabled: isEnabled)), at: StoreFixture.start.adding(seconds: second))
        }
        func exposedAt() throws -> [Timestamp?] {
          try store.featureReach(of: .search, after: nil, limit: 9).map(\.exposedAt)
        }
        try expose(true, second: 1)
        try expose(true, second: 2)
        try expectEqual(try exposedAt(), [nil, StoreFixture.start.adding(seconds: 1)])
        try expose(false, second: 3)
        try expectEqual(try exposedAt(), [nil, StoreFixture.start.adding(seconds: 3)])
        try expectEqual(
          try store.exposureCounts(), [ExposureCount(feature: .search, isEnabled: false, count: 1)])
        try expectEqual(try store.featureReach(of: .search, after: nil, limit: 1).map(\.user.name), ["Ada"])
        let ada = try store.featureReach(of: .search, after: nil, limit: 1)[0].user.id
        try expectEqual(try store.featureReach(of: .search, after: ada, limit: 9).map(\.user.id), [bob])
        try fixture.perform(.account(.delete(user: bob)))
        try expect(try store.exposureCounts().isEmpty, "of an account that is gone")
      },
    ]
  }
}
