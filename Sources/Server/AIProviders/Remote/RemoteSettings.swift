/// How patient a provider's client is.
package struct RemoteSettings: Hashable, Sendable {
  package var retries: RetryPolicy
  package var breaker: CircuitBreaker
  package var concurrency: Int
  /// Seconds without a byte after which a stream is given up. The first byte may take the whole
  /// deadline.
  package var silence: Double

  package init(
    retries: RetryPolicy = RetryPolicy(), breaker: CircuitBreaker = CircuitBreaker(), concurrency: Int = 4,
    silence: Double = 30
  ) {
    self.retries = retries
    self.breaker = breaker
    self.concurrency = concurrency
    self.silence = silence
  }
}
