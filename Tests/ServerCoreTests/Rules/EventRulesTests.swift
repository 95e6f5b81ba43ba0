import Domain
import ServerCore
import Testing

@Suite("Rules of client events")
struct EventRulesTests {
  typealias Rule = Rules.Diagnostics

  private func batch(
    _ milliseconds: [Int64] = [5], platform: CrashPlatform = .web, version: String? = nil
  ) -> ClientEventBatch {
    ClientEventBatch(
      platform: platform, version: version,
      events: milliseconds.map { ClientEvent(kind: .messageSent, milliseconds: $0) })
  }

  @Test("a batch is small, of a client, with a version that can be a label and times that can be")
  func bounds() throws {
    try Rule.check(batch())
    try Rule.check(batch(Array(repeating: 0, count: 100), version: "1.4.0-rc.1+20261124_a"))
    try Rule.check(batch([86_400_000], version: String(repeating: "1", count: 40)))
    let bad = [
      batch([]), batch(Array(repeating: 1, count: 101)), batch([-1]), batch([86_400_001]), batch(platform: .server),
      batch(version: ""), batch(version: String(repeating: "1", count: 41)), batch(version: "1\""), batch(version: "ä"),
      batch(version: "1 0"), batch(version: "1\n"),
    ]
    for bad in bad { #expect(refusal { try Rule.check(bad) } == .invalid, "\(bad)") }
  }

  @Test("spans have ids, a parent but for the first, and times that can be; a batch may have spans alone")
  func spans() throws {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    func span(
      _ kind: ClientSpanKind = .receive, trace: String = trace, span: String = "00f067aa0ba902b7",
      parent: String? = "00f067aa0ba902b8", from start: Int64 = 5, until end: Int64 = 6
    ) -> ClientSpan {
      ClientSpan(
        kind: kind, trace: trace, span: span, parent: parent, start: Timestamp(milliseconds: start),
        end: Timestamp(milliseconds: end))
    }
    func check(_ spans: [ClientSpan]) throws(Refusal) {
      try Rule.check(ClientEventBatch(platform: .web, events: [], spans: spans))
    }
    try check([span(), span(.send, parent: nil), span(.show, from: 0, until: 86_400_000)])
    try check(Array(repeating: span(), count: 100))
    let bad = [
      Array(repeating: span(), count: 101), [span(trace: "4b")], [span(trace: String(repeating: "0", count: 32))],
      [span(span: "x")], [span(parent: nil)], [span(parent: "0000000000000000")], [span(.send)], [span(from: 7)],
      [span(from: -1)], [span(from: 0, until: 86_400_001)], [span(from: .min, until: .max)],
    ]
    for bad in bad { #expect(refusal { try check(bad) } == .invalid, "\(bad)") }
  }

  @Test("the person and the workspace both have to want it")
  func consent() throws {
    var (profile, workspace) = (RuleFixture.account().profile, Workspace(registration: .open))
    try Rule.checkConsent(of: profile, in: workspace)
    profile.sendsEvents = false
    #expect(refusal { try Rule.checkConsent(of: profile, in: workspace) } == .forbidden)
    profile.sendsEvents = true
    workspace.collectsEvents = false
    #expect(refusal { try Rule.checkConsent(of: profile, in: workspace) } == .forbidden)
  }

  @Test("twelve versions are told apart on a day; those that are known go on")
  func versions() {
    let known = Set((0..<11).map { "1.\($0)" })
    #expect(Rule.eventVersion("2.0", among: known) == "2.0")
    let full = known.union(["2.0"])
    #expect(Rule.eventVersion("3.0", among: full) == "other" && Rule.eventVersion("2.0", among: full) == "2.0")
    #expect(Rule.eventVersion("3.0", among: known.union(["other"])) == "3.0", "other is none of them")
  }

  @Test("events of one kind that took about as long are one tally of their day")
  func tally() {
    let events = [
      ClientEvent(kind: .messageSent, milliseconds: 10), ClientEvent(kind: .messageSent, milliseconds: 0, waited: true),
      ClientEvent(kind: .messageSent, milliseconds: 11), ClientEvent(kind: .appLaunch, milliseconds: 10),
      ClientEvent(kind: .messageSent, milliseconds: 86_400_000),
    ]
    let tallies = Rule.tally(
      ClientEventBatch(platform: .ios, events: events), version: "1", at: Timestamp(milliseconds: 86_400_000 * 3 + 5))
    #expect(tallies.map(\.bucket) == [0, 1, 0, Rule.eventBounds.count] && tallies.map(\.count) == [2, 1, 1, 1])
    #expect(tallies.map(\.waited) == [1, 0, 0, 0] && tallies.allSatisfy { $0.day == 3 && $0.platform == .ios })
    #expect(tallies.map(\.kind) == [.messageSent, .messageSent, .appLaunch, .messageSent])
  }

  @Test("half and 95 of 100 are found in the buckets, each taken to be filled evenly")
  func percentiles() {
    func tally(_ bucket: Int, _ count: Int64) -> ClientEventTally {
      ClientEventTally(
        day: 1, kind: .appLaunch, platform: .web, version: "1", bucket: bucket, count: count, waited: 0)
    }
    // Ten up to 100, ten up to 150: the tenth ends the first, the nineteenth is nine tenths on.
    let even = [tally(4, 10), tally(3, 10)]
    #expect(Rule.percentile(50, of: even) == 100 && Rule.percentile(95, of: even) == 145)
    #expect(Rule.percentile(50, of: [tally(0, 1)]) == 10 && Rule.percentile(95, of: [tally(0, 1)]) == 10)
    #expect(Rule.percentile(50, of: [tally(Rule.eventBounds.count, 1)]) == 3_600_000, "longer than all bounds")
    #expect(Rule.percentile(50, of: [tally(0, 99), tally(Rule.eventBounds.count, 1)]) < 10)
  }

  @Test("a summary has all of a day, kind, platform and version; the newest day is first")
  func summaries() {
    func tally(_ day: Int64, _ kind: ClientEventKind, _ version: String, _ bucket: Int) -> ClientEventTally {
      ClientEventTally(
        day: day, kind: kind, platform: .web, version: version, bucket: bucket, count: 2, waited: 1)
    }
    let summaries = Rule.summaries([
      tally(1, .appLaunch, "1", 0), tally(2, .messageSent, "2", 0), tally(2, .messageSent, "1", 3),
      tally(2, .messageSent, "1", 0), tally(2, .appLaunch, "1", 0),
    ])
    #expect(summaries.map(\.day.milliseconds) == [2, 2, 2, 1].map { $0 * 86_400_000 })
    #expect(summaries.map(\.kind) == [.appLaunch, .messageSent, .messageSent, .appLaunch])
    #expect(summaries.map(\.version) == ["1", "1", "2", "1"])
    #expect(summaries.map(\.count) == [2, 4, 2, 2] && summaries.map(\.waited) == [1, 2, 1, 1])
    #expect(summaries[1].median == 10 && summaries[1].p95 == 100)
  }
}
