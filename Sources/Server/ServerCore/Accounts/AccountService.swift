import Domain
import WireProtocol

/// What people do with their own account: sign up, in and out, stay signed in, and change what is
/// theirs.
package struct AccountService: Sendable {
  /// Days after which a session ends whatever its client does.
  package static let sessionDays: Int64 = 180
  private static let maximumDeviceLength = 80
  /// That a link for a new password holds.
  private static let resetSeconds: Int64 = 3_600
  /// For which a sign-in stands for a password that an account does not have.
  private static let freshSeconds: Int64 = 600
  static let noMail = Refusal(.invalid, "This server sends no mail. Ask an administrator.")

  package let reader: StoreReader
  package let commands: any CommandPerformer
  package let hasher: any PasswordHashing
  package let tokens: AccessTokens
  package let clock: any WallClock
  package let identifiers: any IdentifierSource
  /// As the server's options name it; without one the workspace's own holds.
  package let registration: Registration?
  package let limits: SignInLimits
  /// Off where people sign in with accounts elsewhere only.
  package let allowsPasswords: Bool
  /// `nil` where the server sends no mail.
  let mail: MailWriter?
  let commonest: CommonestPasswordsCache
  package let audit: AuditRecorder
  private let successors: StoredSecret
  let random: @Sendable (Int) -> [UInt8]

  package init(
    reader: StoreReader, commands: any CommandPerformer, hasher: any PasswordHashing, tokens: AccessTokens,
    clock: any WallClock, identifiers: any IdentifierSource, registration: Registration?, limits: SignInLimits,
    allowsPasswords: Bool = true, mail: MailWriter? = nil,
    random: @escaping @Sendable (Int) -> [UInt8] = SystemRandomness.bytes
  ) {
    self.reader = reader
    self.commands = commands
    self.hasher = hasher
    self.tokens = tokens
    self.clock = clock
    self.identifiers = identifiers
    self.registration = registration
    self.limits = limits
    self.allowsPasswords = allowsPasswords
    self.mail = mail
    self.random = random
    commonest = CommonestPasswordsCache()
    successors = StoredSecret(.refreshTokens, reader: reader, commands: commands, random: random)
    audit = AuditRecorder(commands: commands, clock: clock, random: random)
  }

  /// Makes an account and signs it in. Throws `forbidden` for whom the workspace does not let in,
  /// `conflict` for an address in use, `invalid` for a bad name, address or password.
  package func signUp(_ form: SignUpRequest, address: String?) async throws(Refusal) -> SignedIn {
    try checkPasswordsAllowed()
    let admission = try admission(form.invitation)
    let account = try NewAccount(
      newRecord(email: form.email, name: form.name), timeZone: form.timeZone, locale: form.locale,
      language: form.language)
    try limits.take(account: account.record.email, address: address, now: clock.now)
    try await check(admission, as: account.record.email)
    let actor = audit.actor(.account(account.record.id), at: address)
    let user = try await create(account, password: form.password, by: admission, actor: actor)
    return try await startSession(of: user, device: Self.deviceName(form.device), address: address)
  }

  /// Throws `invalidCredentials` for an unknown address and for a wrong password, after the same
  /// work.
  package func signIn(
    email: String, password: String, device: String?, address: String?
  ) async throws(Refusal) -> SignedIn {
    try checkPasswordsAllowed()
    // Nobody has an address that is longer, so its beginning is as unknown as all of it.
    let start = String(decoding: email.utf8.prefix(2 * AccountRules.maximumEmailBytes), as: UTF8.self)
    let email = start.trimmingWhitespace.lowercased()
    try takeGuess(at: email, address: address)
    let account = try await reader.read { try $0.account(email: email) }
    guard try await hasher.verify(password, against: account?.passwordHash), let account else {
      await audit.failed(.signInFailed(account?.id), at: address)
      throw Refusal(.invalidCredentials, "E-mail or password is wrong.")
    }
    guard !account.isDisabled else {
      await audit.failed(.signInFailed(account.id, isDisabled: true), at: address)
      throw Refusal(.forbidden, "This account is disabled.")
    }
    if let hash = account.passwordHash { try await rehashIfDated(hash, of: account.id, password: password) }
    let signedIn = try await startSession(of: account.id, device: Self.deviceName(device), address: address)
    await tellOfDevice(Self.deviceName(device), of: account)
    return signedIn
  }

  /// Sends a letter with a link by which a new password can be chosen, where the address is an
  /// account's. Whether it is, the answer does not say, nor how long it takes.
  package func requestPasswordReset(email: String, address: String?) async throws(Refusal) {
    try checkPasswordsAllowed()
    guard let mail else { throw Self.noMail }
    let email = try AccountRules.validatedEmail(email)
    try limits.take(account: email, address: address, now: clock.now)
    let token = SecretToken(random: random)
    let (account, workspace) = try await reader.read { (try $0.account(email: email), try $0.workspace().name) }
    guard let account, !account.isDisabled else {
      // As much for the disk to do as a letter is.
      _ = try await commands.perform(.system(.probe))
      return
    }
    let letter = mail.passwordReset(to: account.email, token: token.text, workspace: workspace)
    let expiresAt = clock.now.adding(seconds: Self.resetSeconds)
    _ = try await commands.perform(
      .account(.requestReset(user: account.id, hash: token.hash, expiresAt: expiresAt, letter)),
      by: audit.actor(.nobody, at: address))
  }

  /// Ends every session. Throws `forbidden` for a token that is not good, and `invalid` for a bad
  /// password.
  package func resetPassword(token: String, password: String, address: String?) async throws(Refusal) {
    try checkPasswordsAllowed()
    let now = clock.now
    try limits.takeLookup(address: address, now: now)
    let presented = SecretToken(presented: token)
    // Before the password is hashed, which costs; the store asks again.
    let reset = try await reader.read { store in try presented.flatMap { try store.passwordReset($0.hash) } }
    _ = try Rules.Accounts.use(reset, at: now)
    guard let presented else { throw Self.unexpected }
    try AccountRules.validatePassword(password, commonest: commonest.passwords)
    let hash = try await hasher.hash(password)
    _ = try await commands.perform(
      .account(.resetPassword(token: presented.hash, hash: hash)), by: audit.actor(.nobody, at: address))
  }

  /// Exchanges a refresh token for its successor by `RefreshRotation`. Only a token that is known
  /// comes to the store's queue.
  package func refresh(_ presented: String, address: String?) async throws(Refusal) -> SignedIn {
    let now = clock.now
    try limits.takeLookup(address: address, now: now)
    guard let token = SecretToken(presented: presented) else {
      throw Refusal(.unauthenticated, "That is not a refresh token of this server.")
    }
    guard let session = try await reader.read({ try $0.refreshSession(token.hash) }) else {
      throw Refusal(.unauthenticated, "That refresh token is not known.")
    }
    try limits.takeRefresh(session: session, now: now)
    let successor = SecretToken(after: token, key: try await successors.value())
    let result = try await commands.perform(
      .session(.rotateRefresh(presented: token.hash, successor: successor.hash)), by: audit.actor(.nobody, at: address))
    guard case .session(let user, let session) = result else { throw Self.unexpected }
    return try await signedIn(AuthenticatedSession(user: user, session: session), refreshToken: successor)
  }

  /// Ends one of the asker's sessions. Throws `notFound` for another's.
  package func endSession(_ session: SessionID, of user: UserID, by actor: AuditActor) async throws(Refusal) {
    _ = try await commands.perform(.session(.end(user: user, session: session)), by: actor)
  }

  /// Sessions that have not ended, newest first, the asker's own marked.
  package func sessions(for asker: AuthenticatedSession) async throws(Refusal) -> [DeviceSession] {
    try await reader.read { store in
      try store.sessions(of: asker.user).map { session in
        var session = session
        session.current = session.id == asker.session
        return session
      }
    }
  }

  /// Changes the password and ends every other session. Throws as `confirm`.
  package func changePassword(
    for asker: AuthenticatedSession, current: String, new: String, by actor: AuditActor
  ) async throws(Refusal) {
    try await confirm(asker, password: current)
    try AccountRules.validatePassword(new, commonest: commonest.passwords)
    let hash = try await hasher.hash(new)
    _ = try await commands.perform(
      .account(.setPassword(user: asker.user, hash: hash, keepSession: asker.session)), by: actor)
  }

  /// Deletes the account. Throws as `confirm`.
  package func deleteAccount(
    of asker: AuthenticatedSession, password: String, by actor: AuditActor
  ) async throws(Refusal) {
    try await confirm(asker, password: password)
    _ = try await commands.perform(.account(.delete(user: asker.user)), by: actor)
  }

  /// Changes what the change names. Throws `invalid` for a bad name or a value that is too long.
  package func updateProfile(of user: UserID, _ change: ProfileChange) async throws(Refusal) -> Profile {
    guard
      case .profile(let profile) = try await commands.perform(
        .account(.updateProfile(user: user, change)))
    else { throw Self.unexpected }
    return profile
  }
}

