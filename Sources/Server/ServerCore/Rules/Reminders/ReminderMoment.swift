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
    guard times.isOn, let due = DueMoment(of: task, in: calendar) else { return nil }
    var moments: [Date] = []
    if due.isDay { moments += [times.daysBefore, 0].compactMap { moment(onDay: due.at.date, daysBefore: $0) } }
    moments.append(due.at.date.addingTimeInterval(-Double(times.minutesBefore) * 60))
    return moments.first { $0 > known.date }.map(Timestamp.init)
  }

  /// Seconds after its time for which a task may still remind: somebody may want it at that time.
  private static let grace: Int64 = 600

  /// From when on it is late: a day lasts until its end, a time for a while.
  package func end(of task: Insight) -> Timestamp {
    guard let due = DueMoment(of: task, in: calendar) else { return task.updatedAt }
    return due.isDay ? due.end : due.end.adding(seconds: Self.grace)
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
