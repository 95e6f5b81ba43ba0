import Domain

/// The address of an account: verified or changed by a link that is sent there, or by an admin.
extension AccountService {
  /// Sends a link to the address that makes it the asker's. Whether another account has it, the
  /// answer does not say, nor how long it takes: then a letter goes there that says so. Throws as
  /// `confirm`, and `conflict` for an address that is the asker's and verified already.
  package func requestEmail(
    _ email: String, for asker: AuthenticatedSession, password: String, address: String?, by actor: AuditActor
  ) async throws(Refusal) {
    guard let mail else { throw Self.noMail }
    let email = try AccountRules.validatedEmail(email)
    try await confirm(asker, password: password)
    // Nobody is sent more letters than an account may have guesses.
    try limits.take(account: email, address: address, now: clock.now)
    let token = SecretToken(random: random)
    let workspace = try await reader.read { try $0.workspace().name }
    let wish = EmailWish(
      user: asker.user, email: email, hash: token.hash,
      expiresAt: clock.now.adding(seconds: Rules.Accounts.emailChangeSeconds),
      letter: mail.emailChange(to: email, token: token.text, workspace: workspace),
      taken: mail.emailTaken(to: email, workspace: workspace))
    _ = try await commands.perform(.account(.wishEmail(wish)), by: actor)
  }

  /// Answers the address that the account has from now on; its former one is told. Throws
  /// `forbidden` for a token that is not good, and `conflict` when another account has the address
  /// by now.
  package func useEmail(token: String, address: String?) async throws(Refusal) -> String {
    let now = clock.now
    try limits.takeLookup(address: address, now: now)
    let presented = SecretToken(presented: token)
    let change = try await reader.read { store in try presented.flatMap { try store.emailChange($0.hash) } }
    let found = try Rules.Accounts.use(change, at: now)
    guard let presented else { throw Self.unexpected }
    let notice = try await notice(of: found.user)
    _ = try await commands.perform(
      .account(.useEmail(token: presented.hash, notice: notice)), by: audit.actor(.nobody, at: address))
    return found.email
  }

  /// Gives somebody an address, which counts as verified: whoever administers the workspace knows
  /// whose it is. The former one is told where the server sends mail. Throws `conflict` for an
  /// address that another account has.
  package func setEmail(_ email: String, of user: UserID, by actor: AuditActor) async throws(Refusal) {
    let email = try AccountRules.validatedEmail(email)
    let notice = try await notice(of: user)
    _ = try await commands.perform(.account(.setEmail(user: user, email: email, notice: notice)), by: actor)
  }

  /// To the address that an account has until now.
  private func notice(of user: UserID) async throws(Refusal) -> Mail? {
    guard let mail else { return nil }
    let (account, workspace) = try await reader.read { store in
      (try store.account(user), try store.workspace().name)
    }
    return account.map { mail.emailChanged(to: $0.email, workspace: workspace) }
  }
}
