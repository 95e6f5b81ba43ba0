import Foundation

/// The smallest thing the grammar finds: a day, a clock time, a part of the day, a zone.
struct TimePiece: Sendable {
  enum Value: Sendable {
    case day(CivilDay, Origin)
    /// First and last day. Explicit days are numbered ("3–5 March"), others are a period ("next
    /// week").
    case days(CivilDay, CivilDay, Origin)
    case clock(ClockTime)
    case clocks(ClockSpan)
    case dayPart(DayPart)
    /// A day and a minute at once: "in 20 minutes".
    case instant(LocalTime)
    /// The end of the working day, of a day said beside it or else of today.
    case endOfDay
    case zone(TimeZone)
  }

  /// How a day was named. A more definite name beside a less definite one decides.
  enum Origin: Int, Sendable {
    case relative, weekday, explicit
  }

  let value: Value
  /// The tokens it consists of.
  let tokens: Range<Int>
}
