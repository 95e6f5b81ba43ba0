/// A part of the day, as people name it without a clock.
public enum DayPart: String, CaseIterable, Hashable, Sendable {
  case morning, afternoon, evening, night

  /// The minutes of the day it covers.
  public var minutes: Range<Int> {
    switch self {
    case .morning: 6 * 60..<12 * 60
    case .afternoon: 12 * 60..<18 * 60
    case .evening: 17 * 60..<22 * 60
    case .night: 19 * 60..<24 * 60
    }
  }

  /// The minute at which something "in the morning" is expected to begin.
  public var usualStart: Int {
    switch self {
    case .morning: 9 * 60
    case .afternoon: 14 * 60
    case .evening: 18 * 60
    case .night: 20 * 60
    }
  }
}
