/// Stops asking a provider that fails again and again, and lets one request try it now and then.
/// Pure: callers give the time.
///
/// - closed → open: `threshold` failures in a row.
/// - open → half-open: `cooldown` seconds later; the first caller is the probe, all others are
///   still refused.
/// - half-open → closed: the probe succeeds; → open: it fails; → open but due at once: it is
///   abandoned.
package struct CircuitBreaker: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case closed(failures: Int)
    /// No requests before `until`.
    case open(until: Double)
    /// A probe is under way.
    case halfOpen
  }

  package enum Outcome: Hashable, Sendable {
    /// The provider answered, be it with a refusal of the request.
    case success
    /// The provider is unwell.
    case failure
    /// Nothing was learned: the caller gave up.
    case abandoned
  }

  package let threshold: Int
  package let cooldown: Double
  package private(set) var state = State.closed(failures: 0)

  package init(threshold: Int = 5, cooldown: Double = 30) {
    self.threshold = threshold
    self.cooldown = cooldown
  }

  /// Whether a request may go out now: `nil`, or the seconds until it makes sense to ask again.
  /// Each request that may must be followed by one `record`.
  package mutating func refusal(now: Double) -> Double? {
    switch state {
    case .closed: return nil
    case .halfOpen: return 1
    case .open(let until):
      if now < until { return until - now }
      state = .halfOpen
      return nil
    }
  }

  package mutating func record(_ outcome: Outcome, now: Double) {
    switch (state, outcome) {
    case (.closed, .success): state = .closed(failures: 0)
    case (.closed(let failures), .failure):
      state = failures + 1 >= threshold ? .open(until: now + cooldown) : .closed(failures: failures + 1)
    case (.closed, .abandoned): break
    case (.halfOpen, .success): state = .closed(failures: 0)
    case (.halfOpen, .failure): state = .open(until: now + cooldown)
    case (.halfOpen, .abandoned): state = .open(until: now)
    // A request from before the circuit opened.
    case (.open, _): break
    }
  }
}