extension AccountService {
  static let unexpected = Refusal(.internal, "The server answered itself with something unexpected.")

  private func checkPasswordsAllowed() throws(Refusal) {
    guard allowsPasswords else { throw Refusal(.forbidden, "Nobody signs in with a password here.") }
  }

  /// As it was typed, without a password.
  func newRecord(email: String, name: String) -> AccountRecord {
    AccountRecord(
      id: identifiers.next(), email: email, name: name, passwordHash: nil, workspaceRole: .member, isDisabled: false,
      createdAt: clock.now)
  }

  func admission(_ invitation: String?, verified: Bool = false) throws(Refusal) -> Admission {
    guard let invitation else { return .user(fixed: registration, verified: verified) }
    // What is no token belongs to no invitation.
    guard let token = SecretToken(presented: invitation) else { throw Rules.Workspaces.unknownInvitation }
    return .user(invitation: token.hash, fixed: registration, verified: verified)
  }

  /// Before the password is hashed, which costs; the store asks again with the account.
  func check(_ admission: Admission, as email: String) async throws(Refusal) {
    let now = clock.now
    try await reader.read { store in
      let invitation = try admission.invitation.flatMap { try store.invitation($0) }
      _ = try Rules.Workspaces.admit(
        admission, to: store.workspace(), invitation: invitation, as: email, at: now)
    }
  }

