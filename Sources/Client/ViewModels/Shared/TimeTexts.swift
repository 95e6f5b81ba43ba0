import Domain
import Foundation

/// Times as people read them, in the calendar and locale it is made with.
public struct TimeTexts: Sendable {
  public let calendar: Calendar
  public let locale: Locale
  private let clock: any WallClock
  var now: Timestamp { clock.now }

  public init(
    clock: any WallClock = SystemClock(), calendar: Calendar = .current, locale: Locale = .current
  ) {
    self.clock = clock
    self.calendar = calendar
    self.locale = locale
  }

  /// Number of the local day, for telling two days apart.
  func day(of time: Timestamp) -> Date {
    calendar.startOfDay(for: time.date)
  }

  /// `14:05`, in the form of the locale.
  public func time(_ time: Timestamp) -> String {
    format(time, date: .omitted, time: .shortened)
  }

  /// `Today`, `Yesterday`, the weekday within the last six days, else the date.
  public func day(_ time: Timestamp) -> Phrase {
    switch daysAgo(time) {
    case 0: "Today"
    case 1: "Yesterday"
    case 2..<7: Phrase(verbatim: weekday(time))
    default: Phrase(verbatim: format(time, date: .long, time: .omitted))
    }
  }

  /// For a list: the time today, else the day, as short as it can be.
  public func short(_ time: Timestamp) -> Phrase {
    switch daysAgo(time) {
    case 0: Phrase(verbatim: self.time(time))
    case 1: "Yesterday"
    case 2..<7: Phrase(verbatim: weekday(time))
    default: Phrase(verbatim: format(time, date: .numeric, time: .omitted))
    }
  }

  public func isToday(_ time: Timestamp) -> Bool { daysAgo(time) == 0 }

  /// `last seen Today, 14:05`.
  public func lastSeen(_ time: Timestamp) -> Phrase {
    "last seen \(day(time)), \(self.time(time))"
  }

  /// `Today, 14:05`: a moment that has passed or is to come.
  public func moment(_ time: Timestamp) -> Phrase {
    "\(comingDay(time)), \(self.time(time))"
  }

  /// When something is due: the day, or the time. Returns nil where that is not known.
  public func due(_ insight: Insight) -> Phrase? {
    DueMoment(of: insight, in: calendar).map { $0.isDay ? comingDay($0.at) : moment($0.at) }
  }

  /// `Tomorrow, 14:05–14:35`: from one moment to another of the same day, or both in full.
  public func span(_ start: Timestamp, _ end: Timestamp) -> Phrase {
    day(of: start) == day(of: end) ? "\(moment(start))–\(time(end))" : "\(moment(start)) – \(moment(end))"
  }

  /// `Monday, 23 November 2026, 14:05–14:35`: as it stays true, for what others read at another
  /// time.
  public func dated(_ start: Timestamp, _ end: Timestamp) -> String {
    let from = "\(format(start, date: .complete, time: .omitted)), \(time(start))"
    guard day(of: start) == day(of: end) else {
      return "\(from) – \(format(end, date: .complete, time: .omitted)), \(time(end))"
    }
    return "\(from)–\(time(end))"
  }

  /// As `day`, and `Tomorrow` and the weekday within the next six days.
  private func comingDay(_ time: Timestamp) -> Phrase {
    switch daysAgo(time) {
    case -1: "Tomorrow"
    case -6 ... -2: Phrase(verbatim: weekday(time))
    default: day(time)
    }
  }

  private func daysAgo(_ time: Timestamp) -> Int {
    let from = calendar.startOfDay(for: time.date)
    let to = calendar.startOfDay(for: clock.now.date)
    return calendar.dateComponents([.day], from: from, to: to).day ?? Int.max
  }

  private func weekday(_ time: Timestamp) -> String {
    var style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    style = style.weekday(.wide)
    return time.date.formatted(style)
  }

  private func format(
    _ time: Timestamp, date: Date.FormatStyle.DateStyle, time timeStyle: Date.FormatStyle.TimeStyle
  ) -> String {
    let style = Date.FormatStyle(
      date: date, time: timeStyle, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    return time.date.formatted(style)
  }
}
