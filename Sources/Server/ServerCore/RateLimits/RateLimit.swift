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

  /// Sign-ups and sign-ins of one account.
  package static let signInPerAccount = RateLimit.perMinute(5)
  /// Sign-ups and sign-ins from one address.
  package static let signInPerAddress = RateLimit.perMinute(20)
  /// REST requests of one user.
  package static let requestsPerUser = RateLimit(burst: 100, perSecond: 10)
}
