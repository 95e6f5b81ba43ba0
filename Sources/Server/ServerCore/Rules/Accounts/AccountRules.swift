import Domain

extension Rules.Accounts {
  /// What stays of a deleted account.
  package static let deletedName = "Deleted user"

  /// The profile to be stored. The first account is workspace admin; `role` is what an invitation
  /// gives. An id or address in use is a `conflict`.
  package static func create(
    _ account: NewAccount, isInUse: Bool, isFirst: Bool, role: WorkspaceRole? = nil,
    rollouts: [Feature: FeatureRollout] = [:], verifiedAt: Timestamp? = nil
  ) throws(Refusal) -> Profile {
    let record = account.record
    guard !isInUse else { throw Refusal(.conflict, "That e-mail address is in use.") }
    return Profile(
      id: record.id, rev: 1, email: record.email, name: record.name, timeZone: account.timeZone,
      locale: account.locale, language: account.language,
      workspaceRole: isFirst ? .admin : role ?? record.workspaceRole,
      disabledFeatures: Rules.Features.disabled(for: record.id, rollouts).map(\.rawValue),
      createdAt: record.createdAt, emailVerifiedAt: verifiedAt)
  }

  /// Changes what is named. Throws `invalid` for a bad name or a value that is too long.
  package static func updateProfile(
    of account: AccountState, _ change: ProfileChange
  ) throws(Refusal) -> ProfileRuling {
    let change = try ProfileRules.validated(change)
    var profile = account.profile
    if let name = change.name { profile.name = name }
    if let photo = change.photo { profile.photo = photo }
    if let timeZone = change.timeZone { profile.timeZone = timeZone }
    if let locale = change.locale { profile.locale = locale }
    if let language = change.language { profile.language = language }
    if let sendsEvents = change.sendsEvents { profile.sendsEvents = sendsEvents }
    return ruling(on: profile, of: account)
  }

  package static func setWorkspaceRole(of account: AccountState, to role: WorkspaceRole) -> ProfileRuling {
    var profile = account.profile
    profile.workspaceRole = role
    return ruling(on: profile, of: account)
  }

  /// Whether only an admin of the workspace does this: to somebody else's account, or to a role or
  /// a ban of whomever.
  package static func isAdministrative(_ body: WriteCommand.Body, by asker: UserID) -> Bool {
    switch body {
    case .account(.setWorkspaceRole), .account(.setDisabled), .account(.setEmail): true
    case .account(.setPassword(let user, _, _)), .account(.unlink(let user, _, _, _)), .session(.endAll(let user)):
      user != asker
    default: false
    }
  }

  /// Throws `conflict` when the account, which is to be no admin that can sign in any more, is the
  /// last one.
  package static func checkAdminRemains(without account: AccountState, hasOther: Bool) throws(Refusal) {
    guard account.profile.workspaceRole == .admin, !account.isDisabled, !hasOther else { return }
    throw Refusal(.conflict, "The workspace would have no administrator.")
  }

  /// What is left of an account that is deleted: the name that says so. Its password, private
  /// records and settings go too, `Rules.Members.erase` is for each conversation that the user was
  /// ever in, and all its sessions end.
  package static func erased(_ account: AccountState) -> Profile {
    Profile(
      id: account.profile.id, rev: account.rev + 1, email: "", name: deletedName,
      workspaceRole: account.profile.workspaceRole, createdAt: account.profile.createdAt)
  }

  /// Under the next revision of the private feed, unless nothing changes.
  static func ruling(on profile: Profile, of account: AccountState) -> ProfileRuling {
    let before = account.profile
    guard profile != before else {
      return ProfileRuling(changed: nil, looksDifferent: false, answer: CommandAnswer(.profile(profile)))
    }
    var profile = profile
    profile.rev = account.rev + 1
    let delta = FeedDelta(feed: .me, fromRev: account.rev, toRev: profile.rev, profile: profile)
    return ProfileRuling(
      changed: profile, looksDifferent: profile.name != before.name || profile.photo != before.photo,
      answer: CommandAnswer(.profile(profile), changes: [.delta(delta, audience: [profile.id])]))
  }

  /// Whose password may be chosen anew. Throws `forbidden` unless somebody's may.
  package static func use(_ reset: PasswordReset?, at now: Timestamp) throws(Refusal) -> PasswordReset {
    guard let reset, now < reset.expiresAt, !reset.isDisabled else {
      throw Refusal(.forbidden, "This link is not good any more. Ask for another one.")
    }
    return reset
  }
}
