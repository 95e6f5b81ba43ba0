import Domain

extension Rules.Workspaces {
  /// Invitations that may be used at the same time.
  package static let maximumInvitations = 500
  private static let maximumUses: Int64 = 1_000
  private static let maximumDays: Int64 = 365
  private static let maximumConversations = 50

  /// Throws `forbidden` unless the asker is an admin of the workspace.
  package static func authorize(_ asker: Profile) throws(Refusal) {
    guard asker.workspaceRole == .admin else {
      throw Refusal(.forbidden, "Only admins of the workspace may do this.")
    }
  }

  /// Throws `invalid` for a bad name.
  package static func change(_ workspace: Workspace, _ change: WorkspaceChange) throws(Refusal) -> Workspace {
    var workspace = workspace
    if let name = change.name { workspace.name = try AccountRules.validatedName(name) }
    if let registration = change.registration { workspace.registration = registration }
    return workspace
  }

  /// `living` is how many others may be used now. Throws `invalid` for values out of bounds, and
  /// `conflict` where there are too many.
  package static func invite(
    _ draft: InvitationDraft, by asker: UserID?, living: Int, at time: Timestamp
  ) throws(Refusal) -> Invitation {
    guard 1...maximumUses ~= draft.maximumUses else {
      throw Refusal(.invalid, "An invitation is for 1 to \(maximumUses) people.")
    }
    guard 1...maximumDays ~= draft.days else {
      throw Refusal(.invalid, "An invitation lasts 1 to \(maximumDays) days.")
    }
    guard draft.conversations.count <= maximumConversations else {
      throw Refusal(.invalid, "An invitation names at most \(maximumConversations) conversations.")
    }
    guard living < maximumInvitations else {
      throw Refusal(.conflict, "There are \(living) invitations already: withdraw some first.")
    }
    return Invitation(
      id: draft.id, createdAt: time, createdBy: asker, role: draft.role, conversations: draft.conversations,
      maximumUses: draft.maximumUses, uses: 0, expiresAt: time.adding(seconds: draft.days * 86_400))
  }

  package static func withdraw(_ invitation: Invitation, at time: Timestamp) -> Invitation {
    var invitation = invitation
    invitation.endedAt = invitation.endedAt ?? time
    return invitation
  }

  /// The role that whoever comes in gets, where the invitation says so. Throws `forbidden` for whom
  /// the workspace does not let in. `invitation` is the one that the admission's token belongs to.
  package static func admit(
    _ admission: Admission, to workspace: Workspace, invitation: Invitation?, at time: Timestamp
  ) throws(Refusal) -> WorkspaceRole? {
    guard case .user(let hash, let fixed) = admission else { return nil }
    switch fixed ?? workspace.registration {
    case .closed: throw Refusal(.forbidden, "New accounts are made by an administrator here.")
    // Nobody is there who could invite the first one.
    case .invitation where hash == nil && !workspace.isNew:
      throw Refusal(.forbidden, "Only people with an invitation can join this workspace.")
    case .open, .invitation: break
    }
    guard hash != nil else { return nil }
    try checkUse(of: invitation, at: time)
    return invitation?.role
  }

  package static let unknownInvitation = Refusal(.forbidden, "This invitation is not known here.")

  /// Throws `forbidden` when nobody comes in by it any more.
  package static func checkUse(of invitation: Invitation?, at time: Timestamp) throws(Refusal) {
    guard let invitation else { throw unknownInvitation }
    switch invitation.state(at: time) {
    case .usable: break
    case .withdrawn: throw Refusal(.forbidden, "This invitation was withdrawn.")
    case .expired: throw Refusal(.forbidden, "This invitation has expired.")
    case .used: throw Refusal(.forbidden, "This invitation has been used.")
    }
  }
}
