import Domain

/// Without an asker the server's command line asks.
package enum WorkspaceCommand: Sendable {
  /// Admins only, as all of these.
  case change(asker: UserID?, WorkspaceChange)
  case invite(asker: UserID?, InvitationDraft)
  /// Somebody wants an invitation to their address, which has to be at one of the workspace's
  /// domains: `forbidden` else. `fixed` as in `Admission`.
  case inviteByDomain(InvitationDraft, fixed: Registration?)
  /// Nobody comes in by it from now on.
  case withdraw(asker: UserID?, InvitationID)
}

/// An invitation that is to be made. What its maker typed is checked by the rule.
package struct InvitationDraft: Sendable {
  package let id: InvitationID
  /// Of its token.
  package let hash: [UInt8]
  package let role: WorkspaceRole
  package let conversations: [ConversationID]
  /// The one address that it is for; it is sent there.
  package let email: String?
  package let mail: Mail?
  package let maximumUses: Int64
  /// Until it expires.
  package let days: Int64

  package init(
    id: InvitationID, hash: [UInt8], role: WorkspaceRole = .member, conversations: [ConversationID] = [],
    email: String? = nil, mail: Mail? = nil, maximumUses: Int64 = 1, days: Int64 = 7
  ) {
    self.id = id
    self.hash = hash
    self.role = role
    self.conversations = conversations
    self.email = email
    self.mail = mail
    self.maximumUses = maximumUses
    self.days = days
  }
}

/// By what right an account is made.
package enum Admission: Sendable {
  case administrator
  /// Its user makes it, with an invitation's token where its hash is given. `fixed` is the
  /// registration that the server's options name; without one the workspace's own holds. The
  /// address is `verified` where somebody who is trusted has seen that it is the user's.
  case user(invitation: [UInt8]? = nil, fixed: Registration? = nil, verified: Bool = false)

  /// Hash of the invitation's token.
  package var invitation: [UInt8]? {
    guard case .user(let invitation, _, _) = self else { return nil }
    return invitation
  }
}
