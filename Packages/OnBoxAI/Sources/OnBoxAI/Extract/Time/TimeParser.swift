import Foundation

/// Finds dates and times in messages. It invents nothing: a number that no word makes a time is no
/// time.
package struct TimeParser: Sendable {
  package init() {}

  /// Every date or time that the message names, in the order of the text.
  /// - Parameters:
  ///   - now: The instant from which "tomorrow" counts.
  ///   - timeZone: The speaker's zone. It also decides whether 3/4 is the 3rd of April or the 4th
  ///     of March.
  package func mentions(in text: String, now: Date, timeZone: TimeZone) -> [TimeMention] {
    let bytes = Array(text.utf8)
    return mentions(in: Tokenizer().tokens(of: bytes), of: bytes, now: now, timeZone: timeZone)
  }

  /// The date and the time that one would write into a calendar for the message: the first day that
  /// it names (today only if no other) and the first clock time. Periods ("next week") give no
  /// date.
  package func answer(in text: String, now: Date, timeZone: TimeZone) -> (date: DateComponents?, time: DateComponents?)
  {
    let mentions = mentions(in: text, now: now, timeZone: timeZone)
    let today = CivilDay(now, in: timeZone).components
    let dated = mentions.filter { $0.date != nil && !$0.isPeriod }
    let chosen = dated.first { $0.date != today } ?? dated.first
    return (chosen?.date, mentions.first { $0.time != nil }?.time)
  }

  func mentions(in tokens: [Token], of bytes: [UInt8], now: Date, timeZone: TimeZone) -> [TimeMention] {
    let scanner = TimeScanner(
      tokens: tokens, now: LocalTime(now, in: timeZone), isMonthFirst: Self.isMonthFirst(timeZone))
    let pieces = scanner.pieces()
    return pieces.isEmpty ? [] : TimeAssembler(scanner: scanner, bytes: bytes).mentions(of: pieces)
  }

  /// The United States put the month first; the zones of the other Americas are few enough to name.
  private static func isMonthFirst(_ timeZone: TimeZone) -> Bool {
    let identifier = timeZone.identifier
    let isNorthAmerican = [
      "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix",
      "America/Detroit", "America/Anchorage", "America/Boise", "America/Toronto", "America/Vancouver",
      "Pacific/Honolulu",
    ].contains(identifier)
    return isNorthAmerican || identifier.hasPrefix("US/") || identifier.hasPrefix("America/Indiana/")
      || identifier.hasPrefix("America/Kentucky/")
  }
}
