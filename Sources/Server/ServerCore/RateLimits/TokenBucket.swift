import Domain

/// A budget that refills with time: the one rule behind every rate limit.
///
/// Holds at most `capacity` tokens, gains `refillPerSecond` of them a second, and starts full. A
/// clock that steps back adds nothing.
package struct TokenBucket: Sendable {
  package let capacity: Double
  package let refillPerSecond: Double
  private var tokens: Double
  private var updatedAt: Timestamp

  package init(capacity: Double, refillPerSecond: Double, now: Timestamp) {
    self.capacity = capacity
    self.refillPerSecond = refillPerSecond
    tokens = capacity
    updatedAt = now
  }

  /// Takes `count` tokens. `nil` when they were there; otherwise nothing is taken and the answer is
  /// the whole seconds to wait, at least 1.
  package mutating func take(_ count: Double = 1, now: Timestamp) -> Int? {
    refill(now: now)
    if tokens >= count {
      tokens -= count
      return nil
    }
    guard refillPerSecond > 0 else { return Int(Int32.max) }
    let seconds = ((count - tokens) / refillPerSecond).rounded(.up)
    return max(1, Int(min(seconds, Double(Int32.max))))
  }

  private mutating func refill(now: Timestamp) {
    let elapsed = now.milliseconds - updatedAt.milliseconds
    updatedAt = now
    guard elapsed > 0 else { return }
    tokens = min(capacity, tokens + Double(elapsed) / 1_000 * refillPerSecond)
  }
}
