import Domain
import ServerCore

extension StoreContract {
  static var modelCases: [Case] {
    [
      Case("the connected model is kept as it was said, replaced whole, and forgotten") { fixture in
        let store = try require(fixture.store as? any ModelConnectionStore, "store of the model")
        let admin = try fixture.user("Ada")
        try expectEqual(try store.modelConnection(), nil)
        let first = StoredModelConnection(
          kind: .openai, address: "https://models.example/v1", model: "large", sealedKey: [0, 1, 255],
          keyEnding: "cdef", prices: .init(input: 0.4, output: 1.6), setBy: admin, setAt: Timestamp(milliseconds: 0))
        let later = StoreFixture.start.adding(seconds: 60)
        try fixture.perform(.model(.connect(first, percentage: nil)), at: later)
        var kept = first
        kept.setAt = later
        try expectEqual(try store.modelConnection(), kept)
        let second = StoredModelConnection(
          kind: .ollama, address: "http://127.0.0.1:11434/v1", model: "small", setBy: admin,
          setAt: StoreFixture.start)
        try fixture.perform(.model(.connect(second, percentage: nil)))
        try expectEqual(try store.modelConnection(), second)
        try fixture.perform(.model(.disconnect(asker: admin)))
        try expectEqual(try store.modelConnection(), nil)
        try fixture.perform(.model(.disconnect(asker: admin)))
      },
      Case("a model is connected with the share of people who get it, or not at all") { fixture in
        let store = try require(fixture.store as? any ModelConnectionStore & FeatureStore, "store of the model")
        let admin = try fixture.user("Ada")
        let bob = try fixture.user("Bob")
        func connection(by user: UserID, model: String = "small") -> StoredModelConnection {
          StoredModelConnection(
            kind: .ollama, address: "http://127.0.0.1:11434/v1", model: model, setBy: user, setAt: StoreFixture.start)
        }
        try fixture.perform(
          .feature(.change(asker: nil, .model, FeatureRollout(percentage: 100, people: [bob], isStopped: true))))
        try fixture.expectRefusal(.forbidden, .model(.connect(connection(by: bob), percentage: 0)))
        try fixture.expectRefusal(.forbidden, .model(.disconnect(asker: bob)))
        try fixture.expectRefusal(.invalid, .model(.connect(connection(by: admin), percentage: 101)))
        try fixture.expectRefusal(.invalid, .model(.connect(connection(by: admin, model: ""), percentage: 0)))
        try expectEqual(try store.modelConnection(), nil)
        try fixture.perform(.model(.connect(connection(by: admin), percentage: 0)))
        let rollout = FeatureRollout(percentage: 0, people: [bob], isStopped: true)
        try expectEqual(try store.rollouts(), [.model: rollout], "whoever is named, and a stop, stay")
        try fixture.perform(.feature(.change(asker: nil, .model, FeatureRollout(percentage: 100))))
        let outcome = try fixture.commit(.model(.connect(connection(by: admin), percentage: 0)))
        let told = outcome.changes.compactMap { change in
          if case .delta(_, let audience) = change { audience.first } else { nil }
        }
        try expectEqual(told, [admin, bob], "they hear of it")
        try expect(try !fixture.store.profile(bob).has(.model), "still has it")
        try fixture.perform(.model(.connect(connection(by: admin), percentage: nil)))
        try expectEqual(try store.rollouts(), [.model: FeatureRollout(percentage: 0)])
      },
    ]
  }
}
