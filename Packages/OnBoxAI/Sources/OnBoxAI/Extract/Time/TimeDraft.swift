import Foundation

/// A mention while its pieces are being collected.
struct TimeDraft {
  private(set) var tokens: Range<Int>
  private(set) var day: CivilDay?
  private(set) var endDay: CivilDay?
  private(set) var origin: TimePiece.Origin?
  private(set) var part: DayPart?
  private(set) var zone: TimeZone?
  private(set) var isEndOfDay = false
  private(set) var isMidnight = false
  /// "End of the week": by its nature a deadline.
  private(set) var endsPeriod = false
  /// What a word between the pieces says: "Friday by 5".
  var innerBound: TimeMention.Bound?
  private var clock: ClockTime?
  private var endClock: ClockTime?
  private var instantMinute: Int?

  init(_ piece: TimePiece, in scanner: TimeScanner) {
    tokens = piece.tokens
    _ = take(piece, isSpan: false, isApposed: true, in: scanner)
  }

  /// Adds the piece when it says something that is not known yet.
  mutating func take(_ piece: TimePiece, isSpan: Bool, isApposed: Bool, in scanner: TimeScanner) -> Bool {
    guard instantMinute == nil, takeValue(piece.value, isSpan: isSpan, isApposed: isApposed, today: scanner.today)
    else { return false }
    let first = scanner.tokens[piece.tokens.lowerBound]
    if let ownPart = first.meaning.dayPart, part == nil { part = ownPart }
    if first.meaning.role == .midnight { isMidnight = true }
    if first.meaning.role == .end || first.meaning.role == .endOfWeek || first.meaning.role == .endOfMonth {
      endsPeriod = true
    }
    tokens = tokens.lowerBound..<piece.tokens.upperBound
    return true
  }

  private mutating func takeValue(
    _ value: TimePiece.Value, isSpan: Bool, isApposed: Bool, today: CivilDay
  ) -> Bool {
    switch value {
    case .day(let new, let newOrigin):
      return isSpan && day != nil
        ? takeEnd(new, origin: newOrigin, today: today) : take(new, origin: newOrigin, isApposed: isApposed)
    case .days(let first, let last, let newOrigin):
      guard day == nil else { return false }
      (day, endDay, origin) = (first, last, newOrigin)
    case .clock(let new):
      guard clock == nil else { return takeEnd(new, isSpan: isSpan) }
      clock = new
    case .clocks(let span):
      guard clock == nil else { return false }
      (clock, endClock) = (span.start, span.end)
    case .dayPart(let new):
      guard part == nil || part == new || part == .night && new == .evening else { return false }
      part = new
    case .instant(let instant):
      guard day == nil, clock == nil else { return false }
      (day, instantMinute, origin) = (instant.day, instant.minute, .relative)
    case .endOfDay:
      guard clock == nil else { return false }
      isEndOfDay = true
    case .zone(let new):
      guard zone == nil else { return false }
      zone = new
    }
    return true
  }

  private mutating func take(_ new: CivilDay, origin newOrigin: TimePiece.Origin, isApposed: Bool) -> Bool {
    guard day != nil else {
      (day, origin) = (new, newOrigin)
      return true
    }
    guard isApposed, endDay == nil, let origin, origin != newOrigin else { return false }
    if newOrigin.rawValue > origin.rawValue { (day, self.origin) = (new, newOrigin) }
    return true
  }

  /// "Wednesday to Friday" said on a Wednesday begins today; "Friday to Monday" ends in the week
  /// after.
  private mutating func takeEnd(_ new: CivilDay, origin newOrigin: TimePiece.Origin, today: CivilDay) -> Bool {
    guard let known = day, let knownOrigin = origin, endDay == nil else { return false }
    if new > known {
      endDay = new
    } else {
      guard knownOrigin == .weekday, newOrigin == .weekday else { return false }
      if known == today + 7 { day = today }
      endDay = known == today + 7 ? new : new + 7
    }
    if newOrigin.rawValue > knownOrigin.rawValue { origin = newOrigin }
    return true
  }

  private mutating func takeEnd(_ new: ClockTime, isSpan: Bool) -> Bool {
    guard isSpan, endClock == nil else { return false }
    endClock = new
    return true
  }

  /// The minutes of the day, read with everything that was said.
  var minutes: (start: Int, end: Int?)? {
    if let instantMinute { return (instantMinute, nil) }
    guard let clock else { return nil }
    guard let endClock else { return (clock.minute(in: part), nil) }
    let span = ClockSpan(start: clock, end: endClock).minutes(in: part)
    return (span.start, span.end)
  }

  var isSpan: Bool { endDay != nil || endClock != nil }
  var isOnlyPart: Bool { day == nil && clock == nil && instantMinute == nil && !isEndOfDay }
}
