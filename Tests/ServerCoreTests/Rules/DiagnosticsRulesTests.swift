import Domain
import ServerCore
import Testing

@Suite("Rules of diagnostics")
struct DiagnosticsRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Diagnostics

  private func report(
    _ name: String = "TypeError", platform: CrashPlatform = .web, kind: CrashKind = .error, version: String? = nil,
    frames: [String] = ["send /src/outbox.js:12:3"]
  ) -> CrashReport {
    CrashReport(platform: platform, kind: kind, version: version, name: name, frames: frames)
  }

  @Test("the same problem is the same in another version, where only lines and columns differ")
  func equal() {
    let one = Rule.fingerprint(of: report())
    #expect(one.count == 16)
    #expect(Rule.fingerprint(of: report(version: "2.0", frames: ["send /src/outbox.js:99:1"])) == one)
    let deep = (1...9).map { "f\($0) /src/a.js:1:1" }
    let changed = deep.prefix(5) + ["other /src/b.js:1:1"]
    #expect(Rule.fingerprint(of: report(frames: deep)) == Rule.fingerprint(of: report(frames: Array(changed))))
  }

  @Test("another type, platform, kind or function is another problem")
  func other() {
    let reports = [
      report(), report("RangeError"), report(platform: .ios), report(kind: .rejection),
      report(frames: ["post /src/outbox.js:12:3"]), report(frames: ["send /src/other.js:12:3"]), report(frames: []),
    ]
    #expect(Set(reports.map(Rule.fingerprint)).count == reports.count)
  }

  @Test("a report is short, and has nothing that could not be shown")
  func bounds() throws {
    let ada = It.ada
    try Rule.check(report(), by: ada)
    try Rule.check(report(frames: Array(repeating: String(repeating: "x", count: 200), count: 40)), by: ada)
    let bad = [
      report(String(repeating: "x", count: 101)), report("a\nb"), report(version: String(repeating: "1", count: 41)),
      report(frames: [String(repeating: "x", count: 201)]), report(frames: Array(repeating: "x", count: 41)),
      report(frames: ["a\u{1F}b"]),
    ]
    for bad in bad { #expect(refusal { try Rule.check(bad, by: ada) } == .invalid) }
  }

  @Test("only the server says what went wrong in it, and nothing else")
  func server() throws {
    try Rule.check(report(platform: .server), by: nil)
    #expect(refusal { try Rule.check(report(platform: .server), by: It.ada) } == .invalid)
    for platform in CrashPlatform.allCases where platform != .server {
      #expect(refusal { try Rule.check(report(platform: platform), by: nil) } == .invalid)
    }
  }

  @Test("a group counts, keeps what the newest report says, and its times never go back")
  func group() {
    let first = Rule.add(report(), to: nil, version: "1.0", at: It.now)
    #expect(first.count == 1 && first.version == "1.0" && first.firstAt == It.now && first.lastAt == It.now)
    let again = Rule.add(
      report(version: "2.0", frames: ["send /src/outbox.js:99:1"]), to: first, version: "1.0",
      at: It.now.adding(seconds: -5))
    #expect(again.id == first.id && again.count == 2 && again.version == "2.0")
    #expect(again.frames == ["send /src/outbox.js:99:1"])
    #expect(again.firstAt == It.now && again.lastAt == It.now)
  }
}
