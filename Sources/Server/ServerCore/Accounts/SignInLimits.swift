import Domain

/// The limits on guessing passwords and refresh tokens.
///
/// Guesses at one account from one address are few, and from one address few in all. Guesses at one
/// account from everywhere are many more, so that whoever guesses from elsewhere does not lock its
/// owner out. No key is longer than an account's name and an address, whatever was sent.
package struct SignInLimits: Sendable {
  private let byAccountAndAddress: RateLimiter<String>
  private let byAccount: RateLimiter<String>
  private let byAddress: RateLimiter<String>
  private let lookupsByAddress: RateLimiter<String>
  private let refreshesBySession: RateLimiter<SessionID>

  /// With `isOn` false nothing is limited: for measurements.
  package init(isOn: Bool) {
    byAccountAndAddress = RateLimiter(isOn ? .signInPerAccountAndAddress : nil)
    byAccount = RateLimiter(isOn ? .signInPerAccount : nil)
    byAddress = RateLimiter(isOn ? .signInPerAddress : nil)
    lookupsByAddress = RateLimiter(isOn ? .refreshesPerAddress : nil)
    refreshesBySession = RateLimiter(isOn ? .refreshesPerSession : nil)
  }

  /// Throws `rateLimited`. `account` is whatever names the account; `address` is the peer's, `nil`
  /// where there is none.
  package func take(account: String, address: String?, now: Timestamp) throws(Refusal) {
    let address = address.map(AddressGroup.of)
    if let address { try byAddress.take(address, now: now) }
    // No account is named by more than an e-mail address may have: what is longer is one key.
    let account = account.utf8.count <= AccountRules.maximumEmailBytes ? account : ""
    try byAccountAndAddress.take("\(account) \(address ?? "")", now: now)
    try byAccount.take(account, now: now)
  }

  /// Throws `rateLimited`. Asked before a token that somebody presents is looked up: one for a
  /// refresh or an invitation's.
  package func takeLookup(address: String?, now: Timestamp) throws(Refusal) {
    if let address { try lookupsByAddress.take(AddressGroup.of(address), now: now) }
  }

  /// Throws `rateLimited`. Asked before a provider is shown a code: strangers must not have the
  /// server call it as often as they like.
  package func takeCode(address: String?, now: Timestamp) throws(Refusal) {
    if let address { try byAddress.take(AddressGroup.of(address), now: now) }
  }

  /// Throws `rateLimited`. Asked before anything is written.
  package func takeRefresh(session: SessionID, now: Timestamp) throws(Refusal) {
    try refreshesBySession.take(session, now: now)
  }
}
