import Domain
import WireProtocol

/// What signing in with an account elsewhere needs of accounts.
extension AccountService {
  /// Throws `forbidden` for a disabled account.
  func signIn(vouched user: UserID, device: String?, address: String?) async throws(Refusal) -> SignedIn {
    guard let account = try await reader.read({ try $0.account(user) }) else { throw Refusal.notFound }
    guard !account.isDisabled else {
      await audit.failed(.signInFailed(user, isDisabled: true), at: address)
      throw Refusal(.forbidden, "This account is disabled.")
    }
    let signedIn = try await startSession(of: user, device: Self.deviceName(device), address: address)
    await tellOfDevice(Self.deviceName(device), of: account)
    return signedIn
  }

  /// Throws `invalidCredentials` for a wrong password.
  func verify(_ password: String, of account: AccountRecord, address: String?) async throws(Refusal) {
    try takeGuess(at: account.email, address: address)
    guard try await hasher.verify(password, against: account.passwordHash) else {
      await audit.failed(.signInFailed(account.id), at: address)
      throw Refusal(.invalidCredentials, "The password is wrong.")
    }
  }

  /// Throws `forbidden` for whom the workspace does not let in.
  func checkAdmission(_ invitation: String?, verified email: String) async throws(Refusal) {
    try await check(admission(invitation, verified: true), as: email)
  }

  /// Makes an account without a password. Throws `forbidden` for whom the workspace does not let
  /// in, `invalid` for a bad name, `conflict` when the address or the identity is in use.
  func create(
    email: String, name: String, identity: Identity, _ form: OpenIDClaimRequest, address: String?
  ) async throws(Refusal) -> UserID {
    let admission = try admission(form.invitation, verified: true)
    let account = try NewAccount(
      newRecord(email: email, name: name), timeZone: form.timeZone, locale: form.locale, language: form.language)
    try limits.take(account: account.record.email, address: address, now: clock.now)
    _ = try await commands.perform(
      .account(.create(account, by: admission, identity: identity)),
      by: audit.actor(.account(account.record.id), at: address))
    return account.record.id
  }
}
