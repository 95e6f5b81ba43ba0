import Foundation

/// A stretch of time that somebody wants or refuses, as it was said: on one day, on some weekdays,
/// or every day between two hours.
public struct AvailabilityWindow: Hashable, Sendable {
  /// From when to when it holds; `nil` means always.
  public let interval: DateInterval?
  /// 1 is Monday; empty means every day.
  public let weekdays: Set<Int>
  /// The minutes of the day.
  public let minutes: Range<Int>
  /// The clock on which days and minutes are read.
  public let timeZone: TimeZone

  public init(
    interval: DateInterval? = nil, weekdays: Set<Int> = [], minutes: Range<Int> = 0..<1_440, timeZone: TimeZone
  ) {
    self.interval = interval
    self.weekdays = weekdays
    self.minutes = minutes
    self.timeZone = timeZone
  }

  /// Whether the whole meeting lies in the window.
  public func covers(_ meeting: DateInterval) -> Bool {
    if let interval, interval.start > meeting.start || interval.end < meeting.end { return false }
    let (start, end) = local(meeting)
    guard start.day == end.day, weekdays.isEmpty || weekdays.contains(start.day.weekday) else { return false }
    return minutes.lowerBound <= start.minute && end.minute < minutes.upperBound
  }

  /// Whether any part of the meeting lies in the window.
  public func touches(_ meeting: DateInterval) -> Bool {
    if let interval, interval.start >= meeting.end || interval.end <= meeting.start { return false }
    let (start, end) = local(meeting)
    return (start.day.number...max(start.day.number, end.day.number)).contains { number in
      let day = CivilDay(number: number)
      guard weekdays.isEmpty || weekdays.contains(day.weekday) else { return false }
      let first = day == start.day ? start.minute : 0
      let last = day == end.day ? end.minute : 1_439
      return first < minutes.upperBound && last >= minutes.lowerBound
    }
  }

  /// The first and the last minute of the meeting on the window's clock.
  private func local(_ meeting: DateInterval) -> (start: LocalTime, end: LocalTime) {
    let last = max(meeting.start, meeting.end.addingTimeInterval(-60))
    return (LocalTime(meeting.start, in: timeZone), LocalTime(last, in: timeZone))
  }
}
