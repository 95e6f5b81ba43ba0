import Domain
import WireProtocol

/// What an administrator does with the accounts of others, and with the work of the AI.
package struct AdminService: Sendable {
  private static let maximumListed = 500

  let accounts: AccountService
  let workspaces: WorkspaceService
  let features: FeatureService
  package let overview: OverviewService
  let diagnostics: DiagnosticsService
  let retention: RetentionService
  private let intelligence: any IntelligenceStore
  package let auditLog: AuditLog
  private let didRotateKeys: @Sendable () async throws(Refusal) -> Void

  /// `didRotateKeys` is told of new keys: what is sealed with those of before cannot be read any
  /// more.
  package init(
    accounts: AccountService, workspaces: WorkspaceService, features: FeatureService, overview: OverviewService,
    diagnostics: DiagnosticsService, retention: RetentionService, store: any IntelligenceStore & AuditStore,
    didRotateKeys: @escaping @Sendable () async throws(Refusal) -> Void = {}
  ) {
    self.accounts = accounts
    self.workspaces = workspaces
    self.features = features
    self.overview = overview
    self.diagnostics = diagnostics
    self.retention = retention
    intelligence = store
    self.didRotateKeys = didRotateKeys
    auditLog = AuditLog(accounts: accounts, store: store)
  }

  /// How far the work on messages is, and what was given up.
  package func pipeline() async throws(Refusal) -> AdminAnswer.Pipeline {
    let store = intelligence
    return try await accounts.reader.read { _ in
      let progress = try store.pipelineProgress()
      let dead = try store.deadMessages(limit: Self.maximumListed)
      return AdminAnswer.Pipeline(
        due: progress.due, postponed: progress.postponed, dead: progress.dead,
        listed: dead.map {
          .init(conversation: $0.conversation, message: $0.message, reason: $0.reason, failures: $0.failures)
        })
    }
  }

  /// Makes due again what was given up. A running pipeline sees it at its next look.
  package func retryPipeline(by actor: AuditActor) async throws(Refusal) {
    _ = try await accounts.commands.perform(.intelligence(.pipeline(.reviveDead)), by: actor)
  }

  /// Makes a new key for access tokens: those of before are refused from now on.
  package func rotateKeys(by actor: AuditActor) async throws(Refusal) {
    try await accounts.tokens.rotate(accounts.commands, by: actor)
    try await didRotateKeys()
  }

  /// All accounts in the order in which they were made.
  package func list() async throws(Refusal) -> [AccountSummary] {
    try await accounts.reader.read { store in
      let records = try store.accounts()
      let seen = try store.lastSeen(of: records.map(\.id))
      let hosts = Dictionary(
        try store.invitations(for: nil).map { ($0.id, $0.createdBy) }, uniquingKeysWith: { first, _ in first })
      return try records.map { record in
        AccountSummary(
          user: try store.user(record.id), role: record.workspaceRole, isDisabled: record.isDisabled,
          createdAt: record.createdAt, lastSeen: seen[record.id],
          invitedBy: record.invitation.flatMap { hosts[$0] ?? nil },
          isVerified: record.isVerified)
      }
    }
  }

  /// Throws `notFound` for an unknown address.
  package func account(email: String) async throws(Refusal) -> AccountRecord {
    let email = email.trimmingWhitespace.lowercased()
    guard let account = try await accounts.reader.read({ try $0.account(email: email) }) else {
      throw Refusal(.notFound, "Nobody has the address \(email).")
    }
    return account
  }

  /// Makes an account whatever the registration. Without a password one is made up. Answers the id
  /// and the password.
  package func create(
    email: String, name: String, password: String?, by actor: AuditActor
  ) async throws(Refusal) -> (user: UserID, password: String) {
    let password = password ?? madeUpPassword()
    let account = try NewAccount(accounts.newRecord(email: email, name: name))
    return (try await accounts.create(account, password: password, actor: actor), password)
  }

  /// Sets a password (a made-up one unless given), ends all sessions, and answers the password.
  package func resetPassword(
    of user: UserID, to password: String?, by actor: AuditActor
  ) async throws(Refusal) -> String {
    let password = password ?? madeUpPassword()
    try AccountRules.validatePassword(password, commonest: accounts.commonest.passwords)
    let hash = try await accounts.hasher.hash(password)
    _ = try await accounts.commands.perform(
      .account(.setPassword(user: user, hash: hash, keepSession: nil)), by: actor)
    return password
  }

  /// Disabling ends all sessions at once. Throws `conflict` when the workspace would have no
  /// administrator, as `setRole` does.
  package func setDisabled(_ user: UserID, _ isDisabled: Bool, by actor: AuditActor) async throws(Refusal) {
    _ = try await accounts.commands.perform(.account(.setDisabled(user: user, isDisabled)), by: actor)
  }

  /// Changes what is named. Throws `notFound` for an unknown user, `conflict` as those below.
  package func change(
    _ user: UserID, role: WorkspaceRole?, isDisabled: Bool?, email: String? = nil, by actor: AuditActor
  ) async throws(Refusal) {
    try await accounts.reader.read { store in
      guard try store.account(user) != nil else { throw Refusal.notFound }
    }
    if let email { try await accounts.setEmail(email, of: user, by: actor) }
    if let role { try await setRole(of: user, role, by: actor) }
    if let isDisabled { try await setDisabled(user, isDisabled, by: actor) }
  }

  package func setRole(of user: UserID, _ role: WorkspaceRole, by actor: AuditActor) async throws(Refusal) {
    _ = try await accounts.commands.perform(.account(.setWorkspaceRole(user: user, role)), by: actor)
  }

  /// Accounts elsewhere that are linked with the user's.
  package func identities(of user: UserID) async throws(Refusal) -> [AccountIdentity] {
    try await accounts.reader.read { try $0.identities(of: user) }
  }

  /// Throws `notFound` when none is linked, and `conflict` when nothing would be left to sign in
  /// with: without `usable` every linked one counts as such.
  package func unlink(
    _ issuer: String, of user: UserID, usable: [String]? = nil, by actor: AuditActor
  ) async throws(Refusal) {
    let linked = try await identities(of: user).map(\.identity.issuer)
    _ = try await accounts.commands.perform(
      .account(
        .unlink(user: user, issuer: issuer, usable: usable ?? linked, allowsPasswords: accounts.allowsPasswords)),
      by: actor)
  }

  /// Ends every session of the user. Throws `notFound` for an unknown one.
  package func endSessions(of user: UserID, by actor: AuditActor) async throws(Refusal) {
    _ = try await accounts.commands.perform(.session(.endAll(user: user)), by: actor)
  }

  private func madeUpPassword() -> String {
    Base64URL.encode(accounts.random(15))
  }
}
