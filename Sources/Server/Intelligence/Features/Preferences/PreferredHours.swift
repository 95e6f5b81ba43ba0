import Domain
import Foundation

/// Whether a moment lies in some hours of a week, on a clock of a time zone.
package struct PreferredHours: Sendable {
  private let spans: [AIPreferences.Hours]
  private let calendar: Calendar

  package init(_ spans: [AIPreferences.Hours], timeZone: TimeZone) {
    self.spans = spans
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  package func contains(_ moment: Date) -> Bool {
    let parts = calendar.dateComponents([.weekday, .hour, .minute], from: moment)
    guard let weekday = parts.weekday, let hour = parts.hour, let minute = parts.minute else { return false }
    // Foundation's week begins with Sunday as 1.
    let day = weekday == 1 ? 7 : weekday - 1
    let now = hour * 60 + minute
    let yesterday = day == 1 ? 7 : day - 1
    return spans.contains { span in
      if span.start < span.end { return span.days.contains(day) && (span.start..<span.end).contains(now) }
      return (span.days.contains(day) && now >= span.start) || (span.days.contains(yesterday) && now < span.end)
    }
  }
}
