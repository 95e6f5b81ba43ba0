import Domain

extension StoreTransaction {
  func perform(_ command: WorkspaceCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .change(let asker, let change):
      try authorize(asker)
      let changed = try Rules.Workspaces.change(workspace(), change)
      try save(changed)
      return CommandAnswer(.workspace(changed))
    case .invite(let asker, let draft):
      try authorize(asker)
      for id in draft.conversations { try authorizeInvitation(to: id, by: asker) }
      let invitation = try Rules.Workspaces.invite(
        draft, by: asker, living: livingInvitations(at: time), at: time)
      return try save(invitation, of: draft)
    case .inviteByDomain(let draft, let fixed):
      let living = try livingInvitations(at: time)
      try Rules.Workspaces.checkWish(for: draft.email, to: workspace(), fixed: fixed, living: living)
      return try save(Rules.Workspaces.invite(draft, by: nil, living: living, at: time), of: draft)
    case .withdraw(let asker, let id):
      try authorize(asker)
      guard let invitation = try invitation(id) else { throw Refusal.notFound }
      let withdrawn = Rules.Workspaces.withdraw(invitation, at: time)
      try save(withdrawn)
      return CommandAnswer(.invitation(withdrawn))
    }
  }

  private func save(_ invitation: Invitation, of draft: InvitationDraft) throws -> CommandAnswer {
    try insert(invitation, hash: draft.hash)
    if let mail = draft.mail { try insert(mail) }
    return CommandAnswer(.invitation(invitation))
  }

  private func authorize(_ asker: UserID?) throws {
    if let asker { try Rules.Workspaces.authorize(account(asker).profile) }
  }

  /// The command line is in no conversation, so it invites to none.
  private func authorizeInvitation(to id: ConversationID, by asker: UserID?) throws {
    guard let asker else { throw Refusal.notFound }
    try conversation(id).state.authorize(.addMember, asker)
  }

  /// The role that the invitation gives, when there is one.
  func admit(
    _ admission: Admission, as email: String, at time: Timestamp
  ) throws -> (role: WorkspaceRole?, invitation: Invitation?) {
    let found = try admission.invitation.flatMap { try invitation($0) }
    let role = try Rules.Workspaces.admit(admission, to: workspace(), invitation: found, as: email, at: time)
    return (role, found)
  }

  /// Brings the new user into the conversations, as far as who invited them may still add people
  /// there and there is room.
  func accept(_ invitation: Invitation, by user: UserID, at time: Timestamp) throws -> [FeedChange] {
    var used = invitation
    used.uses += 1
    try save(used)
    try saveInvitation(invitation.id, of: user)
    guard let host = invitation.createdBy else { return [] }
    return try invitation.conversations.flatMap { id in
      do {
        return try perform(MemberCommand.add(asker: host, conversation: id, users: [user]), at: time).changes
      } catch is Refusal {
        // Thrown before anything is saved: the account is made without this conversation.
        return []
      }
    }
  }
}
