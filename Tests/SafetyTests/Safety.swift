import Foundation
import Testing

/// One suite after the other: those that compute for long would keep the threads from those that
/// wait for answers.
@Suite("Safety", .serialized)
enum Safety {
  /// Whether all of it is wanted, which takes long: `MESSAGEAI_SAFETY=all`.
  static let isWhole = ProcessInfo.processInfo.environment["MESSAGEAI_SAFETY"] == "all"
}
