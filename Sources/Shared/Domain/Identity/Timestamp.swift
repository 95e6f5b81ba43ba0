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
