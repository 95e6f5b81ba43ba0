import Foundation

/// Hours that come back every week, on a participant's clock.
public struct WeeklyHours: Hashable, Sendable {
  /// 1 is Monday, 7 Sunday.
  public let days: Set<Int>
  /// Minutes after midnight. An end at or before the start is on the next day.
  public let start: Int
  public let end: Int

  public init(days: Set<Int>, start: Int, end: Int) {
    self.days = days
    self.start = start
    self.end = end
  }

  /// Monday to Friday, 9:00 to 17:30.
  public static let usual = WeeklyHours(days: [1, 2, 3, 4, 5], start: 540, end: 1_050)

  /// Minutes from the local time to the nearest minute of these hours; 0 inside, `nil` if none is
  /// within a day.
  func distance(from local: LocalTime) -> Int? {
    let last = end <= start ? end + 1_440 : end
    var nearest: Int?
    for offset in -1...1 where days.contains((local.day + offset).weekday) {
      let (opens, closes) = (start + offset * 1_440, last + offset * 1_440)
      let distance =
        local.minute < opens ? opens - local.minute : local.minute >= closes ? local.minute - closes + 1 : 0
      nearest = min(nearest ?? distance, distance)
    }
    return nearest
  }

  /// Whether a moment lies in these hours on the clock of `timeZone`.
  public func contains(_ moment: Date, in timeZone: TimeZone) -> Bool {
    contains(LocalTime(moment, in: timeZone))
  }

  func contains(_ local: LocalTime) -> Bool { distance(from: local) == 0 }
}
