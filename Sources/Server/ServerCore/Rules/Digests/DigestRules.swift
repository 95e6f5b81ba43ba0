import Domain
import Foundation

extension Rules.Digests {
  /// Seconds after its time during which a digest is still made: later it is no morning's digest.
  package static let patience: Int64 = 4 * 3_600
  /// Seconds to the next try after the first, second, … failure; one more ends it for the day.
  package static let delays: [Int64] = [60, 300, 900, 3_600]

  /// The day whose digest is to be made now, on the user's clock; `nil` when none is. A day has
  /// one, however often the clocks or the user's time zone change: days only rise.
  package static func day(of plan: DigestPlan, at now: Timestamp) -> Int64? {
    guard plan.times.isOn, plan.notBefore <= now, plan.lease == nil || plan.leasedUntil <= now else { return nil }
    // One that begins late in the evening may still be made after midnight.
    return [-1, 0].compactMap { begun(plan, daysFromToday: $0, at: now) }.first { $0 > plan.day }
  }

  /// That day, when its digest's time has come and is not long over.
  private static func begun(_ plan: DigestPlan, daysFromToday days: Int, at now: Timestamp) -> Int64? {
    let calendar = calendar(plan.timeZone)
    guard let day = calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: now.date)),
      plan.times.days.contains((calendar.component(.weekday, from: day) + 5) % 7 + 1),
      let moment = calendar.moment(of: plan.times.time, on: calendar.startOfDay(for: day)).map(Timestamp.init),
      moment <= now, now < moment.adding(seconds: patience)
    else { return nil }
    return number(of: day, calendar)
  }

  private static func calendar(_ timeZone: String?) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
    return calendar
  }

  private static func number(of day: Date, _ calendar: Calendar) -> Int64 {
    let parts = calendar.dateComponents([.year, .month, .day], from: day)
    return Int64((parts.year ?? 0) * 10_000 + (parts.month ?? 0) * 100 + (parts.day ?? 0))
  }

  /// The plan once its user wants it at other times. What has begun by then is not made up for.
  package static func changed(_ plan: DigestPlan, to times: AIPreferences.DigestTimes, at now: Timestamp) -> DigestPlan
  {
    guard times != plan.times else { return plan }
    var changed = plan
    changed.times = times
    (changed.failures, changed.notBefore) = (0, Timestamp(milliseconds: 0))
    let begun = [-1, 0].compactMap { self.begun(changed, daysFromToday: $0, at: now) }.max() ?? 0
    changed.day = max(plan.day, begun)
    return changed
  }

  /// Throws `conflict` when that day's is made, or somebody makes it now, or nobody wants it any
  /// more.
  package static func begin(
    _ plan: DigestPlan?, day: Int64, _ lease: DigestLease, until end: Timestamp, at now: Timestamp
  ) throws(Refusal) -> DigestPlan {
    guard var plan, self.day(of: plan, at: now) == day else {
      throw Refusal(.conflict, "The digest of that day is not to be made now.")
    }
    (plan.lease, plan.leasedUntil) = (lease, end)
    return plan
  }

  /// `nil` when the making is another's by now, or that day's is made.
  package static func finish(_ plan: DigestPlan?, day: Int64, _ lease: DigestLease) -> DigestPlan? {
    guard var plan, plan.lease == lease, plan.day < day else { return nil }
    plan.lease = nil
    plan.day = day
    (plan.failures, plan.notBefore) = (0, Timestamp(milliseconds: 0))
    return plan
  }

  /// It is tried again after a while, and in the end given up for the day; `nil` as with `finish`.
  package static func fail(_ plan: DigestPlan?, day: Int64, _ lease: DigestLease, at now: Timestamp) -> DigestPlan? {
    guard let plan, delays.indices.contains(plan.failures) else { return finish(plan, day: day, lease) }
    guard plan.lease == lease, plan.day < day else { return nil }
    var failed = plan
    failed.lease = nil
    failed.failures += 1
    failed.notBefore = now.adding(seconds: delays[plan.failures])
    return failed
  }
}