  func create(
    _ account: NewAccount, password: String, by admission: Admission = .administrator, actor: AuditActor
  ) async throws(Refusal) -> UserID {
    try AccountRules.validatePassword(password, commonest: commonest.passwords)
    let hash = try await hasher.hash(password)
    _ = try await commands.perform(.account(.create(account.with(passwordHash: hash), by: admission)), by: actor)
    return account.record.id
  }

  func startSession(
    of user: UserID, device: String, address: String?
  ) async throws(Refusal) -> SignedIn {
    let now = clock.now
    let session = DeviceSession(id: identifiers.next(), device: device, createdAt: now, lastSeenAt: now)
    let refresh = SecretToken(random: random)
    let expiresAt = now.adding(seconds: Self.sessionDays * 86_400)
    _ = try await commands.perform(
      .session(.create(user: user, session: session, refreshHash: refresh.hash, expiresAt: expiresAt)),
      by: audit.actor(.account(user), session: session.id, at: address))
    return try await signedIn(AuthenticatedSession(user: user, session: session.id), refreshToken: refresh)
  }

  private func signedIn(
    _ session: AuthenticatedSession, refreshToken: SecretToken
  ) async throws(Refusal) -> SignedIn {
    let profile = try await reader.read { try $0.profile(session.user) }
    let access = try await tokens.issue(for: session, now: clock.now, commands: commands)
    return SignedIn(
      profile: profile, session: session.session, accessToken: access.token, accessExpiresAt: access.expiresAt,
      refreshToken: refreshToken.text)
  }

  /// So that nobody is in an account whose owner does not know of it. Signing in does not fail for
  /// want of a letter.
  func tellOfDevice(_ device: String, of account: AccountRecord) async {
    await tell(account.id) { $0.newDevice(to: $1, device: device, workspace: $2) }
  }

  /// Sends a letter to the account's address, where the server sends any. `write` is given the
  /// address and what the workspace is called. What it tells of is done: it does not fail for want
  /// of a letter.
  func tell(_ user: UserID, _ write: @Sendable (MailWriter, String, String?) -> Mail) async {
    guard let mail else { return }
    do throws(Refusal) {
      let (account, workspace) = try await reader.read { (try $0.account(user), try $0.workspace().name) }
      guard let account else { return }
      _ = try await commands.perform(.mail(.queue(write(mail, account.email, workspace))))
    } catch {
      return
    }
  }

  /// That it is the owner who asks: by their password, or, where the account has none that could be
  /// used, by having signed in a moment ago. Throws `invalidCredentials` for a wrong password, and
  /// `forbidden` for a session that is too old.
  func confirm(_ asker: AuthenticatedSession, password: String) async throws(Refusal) {
    let (account, sessions) = try await reader.read { store in
      (try store.account(asker.user), try store.sessions(of: asker.user))
    }
    guard let account, account.passwordHash != nil, allowsPasswords else {
      let begun = sessions.first { $0.id == asker.session }?.createdAt
      guard let begun, clock.now < begun.adding(seconds: Self.freshSeconds) else {
        throw Refusal(.forbidden, "Sign in again first: this needs a sign-in of the last ten minutes.")
      }
      return
    }
    try takeGuess(at: asker.user.description, address: nil)
    guard try await hasher.verify(password, against: account.passwordHash) else {
      await audit.failed(.signInFailed(account.id), at: nil)
      throw Refusal(.invalidCredentials, "The password is wrong.")
    }
  }

  /// Throws `rateLimited`, and has the audit log count what was not even tried.
  func takeGuess(at account: String, address: String?) throws(Refusal) {
    do throws(Refusal) {
      try limits.take(account: account, address: address, now: clock.now)
    } catch {
      audit.omitFailure()
      throw error
    }
  }

  /// Brings an old hash up to today's parameters while the password is at hand. Ends no session.
  private func rehashIfDated(_ encoded: String, of user: UserID, password: String) async throws(Refusal) {
    guard hasher.needsRehash(encoded) else { return }
    let hash = try await hasher.hash(password)
    _ = try await commands.perform(.account(.rehashPassword(user: user, hash: hash)))
  }

  static func deviceName(_ device: String?) -> String {
    let start = TextLength.cut(device ?? "", to: 10 * maximumDeviceLength)
    let name = start.filter { !String($0).hasControlCharacter }.trimmingWhitespace
    return name.isEmpty ? "Unknown device" : TextLength.cut(name, to: maximumDeviceLength)
  }
}
