import Domain
import ServerCore

extension StoreContract {
  static var diagnosticsCases: [Case] {
    [
      Case("reports of the same are one group, which counts them and to how many people it happened") { fixture in
        let store = try require(fixture.store as? any DiagnosticsStore, "diagnostics store")
        let users = [try fixture.user("Ada"), try fixture.user("Bob")]
        func report(_ name: String, line: Int, by user: UserID, second: Int64) throws {
          let report = CrashReport(
            platform: .web, kind: .error, name: name, frames: ["send /src/outbox.js:\(line):3", "run /src/main.js:4:1"])
          try fixture.perform(
            .diagnostics(.report(report, by: user, version: "9.9")), at: StoreFixture.start.adding(seconds: second))
        }
        try report("TypeError", line: 1, by: users[0], second: 1)
        try report("RangeError", line: 1, by: users[0], second: 2)
        try report("TypeError", line: 77, by: users[1], second: 3)
        try report("TypeError", line: 77, by: users[1], second: 4)
        let crashes = try store.crashes()
        try expectEqual(crashes.map(\.name), ["TypeError", "RangeError"])
        try expectEqual(crashes.map(\.count), [3, 1])
        try expectEqual(crashes.map(\.people), [2, 1])
        try expectEqual(crashes[0].frames, ["send /src/outbox.js:77:3", "run /src/main.js:4:1"])
        try expectEqual(crashes[0].version, "9.9")
        try expectEqual(crashes[0].firstAt, StoreFixture.start.adding(seconds: 1))
        try expectEqual(crashes[0].lastAt, StoreFixture.start.adding(seconds: 4))
        try fixture.perform(.account(.delete(user: users[1])))
        try expectEqual(try store.crashes().map(\.people), [1, 1])
        try fixture.perform(.diagnostics(.remove(crash: crashes[0].id)))
        try expectEqual(try store.crashes().map(\.name), ["RangeError"])
        try fixture.expectRefusal(.notFound, .diagnostics(.remove(crash: crashes[0].id)))
      },
      Case("what the server found of its own happened to nobody, and no client says it") { fixture in
        let store = try require(fixture.store as? any DiagnosticsStore, "diagnostics store")
        let ada = try fixture.user("Ada")
        let report = CrashReport(platform: .server, kind: .crash, name: "Aborted", frames: [])
        try fixture.perform(.diagnostics(.report(report, by: nil, version: "1")))
        try fixture.perform(.diagnostics(.report(report, by: nil, version: "2")))
        try fixture.expectRefusal(.invalid, .diagnostics(.report(report, by: ada, version: "3")))
        let crashes = try store.crashes()
        try expectEqual(crashes.map(\.platform), [.server])
        try expectEqual(crashes.map(\.count), [2])
        try expectEqual(crashes.map(\.people), [0])
        try expectEqual(crashes.map(\.version), ["2"])
      },
      Case("so many groups are kept, those of the last reports") { fixture in
        let store = try require(fixture.store as? any DiagnosticsStore, "diagnostics store")
        let ada = try fixture.user("Ada")
        let most = Rules.Diagnostics.maximumGroups
        for index in 0..<most + 2 {
          let report = CrashReport(platform: .ios, kind: .crash, name: "SIGTRAP \(index)", frames: [])
          try fixture.perform(
            .diagnostics(.report(report, by: ada, version: "1")), at: StoreFixture.start.adding(seconds: Int64(index)))
        }
        try expectEqual(try store.crashes().count, most)
        try expectEqual(try store.crashes().last?.name, "SIGTRAP 2")
      },
    ] + eventCases
  }
}
