import Foundation

/// Zones said after a clock time: "CET", "UTC+2", "+05:30", "London time", "(PST)".
extension TimeScanner {
  func zone(at index: Int) -> Found<TimeZone>? {
    if isSign("(", at: index), let inner = zone(at: index + 1), isSign(")", at: inner.next) {
      return Found(value: inner.value, next: inner.next + 1)
    }
    if isSign("+", at: index) || isSign("-", at: index) {
      guard isGlued(index) else { return nil }
      return offset(at: index, isClockForm: true)
    }
    let start =
      role(index) == .inside && token(index + 1)?.meaning.zone != nil && role(index + 2) == .timeWord
      ? index + 1 : index
    guard let token = token(start), token.kind == .word else { return nil }
    if token.meaning.role == .zoneOffset, let offset = offset(at: start + 1, isClockForm: false) { return offset }
    guard let identifier = token.meaning.zone else { return nil }
    let saysTime = role(start + 1) == .timeWord
    if token.meaning.isWeakZone, !saysTime {
      guard token.length <= 3, isUpper(token), token.text != "z" || isGlued(start) else { return nil }
    }
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    return Found(value: zone, next: start + (saysTime ? 2 : 1))
  }

  /// "+2", "-05:30", "+0200".
  private func offset(at index: Int, isClockForm: Bool) -> Found<TimeZone>? {
    guard isSign("+", at: index) || isSign("-", at: index), let hours = token(index + 1), hours.kind == .number,
      isGlued(index + 1)
    else { return nil }
    var seconds = (hours.length <= 2 ? hours.value : hours.value / 100) * 3600
    if hours.length == 4 { seconds += hours.value % 100 * 60 }
    var next = index + 2
    let hasMinutes = isSign(":", at: next) && isGlued(next) && isGlued(next + 1) && token(next + 1)?.length == 2
    if hasMinutes, let minutes = token(next + 1), minutes.kind == .number {
      seconds += minutes.value * 60
      next += 2
    }
    guard !isClockForm || hasMinutes || hours.length == 4, seconds <= 14 * 3600 else { return nil }
    guard let zone = TimeZone(secondsFromGMT: isSign("+", at: index) ? seconds : -seconds) else { return nil }
    return Found(value: zone, next: next)
  }

  private func isUpper(_ token: Token) -> Bool {
    token.isCapitalized && token.isAllCapitals
  }
}
