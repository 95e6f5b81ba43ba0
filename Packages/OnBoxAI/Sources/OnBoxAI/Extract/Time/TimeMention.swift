import Foundation

/// A date, a time or both, as a message names them. What is `nil` was not said.
public struct TimeMention: Hashable, Sendable {
  /// How the mention bounds what it speaks of.
  public enum Bound: String, Hashable, Sendable {
    /// "at 3", "on Friday".
    case exact
    /// "by Friday", "before noon", "EOD".
    case by
    /// "after 3pm", "from Monday on".
    case after
    /// "until the 9th".
    case until
  }

  /// The words, as they stand in the message.
  public let text: String
  /// The words' place in the message, in bytes of UTF-8.
  public let range: Range<Int>
  /// Year, month and day; the first day when several are meant.
  public var date: DateComponents?
  /// The last day (included) when several are meant: "next week", "3–5 March".
  public var endDate: DateComponents?
  /// Hour (0...23) and minute.
  public var time: DateComponents?
  /// The end of a span of time, hour and minute.
  public var endTime: DateComponents?
  public var dayPart: DayPart?
  /// The zone that the message names; `nil` means the speaker's.
  public var timeZone: TimeZone?
  public var bound: Bound = .exact
  /// The days are a period with a name ("next week", "in March"), not days that were counted out.
  public var isPeriod: Bool = false

  /// "Before Friday": over when Friday begins.
  public var isBefore: Bool = false

  /// The words as they say by when something is due: "before Friday", but "Friday" of "by Friday".
  public var dueText: String { isBefore ? "before \(text)" : text }

  /// A span of days or of hours, not one point.
  public var isRange: Bool { endDate != nil || endTime != nil }
}

extension TimeMention {
  /// The hour of the day at which a working day begins and ends where nothing else is known.
  public static let workingDay = 9 * 60..<17 * 60
  private static let dayEnd = 24 * 60

  /// The instant it names, read in the zone it says or else in `timeZone`. Without a time a
  /// deadline ends with the working day (of its last day) and anything else begins with its part of
  /// the day or with the working day.
  /// - Returns: `nil` without a date.
  public func instant(in timeZone: TimeZone) -> Date? {
    guard let date else { return nil }
    if endsBeforeDay, let day = CivilDay(date) {
      return instant(on: Self.workday(before: day).components, minute: startMinute, in: timeZone)
    }
    return instant(on: (bound == .by ? endDate ?? date : date), minute: startMinute, in: timeZone)
  }

  /// The same, but not past where the words allow it: a day or days that have begun, and were named
  /// without a time, last until the end of the working day or of the day (of the last one), a part
  /// of the day that has begun until its end; a time without a date is its first occurrence after
  /// `now`. What is over stays so.
  public func instant(in timeZone: TimeZone, after now: Date) -> Date? {
    if let instant = instant(in: timeZone) {
      return endOfWhatHasBegun(instant, in: timeZone, at: now) ?? lastMoment(instant, in: timeZone, at: now) ?? instant
    }
    guard time != nil || dayPart != nil else { return nil }
    let zone = self.timeZone ?? timeZone
    let today = CivilDay(now, in: zone)
    for day in [today, today + 1] {
      if let instant = instant(on: day.components, minute: startMinute, in: timeZone), instant > now { return instant }
    }
    return nil
  }

  /// `nil` unless the days have begun and are not over, and no time was said.
  private func endOfWhatHasBegun(_ beginning: Date, in timeZone: TimeZone, at now: Date) -> Date? {
    guard time == nil, bound != .after, let date, let first = CivilDay(date), let last = CivilDay(endDate ?? date)
    else { return nil }
    let zone = self.timeZone ?? timeZone
    let today = CivilDay(now, in: zone)
    guard first <= today, today <= last else { return nil }
    var ends = [Self.workingDay.upperBound, Self.dayEnd]
    if let dayPart {
      guard beginning <= now else { return nil }
      ends = [dayPart == .evening || dayPart == .night ? Self.dayEnd : dayPart.minutes.upperBound]
    }
    return ends.lazy.map { end in
      end < Self.dayEnd
        ? LocalTime(day: last, minute: end).instant(in: zone)
        : LocalTime(day: last + 1, minute: 0).instant(in: zone).addingTimeInterval(-1)
    }.first { $0 > now }
  }

  /// "Before Friday", and no hour.
  private var endsBeforeDay: Bool { bound == .by && isBefore && time == nil && dayPart == nil }

  /// The last day before `day` that is none of a weekend.
  private static func workday(before day: CivilDay) -> CivilDay {
    var day = day + -1
    while day.weekday > 5 { day = day + -1 }
    return day
  }

  /// "Before Monday" said on a Sunday, when the working day before is over: until Monday begins.
  private func lastMoment(_ instant: Date, in timeZone: TimeZone, at now: Date) -> Date? {
    guard endsBeforeDay, instant <= now, let day = date.flatMap({ CivilDay($0) }) else { return nil }
    let end = LocalTime(day: day, minute: 0).instant(in: self.timeZone ?? timeZone).addingTimeInterval(-1)
    return end > now ? end : nil
  }

  private func instant(on date: DateComponents, minute: Int, in timeZone: TimeZone) -> Date? {
    guard let day = CivilDay(date) else { return nil }
    return LocalTime(day: day, minute: minute).instant(in: self.timeZone ?? timeZone)
  }

  private var startMinute: Int {
    if let time, let hour = time.hour { return hour * 60 + (time.minute ?? 0) }
    if let dayPart { return bound == .by ? dayPart.minutes.upperBound - 60 : dayPart.usualStart }
    return bound == .by ? Self.workingDay.upperBound : Self.workingDay.lowerBound
  }
}
