import Foundation

/// When a task is due: at a time, or on a day, which lasts until its end.
public struct DueMoment: Hashable, Sendable {
  public let at: Timestamp
  public let isDay: Bool
  /// From when on the task is late.
  public let end: Timestamp

  /// On the calendar of whoever asks. Returns nil when the insight has no due time.
  ///
  /// What was said decides where something was said; where a member has chosen the time, midnight
  /// stands for the day.
  public init?(of insight: Insight, in calendar: Calendar) {
    guard let dueAt = insight.dueAt else { return nil }
    let start = calendar.startOfDay(for: dueAt.date)
    at = dueAt
    isDay = insight.dueText.map { !Self.namesTime($0) } ?? (dueAt.date == start)
    let dayEnd = calendar.date(byAdding: .day, value: 1, to: start).map(Timestamp.init)
    end = isDay ? dayEnd ?? dueAt : dueAt
  }

  private static let timeWords: Set = [
    "am", "pm", "noon", "midnight", "o'clock", "utc", "gmt", "hour", "hours", "minute", "minutes", "min", "mins",
  ]

  /// `by 5pm`, `14:30`, `in two hours`.
  public static func namesTime(_ words: String) -> Bool {
    let words = words.lowercased()
    if words.firstMatch(of: /\d:\d\d|\bat \d|\d ?(h|uhr)\b/) != nil { return true }
    return words.split { !$0.isLetter && $0 != "'" }.contains { timeWords.contains(String($0)) }
  }
}
