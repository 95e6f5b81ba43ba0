import Domain

/// An account with what only the server may know.
package struct AccountRecord: Sendable {
  package let id: UserID
  package var email: String
  package var name: String
  /// Encoded Argon2id hash; `nil` when the account has no password.
  package var passwordHash: String?
  package let workspaceRole: WorkspaceRole
  package let isDisabled: Bool
  package let createdAt: Timestamp
  /// Its user has shown that the address is theirs.
  package let isVerified: Bool
  /// What its user came by.
  package let invitation: InvitationID?

  package init(
    id: UserID, email: String, name: String, passwordHash: String?, workspaceRole: WorkspaceRole,
    isDisabled: Bool, createdAt: Timestamp, isVerified: Bool = false, invitation: InvitationID? = nil
  ) {
    self.id = id
    self.email = email
    self.name = name
    self.passwordHash = passwordHash
    self.workspaceRole = workspaceRole
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.isVerified = isVerified
    self.invitation = invitation
  }
}
