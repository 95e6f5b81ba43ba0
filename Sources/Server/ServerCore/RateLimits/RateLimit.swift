/// How much of something is allowed: `burst` at once, then `perSecond`.
package struct RateLimit: Hashable, Sendable {
  package let burst: Double
  package let perSecond: Double

  package init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// `count` in any minute, all of them at once if need be.
  package static func perMinute(_ count: Double) -> RateLimit {
    RateLimit(burst: count, perSecond: count / 60)
  }

  /// Sign-ups and sign-ins of one account from one address.
  package static let signInPerAccountAndAddress = RateLimit.perMinute(5)
  /// Sign-ups and sign-ins of one account from everywhere: enough for its owner beside somebody who
  /// guesses.
  package static let signInPerAccount = RateLimit(burst: 100, perSecond: 1)
  /// Sign-ups and sign-ins from one address.
  package static let signInPerAddress = RateLimit.perMinute(20)
  /// Refresh tokens that one address presents, good or not: an office has one address.
  package static let refreshesPerAddress = RateLimit(burst: 300, perSecond: 5)
  /// Exchanges of one session's refresh tokens; a client needs one in ten minutes.
  package static let refreshesPerSession = RateLimit.perMinute(20)
  /// Conversations that one user starts.
  package static let creationsPerUser = RateLimit(burst: 100, perSecond: 1.0 / 3)
  /// Files that one user reads.
  package static let filesPerUser = RateLimit(burst: 1_000, perSecond: 50)
  /// Batches of client events of one user: a client tells one a minute.
  package static let eventsPerUser = RateLimit(burst: 20, perSecond: 1.0 / 6)
  /// REST requests of one user.
  package static let requestsPerUser = RateLimit(burst: 100, perSecond: 10)
}
