import Domain

/// The limits on guessing: sign-ups, sign-ins and password checks by account and by address.
package struct SignInLimits: Sendable {
  private let byAccount: RateLimiter<String>
  private let byAddress: RateLimiter<String>

  /// With `isOn` false nothing is limited: for measurements.
  package init(isOn: Bool) {
    byAccount = RateLimiter(isOn ? .signInPerAccount : nil)
    byAddress = RateLimiter(isOn ? .signInPerAddress : nil)
  }

  /// Throws `rateLimited`. `account` is whatever names the account; `address` is the peer's, `nil` where there is none.
  package func take(account: String, address: String?, now: Timestamp) throws(Refusal) {
    if let address { try byAddress.take(address, now: now) }
    try byAccount.take(account, now: now)
  }
}
