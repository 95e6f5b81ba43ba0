/// When and how long to wait before another try. Pure.
package struct RetryPolicy: Hashable, Sendable {
  /// Tries in all, the first included.
  package var attempts: Int
  /// Seconds before the second try; doubles with each further one.
  package var firstDelay: Double
  package var maximumDelay: Double

  package init(attempts: Int = 3, firstDelay: Double = 0.5, maximumDelay: Double = 8) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
  }

  /// Seconds to wait after the failed try `attempt` (from 1); `nil` when another makes no sense:
  /// the failure is final, no try is left, or the wait would end past `remaining` seconds. `random`
  /// is in 0..<1: half of the delay is left to chance, so that many callers do not return at one
  /// moment. What the provider asks for is the least.
  package func delay(after attempt: Int, _ failure: ModelFailure, remaining: Double, random: Double) -> Double? {
    guard attempt < attempts, failure.isRetryable, failure.kind != .timedOut, failure.kind != .circuitOpen else {
      return nil
    }
    let doubled = firstDelay * Double(1 << min(attempt - 1, 16))
    let jittered = min(maximumDelay, doubled) * (0.5 + random / 2)
    let delay = max(failure.retryAfter ?? 0, jittered)
    return delay < remaining ? delay : nil
  }
}
