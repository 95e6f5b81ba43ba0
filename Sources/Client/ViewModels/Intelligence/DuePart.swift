import Domain
import Foundation

/// When action items are due, as a list is parted by it.
public enum DuePart: Hashable, Sendable, CaseIterable {
  case overdue
  case today
  /// After today, and before the same day of the next week.
  case week
  case later
  /// At no known time.
  case undated
  /// Done or dismissed, whenever that was due.
  case closed

  package init(of insight: Insight, now: Date, calendar: Calendar) {
    guard insight.status == .open else {
      self = .closed
      return
    }
    guard let due = DueMoment(of: insight, in: calendar) else {
      self = .undated
      return
    }
    let today = calendar.startOfDay(for: now)
    func after(_ days: Int) -> Date { calendar.date(byAdding: .day, value: days, to: today) ?? today }
    let day = due.at.date
    self = due.end.date < now ? .overdue : day < after(1) ? .today : day < after(7) ? .week : .later
  }

  public var title: Phrase {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .week: "Next 7 days"
    case .later: "Later"
    case .undated: "Without a date"
    case .closed: "Closed"
    }
  }
}
