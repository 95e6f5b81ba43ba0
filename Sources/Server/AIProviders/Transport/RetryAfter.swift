import Foundation

/// How long a reply asks to wait.
enum RetryAfter {
  /// Longer waits are not believed.
  private static let maximum = 3_600.0

  /// Seconds from `retry-after-ms` or `Retry-After` (seconds or a date); `nil` without either.
  static func seconds(_ headers: [String: String], now: Date) -> Double? {
    if let text = headers["retry-after-ms"], let milliseconds = Double(text) { return bounded(milliseconds / 1000) }
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Double(text) { return bounded(seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: text).flatMap { bounded($0.timeIntervalSince(now)) }
  }

  private static func bounded(_ seconds: Double) -> Double? {
    seconds.isFinite ? min(maximum, max(0, seconds)) : nil
  }
}
