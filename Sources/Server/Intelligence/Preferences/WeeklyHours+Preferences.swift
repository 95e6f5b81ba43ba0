import Domain
import Foundation
import OnBoxAI

extension WeeklyHours {
  /// The hours that a user has set, as the engine knows them.
  init(_ hours: AIPreferences.Hours) {
    self.init(days: Set(hours.days), start: hours.start, end: hours.end)
  }
}
