import Foundation

/// A moment in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Sendable, Comparable, Codable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  /// What is taken as a moment of anybody's plans: from 1970 to the end of the year 9999. Calendars
  /// have no words beyond, and browsers no numbers.
  public static let calendar = Timestamp(milliseconds: 0)...Timestamp(milliseconds: 253_402_300_799_999)

  /// The moment, or the end of `calendar` that is nearest to it.
  public var withinCalendar: Timestamp {
    min(max(self, Self.calendar.lowerBound), Self.calendar.upperBound)
  }

  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  public func adding(milliseconds delta: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + delta)
  }

  public func adding(seconds: Int64) -> Timestamp {
    adding(milliseconds: seconds * 1000)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  public init(from decoder: any Decoder) throws {
    self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
