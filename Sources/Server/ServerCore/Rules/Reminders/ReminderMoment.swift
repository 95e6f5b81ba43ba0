import Domain
import Foundation

/// When somebody is reminded of a task, on their clock.
package struct ReminderMoment: Sendable {
  private let times: AIPreferences.ReminderTimes
  private let calendar: Calendar

  package init(_ times: AIPreferences.ReminderTimes, timeZone: TimeZone) {
    self.times = times
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// The first of these that comes after `known`, when the task became what it is: as much before
  /// it as its owner has chosen; of a day, at that time on the day itself; at last, shortly before
  /// it. `nil` when all of them have passed by then, or nobody wants to be reminded.
  package func moment(of task: Insight, known: Timestamp) -> Timestamp? {
    guard times.isOn, let dueAt = task.dueAt else { return nil }
    var moments: [Date] = []
    if isDay(dueAt, said: task.dueText) {
      moments += [times.daysBefore, 0].compactMap { moment(onDay: dueAt.date, daysBefore: $0) }
    }
    moments.append(dueAt.date.addingTimeInterval(-Double(times.minutesBefore) * 60))
    return moments.first { $0 > known.date }.map(Timestamp.init)
  }

  /// Seconds after its time for which a task may still remind: somebody may want it at that time.
  private static let grace: Int64 = 600

  /// From when on it is late: a day lasts until its end, a time for a while.
  package func end(of task: Insight) -> Timestamp {
    guard let dueAt = task.dueAt else { return task.updatedAt }
    guard isDay(dueAt, said: task.dueText) else { return dueAt.adding(seconds: Self.grace) }
    let start = calendar.startOfDay(for: dueAt.date)
    return Timestamp(calendar.date(byAdding: .day, value: 1, to: start) ?? dueAt.date)
  }

  /// Whether it is due on a day and not at a time. What was said decides where something was said;
  /// where a member has chosen the time, midnight stands for the day.
  private func isDay(_ dueAt: Timestamp, said: String?) -> Bool {
    if let said { return !Self.namesTime(said) }
    let parts = calendar.dateComponents([.hour, .minute], from: dueAt.date)
    return parts.hour == 0 && parts.minute == 0
  }

  private static let timeWords: Set = [
    "am", "pm", "noon", "midnight", "o'clock", "utc", "gmt", "hour", "hours", "minute", "minutes", "min", "mins",
  ]

  /// `by 5pm`, `14:30`, `in two hours`.
  static func namesTime(_ words: String) -> Bool {
    let words = words.lowercased()
    if words.firstMatch(of: /\d:\d\d|\bat \d|\d ?(h|uhr)\b/) != nil { return true }
    return words.split { !$0.isLetter && $0 != "'" }.contains { timeWords.contains(String($0)) }
  }

  /// A time that the clocks leave out comes when they have gone on; of two, it is the first.
  private func moment(onDay day: Date, daysBefore: Int) -> Date? {
    let start = calendar.startOfDay(for: day)
    guard let before = calendar.date(byAdding: .day, value: -daysBefore, to: start) else { return nil }
    return calendar.moment(of: times.time, on: before)
  }
}

extension Calendar {
  /// A minute of the day that begins at `start`. One that the clocks leave out comes when they have
  /// gone on; of two, it is the first.
  package func moment(of minute: Int, on start: Date) -> Date? {
    guard minute > 0 else { return start }
    return date(
      bySettingHour: minute / 60 % 24, minute: minute % 60, second: 0, of: start, matchingPolicy: .nextTime,
      repeatedTimePolicy: .first, direction: .forward)
  }
}
