import Foundation

/// Turns a mention of time into the stretch of time that it means for a meeting.
struct WindowReader {
  let mention: TimeMention
  let zone: TimeZone
  /// The word before the mention: "after" Wednesday leaves Wednesday out, "from" Wednesday does
  /// not.
  let wordBefore: String

  /// A lone clock time stands for an hour from then.
  static let lengthOfPoint = 60

  /// `nil` when the mention names neither a day nor an hour.
  var window: AvailabilityWindow? {
    let zone = mention.timeZone ?? self.zone
    let minutes = minutes
    guard let days = Self.days(of: mention) else {
      return minutes.map { AvailabilityWindow(minutes: $0, timeZone: zone) }
    }
    return AvailabilityWindow(interval: interval(days, zone), minutes: minutes ?? 0..<1_440, timeZone: zone)
  }

  static func days(of mention: TimeMention) -> (first: CivilDay, last: CivilDay)? {
    guard let first = mention.date.flatMap(CivilDay.init(components:)) else { return nil }
    return (first, mention.endDate.flatMap(CivilDay.init(components:)) ?? first)
  }

  private func interval(_ days: (first: CivilDay, last: CivilDay), _ zone: TimeZone) -> DateInterval {
    let isPoint = mention.time != nil || mention.dayPart != nil
    let open: TimeInterval = 90 * 86_400
    let start = LocalTime(day: days.first, minute: 0).instant(in: zone)
    let end = LocalTime(day: days.last + 1, minute: 0).instant(in: zone)
    switch mention.bound {
    case .after where !isPoint:
      return wordBefore == "after"
        ? DateInterval(start: end, duration: open) : DateInterval(start: start, duration: open)
    case .by where !isPoint, .until where !isPoint:
      let last = wordBefore == "before" ? start : end
      return DateInterval(start: last.addingTimeInterval(-open), end: last)
    default: return DateInterval(start: start, end: end)
    }
  }

  private var minutes: Range<Int>? {
    guard let time = mention.time, let hour = time.hour else { return mention.dayPart?.minutes }
    let start = hour * 60 + (time.minute ?? 0)
    if let endTime = mention.endTime, let endHour = endTime.hour {
      let end = endHour * 60 + (endTime.minute ?? 0)
      return start..<(end > start ? end : 1_440)
    }
    switch mention.bound {
    case .after: return start..<1_440
    case .by, .until: return 0..<max(start, 1)
    case .exact: return start..<min(start + Self.lengthOfPoint, 1_440)
    }
  }
}

extension CivilDay {
  init?(components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
