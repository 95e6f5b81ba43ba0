/// Which messages a summary covers.
public enum SummaryRange: Hashable, Sendable, Codable {
  /// What I have not read.
  case unread
  /// The newest `count`, at most 1,000.
  case last(Int)
  /// The last days: 7 or 14, or any number up to 31.
  case days(Int)
  /// From one seq to another, both included.
  case range(from: Int64, to: Int64)
}
