import Foundation

/// A day and a minute of it as a clock on the wall shows them.
struct LocalTime: Hashable, Sendable {
  let day: CivilDay
  /// Minutes since midnight, 0..<1440.
  let minute: Int

  init(day: CivilDay, minute: Int) {
    self.day = day
    self.minute = minute
  }

  init(_ instant: Date, in timeZone: TimeZone) {
    let seconds = Int(instant.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: instant)
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    day = CivilDay(number: days)
    minute = (seconds - days * 86_400) / 60
  }

  /// The instant at which the clock of `timeZone` shows this. A time that a change to summer time
  /// skips is read with the offset before the change; one that comes twice is the first of the two.
  func instant(in timeZone: TimeZone) -> Date {
    let wall = TimeInterval(day.number * 86_400 + minute * 60)
    let before = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: wall - 86_400))
    let early = Date(timeIntervalSince1970: wall - TimeInterval(before))
    if timeZone.secondsFromGMT(for: early) == before { return early }
    let after = timeZone.secondsFromGMT(for: early)
    let late = Date(timeIntervalSince1970: wall - TimeInterval(after))
    return timeZone.secondsFromGMT(for: late) == after ? late : early
  }
}
