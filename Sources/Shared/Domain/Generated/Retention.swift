// Made from wire/retention.json: change that and run `make wire`.

/// For how long messages are kept. A change replaces it.
public struct Retention: Hashable, Sendable, Codable {
  /// 1 to 3650; 0 keeps them for ever.
  public var days: Int64
  public static let daysRange: ClosedRange<Int64> = 0...3_650

  public init(days: Int64 = 0) {
    self.days = days
  }
}
