/// How long what the server could not take waits before it is tried again: twice as long each time.
package enum RetryWait {
  /// Seconds of the longest wait, unless the server asks for a longer one.
  package static let longest = 60.0
  /// The part of a wait that chance adds, so that not everybody comes back at once.
  package static let spread = 0.25

  /// Seconds, never fewer than the server asks for.
  static func seconds(after failures: Int, atLeast asked: Double, _ random: inout SplitMix64) -> Double {
    max(asked, min(longest, Double(1 << min(failures, 10)))) * (1 + spread * random.nextUnit())
  }
}
