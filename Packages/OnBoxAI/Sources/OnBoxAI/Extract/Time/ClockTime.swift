/// A clock time as it was written, before what stands around it says which half of the day it
/// means.
struct ClockTime: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    /// Said: "am", "pm".
    case am, pm
    /// The 24-hour clock, "noon".
    case fixed
    /// One of two: "at 3", "9:30".
    case open
  }

  let hour: Int
  let minuteOfHour: Int
  let form: Form

  init(hour: Int, minute: Int = 0, form: Form) {
    self.hour = hour
    minuteOfHour = minute
    self.form = hour == 0 || hour > 12 ? .fixed : form
  }

  /// The minute of the day. An open hour is read with the part of the day, or as a waking, working
  /// hour: 7 to 11 in the morning, 12 to 6 after noon.
  func minute(in part: DayPart?) -> Int {
    switch form {
    case .fixed: hour * 60 + minuteOfHour
    case .am: hour % 12 * 60 + minuteOfHour
    case .pm: (hour % 12 + 12) * 60 + minuteOfHour
    case .open: openHour(in: part) * 60 + minuteOfHour
    }
  }

  private func openHour(in part: DayPart?) -> Int {
    switch part {
    case .morning: hour % 12
    case .afternoon, .evening: hour % 12 + 12
    case .night: hour == 12 || hour < 5 ? hour % 12 : hour + 12
    case nil: hour < 7 ? hour + 12 : hour
    }
  }
}

/// Two clock times of one span; each helps to read the other.
struct ClockSpan: Hashable, Sendable {
  let start: ClockTime
  let end: ClockTime

  func minutes(in part: DayPart?) -> (start: Int, end: Int) {
    switch (start.form, end.form) {
    case (.open, .open):
      let first = start.minute(in: part)
      return (first, Self.following(end, after: first))
    case (.open, _):
      let last = end.minute(in: part)
      let late = (start.hour % 12 + 12) * 60 + start.minuteOfHour
      let early = start.hour % 12 * 60 + start.minuteOfHour
      return (late < last ? late : early, last)
    case (_, .open):
      let first = start.minute(in: part)
      return (first, Self.following(end, after: first))
    default:
      return (start.minute(in: part), end.minute(in: part))
    }
  }

  private static func following(_ end: ClockTime, after first: Int) -> Int {
    let early = end.hour % 12 * 60 + end.minuteOfHour
    return early > first ? early : early + 12 * 60
  }
}
