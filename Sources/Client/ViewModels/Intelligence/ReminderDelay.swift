import Domain
import Foundation

/// When somebody wants to be reminded, as they choose it with one tap.
public enum ReminderDelay: String, Sendable, CaseIterable, Identifiable {
  case hour
  case evening
  case tomorrow
  case week

  /// Hours of the day, on the user's clock.
  private static let morningHour = 9
  private static let eveningHour = 18

  public var id: Self { self }

  public var title: Phrase {
    switch self {
    case .hour: "In an hour"
    case .evening: "This evening"
    case .tomorrow: "Tomorrow morning"
    case .week: "Next Monday"
    }
  }

  /// Those that are still to come today, or later.
  public static func offered(at now: Timestamp, calendar: Calendar) -> [ReminderDelay] {
    allCases.filter { $0.time(after: now, calendar: calendar) != nil }
  }

  /// `nil` for an evening that has begun.
  public func time(after now: Timestamp, calendar: Calendar) -> Timestamp? {
    switch self {
    case .hour: now.adding(seconds: 3_600)
    case .evening: time(Self.eveningHour, days: 0, now, calendar).flatMap { $0 > now ? $0 : nil }
    case .tomorrow: time(Self.morningHour, days: 1, now, calendar)
    case .week: time(Self.morningHour, days: daysToMonday(now, calendar), now, calendar)
    }
  }

  private func daysToMonday(_ now: Timestamp, _ calendar: Calendar) -> Int {
    // 1 is Sunday, 2 Monday.
    let days = (9 - calendar.component(.weekday, from: now.date)) % 7
    return days == 0 ? 7 : days
  }

  private func time(_ hour: Int, days: Int, _ now: Timestamp, _ calendar: Calendar) -> Timestamp? {
    let today = calendar.startOfDay(for: now.date)
    guard let day = calendar.date(byAdding: .day, value: days, to: today) else { return nil }
    return calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day).map(Timestamp.init)
  }
}
