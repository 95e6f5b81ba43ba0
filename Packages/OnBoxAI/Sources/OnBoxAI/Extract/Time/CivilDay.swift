import Foundation

/// A day of the Gregorian calendar, without zone. Pure arithmetic: parsing asks for days many times
/// a message.
struct CivilDay: Hashable, Comparable, Sendable {
  /// Days since 1 January 1970.
  let number: Int

  init(number: Int) {
    self.number = number
  }

  /// `nil` when the month has no such day.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// `nil` when a part is missing or there is no such day.
  init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day that `instant` falls on in `timeZone`.
  init(_ instant: Date, in timeZone: TimeZone) {
    self.init(number: LocalTime(instant, in: timeZone).day.number)
  }

  var yearMonthDay: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part + (part < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
  }

  /// 1 is Monday.
  var weekday: Int {
    let remainder = (number + 3) % 7
    return (remainder + 7) % 7 + 1
  }

  var components: DateComponents {
    let parts = yearMonthDay
    return DateComponents(year: parts.year, month: parts.month, day: parts.day)
  }

  /// The Monday of its week.
  var monday: CivilDay { self + (1 - weekday) }

  /// The same day of the month `months` later, or that month's last day.
  func adding(months: Int) -> CivilDay {
    let parts = yearMonthDay
    let index = parts.year * 12 + parts.month - 1 + months
    let year = index >= 0 ? index / 12 : (index - 11) / 12
    let month = index - year * 12 + 1
    let day = min(parts.day, Self.length(ofMonth: month, year: year))
    return CivilDay(year: year, month: month, day: day) ?? self
  }

  /// The first day of its month.
  var startOfMonth: CivilDay { self + (1 - yearMonthDay.day) }

  /// The last day of its month.
  var endOfMonth: CivilDay {
    let parts = yearMonthDay
    return self + (Self.length(ofMonth: parts.month, year: parts.year) - parts.day)
  }

  static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  static func + (day: CivilDay, days: Int) -> CivilDay { CivilDay(number: day.number + days) }
  static func < (one: CivilDay, other: CivilDay) -> Bool { one.number < other.number }
}
