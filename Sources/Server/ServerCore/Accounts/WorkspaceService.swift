import Domain
import WireProtocol

/// What the workspace says of itself, and who is let into it.
package struct WorkspaceService: Sendable {
  /// That an invitation lasts unless its maker says otherwise.
  private static let days: Int64 = 7

  private let accounts: AccountService
  private let providers: [IdentityProvider]

  /// `providers` are those that people can sign in with.
  package init(accounts: AccountService, providers: [IdentityProvider] = []) {
    self.accounts = accounts
    self.providers = providers
  }

  package func workspace() async throws(Refusal) -> Workspace {
    try await accounts.reader.read { try $0.workspace() }.completed(accounts, providers)
  }

  /// Throws `conflict` for another registration than the one that the server's options name.
  /// Without an asker the command line asks, here and below; others have to be admins.
  package func change(
    _ change: WorkspaceChange, by asker: UserID?, as actor: AuditActor
  ) async throws(Refusal) -> Workspace {
    if let fixed = accounts.registration, let wanted = change.registration, wanted != fixed {
      throw Refusal(.conflict, "The server was started with --registration \(fixed.rawValue): it stays so.")
    }
    guard
      case .workspace(let workspace) = try await accounts.commands.perform(
        .workspace(.change(asker: asker, change)), by: actor)
    else { throw AccountService.unexpected }
    return workspace.completed(accounts, providers)
  }

  /// The invitation with its token, of which only the hash is kept.
  package func invite(
    _ form: CreateInvitationRequest, by asker: UserID?, as actor: AuditActor
  ) async throws(Refusal) -> CreatedInvitation {
    let token = SecretToken(random: accounts.random)
    let email = try form.email.map { email throws(Refusal) in try AccountRules.validatedEmail(email) }
    var letter: Mail?
    if let email {
      guard let mail = accounts.mail else { throw AccountService.noMail }
      let (host, workspace) = try await accounts.reader.read { store in
        (try asker.map { try store.user($0).name }, try store.workspace().name)
      }
      letter = mail.invitation(
        to: email, token: token.text, from: host, workspace: workspace, days: form.days ?? Self.days)
    }
    var conversations: [ConversationID] = []
    for id in form.conversations where !conversations.contains(id) { conversations.append(id) }
    let draft = InvitationDraft(
      id: accounts.identifiers.next(), hash: token.hash, role: form.role ?? .member, conversations: conversations,
      email: email, mail: letter, maximumUses: form.maximumUses ?? 1, days: form.days ?? Self.days)
    guard
      case .invitation(let invitation) = try await accounts.commands.perform(
        .workspace(.invite(asker: asker, draft)), by: actor)
    else { throw AccountService.unexpected }
    return CreatedInvitation(invitation: invitation, token: token.text)
  }

  /// Sends an invitation to an address at one of the workspace's domains. Throws `forbidden` for
  /// any other address; whether an account has it, the answer does not say.
  package func requestInvitation(email: String, address: String?) async throws(Refusal) {
    guard let mail = accounts.mail else { throw AccountService.noMail }
    let email = try AccountRules.validatedEmail(email)
    try accounts.limits.take(account: email, address: address, now: accounts.clock.now)
    let token = SecretToken(random: accounts.random)
    let workspace = try await accounts.reader.read { try $0.workspace().name }
    let draft = InvitationDraft(
      id: accounts.identifiers.next(), hash: token.hash, email: email,
      mail: mail.invitation(to: email, token: token.text, from: nil, workspace: workspace, days: 1), days: 1)
    _ = try await accounts.commands.perform(
      .workspace(.inviteByDomain(draft, fixed: accounts.registration)),
      by: accounts.audit.actor(.nobody, at: address))
  }

  /// Newest first.
  package func invitations(for asker: UserID?) async throws(Refusal) -> [Invitation] {
    try await accounts.reader.read { try $0.invitations(for: asker) }
  }

  /// Throws `notFound` for an unknown one.
  package func withdraw(
    _ invitation: InvitationID, by asker: UserID?, as actor: AuditActor
  ) async throws(Refusal) {
    _ = try await accounts.commands.perform(.workspace(.withdraw(asker: asker, invitation)), by: actor)
  }

  /// What an invitation says to who was given it. Throws `forbidden` when nobody comes in by it.
  package func preview(_ token: String, address: String?) async throws(Refusal) -> InvitationPreview {
    let now = accounts.clock.now
    try accounts.limits.takeLookup(address: address, now: now)
    let hash = SecretToken(presented: token)?.hash
    return try await accounts.reader.read { store in
      let invitation = try hash.flatMap { try store.invitation($0) }
      try Rules.Workspaces.checkUse(of: invitation, at: now)
      guard let invitation else { throw Refusal.notFound }
      let host = try invitation.createdBy.map { try store.user($0).name }
      return InvitationPreview(
        workspace: try store.workspace().name, invitedBy: host, email: invitation.email, expiresAt: invitation.expiresAt
      )
    }
  }
}

extension Workspace {
  /// With what the server's options say.
  fileprivate func completed(_ accounts: AccountService, _ providers: [IdentityProvider]) -> Workspace {
    var workspace = self
    workspace.sendsMail = accounts.mail != nil
    workspace.registration = accounts.registration ?? registration
    workspace.isFixed = accounts.registration != nil
    workspace.providers = providers
    workspace.hasNoPasswords = !accounts.allowsPasswords
    return workspace
  }
}
