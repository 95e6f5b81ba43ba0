import Domain
import Foundation
import ServerCore

/// What each user wants of the AI.
package struct PreferenceService: Sendable {
  private static let maximumContacts = 100
  private static let maximumKeywords = 100
  private static let maximumKeywordLength = 60
  private static let maximumHours = 14

  let reader: IntelligenceReader
  let commands: any CommandPerformer
  let clock: any WallClock

  /// The user's own, or the standard ones.
  package func preferences(of user: UserID) async throws(Refusal) -> AIPreferences {
    try await reader.read { try $0.preferences(of: user) }
  }

  /// What they do not name of reminders and digests stays. Throws `invalid` for what makes no
  /// sense; nothing is saved then.
  package func save(_ preferences: AIPreferences, of user: UserID) async throws(Refusal) {
    let tidy = try await self.preferences(of: user).replaced(by: Self.checked(preferences))
    let record = PrivateRecord(
      user: user, collection: .preferences, id: PrivateRecord.preferencesID, body: RecordBody.encode(tidy),
      createdAt: clock.now)
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }

  private static func checked(_ preferences: AIPreferences) throws(Refusal) -> AIPreferences {
    guard preferences.urgentContacts.count <= maximumContacts else {
      throw Refusal(.invalid, "At most \(maximumContacts) urgent contacts.")
    }
    guard preferences.urgentKeywords.count <= maximumKeywords else {
      throw Refusal(.invalid, "At most \(maximumKeywords) keywords.")
    }
    var tidy = preferences
    tidy.urgentKeywords = preferences.urgentKeywords
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    guard tidy.urgentKeywords.allSatisfy({ TextLength.isWithin(maximumKeywordLength, $0) && !$0.hasControlCharacter })
    else {
      throw Refusal(.invalid, "A keyword has at most \(maximumKeywordLength) characters and no control characters.")
    }
    for hours in [preferences.focusHours, preferences.workingHours] { try check(hours) }
    if let language = preferences.language, language.utf8.count > 8 || !LanguageTag.isOne(language) {
      throw Refusal(.invalid, "A language is a code such as en or pt-BR.")
    }
    if let reminders = preferences.reminders { try check(reminders) }
    if let digest = preferences.digest { tidy.digest = try checked(digest) }
    return tidy
  }

  private static func check(_ times: AIPreferences.ReminderTimes) throws(Refusal) {
    typealias Times = AIPreferences.ReminderTimes
    guard Times.minutesBeforeRange ~= times.minutesBefore, Times.daysBeforeRange ~= times.daysBefore,
      Times.timeRange ~= times.time
    else {
      throw Refusal(
        .invalid, "Reminders come at most \(Times.daysBeforeRange.upperBound) days before, at minutes after midnight.")
    }
  }

  /// Each day once, Monday first.
  private static func checked(_ times: AIPreferences.DigestTimes) throws(Refusal) -> AIPreferences.DigestTimes {
    typealias Times = AIPreferences.DigestTimes
    guard times.days.allSatisfy(Times.daysRange.contains), Times.timeRange ~= times.time else {
      throw Refusal(.invalid, "A digest comes on days from 1 for Monday to 7 for Sunday, at minutes after midnight.")
    }
    var tidy = times
    tidy.days = Set(times.days).sorted()
    return tidy
  }

  private static func check(_ hours: [AIPreferences.Hours]) throws(Refusal) {
    guard hours.count <= maximumHours else { throw Refusal(.invalid, "At most \(maximumHours) spans of hours.") }
    for span in hours {
      guard !span.days.isEmpty, span.days.allSatisfy(AIPreferences.Hours.daysRange.contains) else {
        throw Refusal(.invalid, "Days are 1 for Monday to 7 for Sunday.")
      }
      guard AIPreferences.Hours.startRange ~= span.start, AIPreferences.Hours.endRange ~= span.end,
        span.start != span.end
      else {
        throw Refusal(.invalid, "Hours are minutes after midnight, start and end apart.")
      }
    }
  }
}
