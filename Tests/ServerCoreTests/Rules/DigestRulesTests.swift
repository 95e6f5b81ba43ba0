import Domain
import Foundation
import ServerCore
import Testing

@Suite("Rules of digests at a time")
struct DigestRulesTests {
  typealias Rule = Rules.Digests

  private static let berlin = "Europe/Berlin"
  private static let mine = DigestLease(high: 1, low: 1)
  private static let other = DigestLease(high: 1, low: 2)

  private func time(_ text: String, _ zone: String = berlin) throws -> Timestamp {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd HH:mm"
    format.timeZone = try #require(TimeZone(identifier: zone))
    return Timestamp(try #require(format.date(from: text)))
  }

  private func plan(
    days: [Int] = [1, 2, 3, 4, 5], time: Int = 480, day: Int64 = 0, zone: String? = berlin, inApp: Bool = true
  ) -> DigestPlan {
    DigestPlan(
      user: RuleFixture.ada, times: .init(days: days, time: time, inApp: inApp), timeZone: zone, day: day)
  }

  private func day(_ plan: DigestPlan, _ text: String, _ zone: String = berlin) throws -> Int64? {
    Rule.day(of: plan, at: try time(text, zone))
  }

  @Test("a digest is made from its time on, on its days, by its user's clock, and no longer than for some hours")
  func due() throws {
    // 24 November 2026 is a Tuesday.
    #expect(try day(plan(), "2026-11-24 07:59") == nil)
    #expect(try day(plan(), "2026-11-24 08:00") == 20_261_124)
    #expect(try day(plan(), "2026-11-24 11:59") == 20_261_124)
    #expect(try day(plan(), "2026-11-24 12:00") == nil)
    #expect(try day(plan(), "2026-11-28 08:00") == nil)
    #expect(try day(plan(days: [6]), "2026-11-28 08:00") == 20_261_128)
    #expect(try day(plan(inApp: false), "2026-11-24 08:00") == nil)
    #expect(try day(plan(days: []), "2026-11-24 08:00") == nil)
    #expect(try day(plan(zone: "Asia/Tokyo"), "2026-11-24 08:00", "Asia/Tokyo") == 20_261_124)
    #expect(try day(plan(zone: "Asia/Tokyo"), "2026-11-24 08:00") == nil)
    #expect(try day(plan(zone: nil), "2026-11-24 08:00", "GMT") == 20_261_124)
    // What begins late is still made after midnight, as that day's.
    #expect(try day(plan(time: 23 * 60), "2026-11-25 01:00") == 20_261_124)
  }

  @Test("a day has one digest, however the clock and the time zone change")
  func once() throws {
    #expect(try day(plan(day: 20_261_124), "2026-11-24 08:30") == nil)
    #expect(try day(plan(day: 20_261_124), "2026-11-23 08:30") == nil)
    #expect(try day(plan(day: 20_261_124), "2026-11-25 08:30") == 20_261_125)
    // Whoever flies west has the same morning again.
    #expect(try day(plan(day: 20_261_124, zone: "America/New_York"), "2026-11-24 08:30", "America/New_York") == nil)
  }

  @Test("an hour that the clocks leave out comes when they have gone on, and of two the first counts")
  func summerTime() throws {
    let sunday = plan(days: [7], time: 150)
    #expect(try day(sunday, "2026-03-29 01:59") == nil)
    #expect(try day(sunday, "2026-03-29 03:00") == 20_260_329)
    let first = try time("2026-10-25 01:30").adding(seconds: 3_600)
    #expect(Rule.day(of: sunday, at: first.adding(seconds: -1)) == nil)
    #expect(Rule.day(of: sunday, at: first) == 20_261_025)
    let made = plan(days: [7], time: 150, day: 20_261_025)
    #expect(Rule.day(of: made, at: first.adding(seconds: 3_600)) == nil)
  }

  @Test("one at a time makes it: another when it has stopped, and only the holder ends it")
  func lease() throws {
    let now = try time("2026-11-24 08:00")
    let end = now.adding(seconds: 60)
    let begun = try Rule.begin(plan(), day: 20_261_124, Self.mine, until: end, at: now)
    #expect(begun.lease == Self.mine && begun.leasedUntil == end)
    #expect(refusal { try Rule.begin(begun, day: 20_261_124, Self.other, until: end, at: now) } == .conflict)
    #expect(try Rule.begin(begun, day: 20_261_124, Self.other, until: end, at: end).lease == Self.other)
    #expect(refusal { try Rule.begin(nil, day: 20_261_124, Self.mine, until: end, at: now) } == .conflict)
    #expect(refusal { try Rule.begin(plan(), day: 20_261_123, Self.mine, until: end, at: now) } == .conflict)
    #expect(Rule.finish(begun, day: 20_261_124, Self.other) == nil)
    let made = try #require(Rule.finish(begun, day: 20_261_124, Self.mine))
    #expect(made.lease == nil && made.day == 20_261_124)
    #expect(Rule.finish(made, day: 20_261_124, Self.mine) == nil)
  }

  @Test("one that cannot be made is tried again later each time, and given up for the day in the end")
  func failures() throws {
    var (state, now) = (plan(), try time("2026-11-24 08:00"))
    for (count, delay) in Rule.delays.enumerated() {
      state.lease = Self.mine
      #expect(Rule.fail(state, day: 20_261_124, Self.other, at: now) == nil)
      state = try #require(Rule.fail(state, day: 20_261_124, Self.mine, at: now))
      #expect(state.failures == count + 1 && state.lease == nil && state.day == 0)
      #expect(Rule.day(of: state, at: now.adding(seconds: delay - 1)) == nil)
      now = now.adding(seconds: delay)
      #expect(Rule.day(of: state, at: now) == 20_261_124)
    }
    state.lease = Self.mine
    state = try #require(Rule.fail(state, day: 20_261_124, Self.mine, at: now))
    #expect(state.day == 20_261_124 && state.failures == 0)
  }

  @Test("a time that has passed when it is chosen begins with the next day")
  func changed() throws {
    let now = try time("2026-11-24 10:00")
    let early = Rule.changed(plan(time: 1_200), to: plan(time: 540).times, at: now)
    #expect(early.day == 20_261_124 && Rule.day(of: early, at: now) == nil)
    let later = Rule.changed(plan(time: 540, day: 20_261_123), to: plan(time: 660).times, at: now)
    #expect(later.day == 20_261_123)
    #expect(try day(later, "2026-11-24 11:00") == 20_261_124)
    let same = plan(time: 480)
    #expect(Rule.changed(same, to: same.times, at: now) == same)
    #expect(Rule.changed(plan(day: 20_261_125), to: plan(time: 540).times, at: now).day == 20_261_125)
  }
}
