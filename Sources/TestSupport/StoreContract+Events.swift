import Domain
import ServerCore

extension StoreContract {
  private static let day = Rules.Diagnostics.day(of: StoreFixture.start)

  private static func batch(
    _ milliseconds: [Int64], version: String? = nil, waited: Bool = false
  ) -> ClientEventBatch {
    ClientEventBatch(
      platform: .ios, version: version,
      events: milliseconds.map { ClientEvent(kind: .messageSent, milliseconds: $0, waited: waited) })
  }

  static var eventCases: [Case] {
    [
      Case("events of clients are added up by day, kind, platform, version and how long they took") { fixture in
        let store = try require(fixture.store as? any DiagnosticsStore, "diagnostics store")
        let users = [try fixture.user("Ada"), try fixture.user("Bob")]
        for user in users {
          try fixture.perform(.diagnostics(.count(batch([5, 7, 15]), by: user, version: "9.9")))
        }
        try fixture.perform(.diagnostics(.count(batch([5], waited: true), by: users[0], version: "9.9")))
        let tomorrow = StoreFixture.start.adding(seconds: 86_400)
        try fixture.perform(
          .diagnostics(.count(batch([5], version: "1.0"), by: users[0], version: "9.9")), at: tomorrow)
        func tally(_ day: Int64, _ version: String, _ bucket: Int, _ count: Int64, _ waited: Int64) -> ClientEventTally
        {
          ClientEventTally(
            day: day, kind: .messageSent, platform: .ios, version: version, bucket: bucket, count: count,
            waited: waited)
        }
        try expectEqual(
          Set(try store.eventTallies(since: day)),
          [tally(day, "9.9", 0, 5, 1), tally(day, "9.9", 1, 2, 0), tally(day + 1, "1.0", 0, 1, 0)])
        try expectEqual(try store.eventTallies(since: day + 1), [tally(day + 1, "1.0", 0, 1, 0)])
      },
      Case("nothing is counted of whom does not want it, nor where the workspace does not") { fixture in
        let store = try require(fixture.store as? any DiagnosticsStore, "diagnostics store")
        let (ada, bob) = (try fixture.user("Ada"), try fixture.user("Bob"))
        let outcome = try fixture.commit(.account(.updateProfile(user: bob, ProfileChange(sendsEvents: false))))
        guard case .delta(let delta, let audience)? = outcome.changes.first else {
          throw ContractViolation(description: "nobody hears of the switch")
        }
        try expect(delta.feed == .me && delta.profile?.sendsEvents == false, "the switch is not in the private feed")
        try expectEqual(audience, [bob])
        try expectEqual(try fixture.store.profile(bob).sendsEvents, false)
        try expectEqual(try fixture.store.profile(ada).sendsEvents, true)
        try fixture.expectRefusal(.forbidden, .diagnostics(.count(batch([5]), by: bob, version: "1")))
        try fixture.perform(.workspace(.change(asker: ada, WorkspaceChange(collectsEvents: false))))
        try expectEqual(try fixture.store.workspace().collectsEvents, false)
        try fixture.expectRefusal(.forbidden, .diagnostics(.count(batch([5]), by: ada, version: "1")))
        try expectEqual(try store.eventTallies(since: 0), [])
        try fixture.perform(.workspace(.change(asker: ada, WorkspaceChange(name: "Kites"))))
        try expectEqual(try fixture.store.workspace().collectsEvents, false)
      },
      Case("so many versions of a day are told apart, and so many days are kept") { fixture in
        let store = try require(fixture.store as? any DiagnosticsStore, "diagnostics store")
        let ada = try fixture.user("Ada")
        let most = Rules.Diagnostics.maximumEventVersions
        for version in 0..<most + 3 {
          let result = try fixture.perform(
            .diagnostics(.count(batch([5], version: "1.\(version)"), by: ada, version: "1")))
          guard case .version(let counted) = result else { throw ContractViolation(description: "no version") }
          try expectEqual(counted, version < most ? "1.\(version)" : Rules.Diagnostics.otherVersion)
        }
        let tallies = try store.eventTallies(since: 0)
        try expectEqual(tallies.count, most + 1)
        try expectEqual(tallies.first { $0.version == Rules.Diagnostics.otherVersion }?.count, 3)
        let last = StoreFixture.start.adding(seconds: (Rules.Diagnostics.eventDays - 1) * 86_400)
        try fixture.perform(.diagnostics(.count(batch([5]), by: ada, version: "1")), at: last)
        try expectEqual(try store.eventTallies(since: 0).count, most + 2)
        try fixture.perform(
          .diagnostics(.count(batch([5]), by: ada, version: "1")), at: last.adding(seconds: 86_400))
        try expectEqual(Set(try store.eventTallies(since: 0).map(\.version)), ["1"])
      },
    ]
  }
}
