import Domain
import Foundation

/// Moments in words, on somebody's clock, in English.
package struct MomentWords: Sendable {
  private let timeZone: TimeZone
  private let calendar: Calendar

  package init(timeZone: TimeZone) {
    self.timeZone = timeZone
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Such as `12 May 2026`.
  package func day(_ time: Timestamp) -> String {
    let parts = calendar.dateComponents([.day, .month, .year], from: time.date)
    return "\(parts.day ?? 0) \(Self.months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
  }

  /// Such as `Tue 12 May`.
  package func dayOfWeek(_ time: Timestamp) -> String {
    let parts = calendar.dateComponents([.weekday, .day, .month], from: time.date)
    return "\(Self.weekdays[(parts.weekday ?? 1) - 1]) \(parts.day ?? 0) \(Self.months[(parts.month ?? 1) - 1])"
  }

  /// When something is due: the hour only where `said` names one.
  package func due(_ time: Timestamp, said: String?) -> String {
    said.map(DueMoment.namesTime) ?? false ? dayAndTime(time) : dayOfWeek(time)
  }

  /// Such as `12 May, 14:05`.
  package func moment(_ time: Timestamp) -> String {
    let parts = calendar.dateComponents([.day, .month, .hour, .minute], from: time.date)
    let clock = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    return "\(parts.day ?? 0) \(Self.months[(parts.month ?? 1) - 1]), \(clock)"
  }

  /// Such as `Tue 12 May, 14:05`.
  package func dayAndTime(_ time: Timestamp) -> String {
    let weekday = calendar.component(.weekday, from: time.date)
    return "\(Self.weekdays[weekday - 1]) \(moment(time))"
  }

  /// Such as `Tue 2026-05-12 14:05`: for models.
  package func exact(_ time: Timestamp) -> String {
    let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute], from: time.date)
    let date = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 1, parts.day ?? 1)
    let clock = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    return "\(Self.weekdays[(parts.weekday ?? 1) - 1]) \(date) \(clock)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}
