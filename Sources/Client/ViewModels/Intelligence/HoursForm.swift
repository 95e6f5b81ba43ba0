import Domain
import Foundation

/// Hours of some days of the week as a form has them: off, or days with a start and an end.
public struct HoursForm: Hashable, Sendable {
  /// Monday to Sunday.
  public static let allDays = Array(1...7)

  public var isOn: Bool
  /// 1 is Monday, 7 Sunday.
  public var days: Set<Int>
  /// Times of day: their hour and minute count.
  public var start: Date
  public var end: Date
  private let calendar: Calendar

  /// `hours` `nil` is off; the form then proposes working days from nine to five.
  public init(_ hours: AIPreferences.Hours?, calendar: Calendar) {
    let shown = hours ?? AIPreferences.Hours(days: [1, 2, 3, 4, 5], start: 540, end: 1_020)
    isOn = hours != nil
    days = Set(shown.days)
    start = Self.date(shown.start, calendar)
    end = Self.date(shown.end, calendar)
    self.calendar = calendar
  }

  /// `nil` when it is off or has no day.
  public var hours: AIPreferences.Hours? {
    guard isOn, !days.isEmpty else { return nil }
    return AIPreferences.Hours(days: days.sorted(), start: minutes(start), end: minutes(end))
  }

  /// Of the start, after midnight.
  var startMinute: Int { minutes(start) }

  /// Of the day, in the language of the calendar: `Mon`.
  public func shortName(of day: Int) -> String { calendar.shortWeekdaySymbols[day % 7] }

  /// Of the day in full: `Monday`.
  public func name(of day: Int) -> String { calendar.weekdaySymbols[day % 7] }

  /// `all` with what the form says in place of its first, which is the one that the form shows.
  func replacing(firstOf all: [AIPreferences.Hours]) -> [AIPreferences.Hours] {
    (hours.map { [$0] } ?? []) + all.dropFirst()
  }

  public mutating func toggle(_ day: Int) {
    if days.remove(day) == nil { days.insert(day) }
  }

  private func minutes(_ date: Date) -> Int {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }

  private static func date(_ minutes: Int, _ calendar: Calendar) -> Date {
    let day = calendar.startOfDay(for: Date(timeIntervalSince1970: 0))
    return day.addingTimeInterval(Double(minutes % 1_440) * 60)
  }
}
