import Domain
import ServerCore

extension CommandWriter {
  func workspace() throws -> Workspace { try WorkspaceRows.workspace(on: connection) }

  func save(_ workspace: Workspace) throws {
    try connection.write(
      "UPDATE workspace SET name = ?, registration = ?, domains = ?, collectsEvents = ?", .optional(workspace.name),
      .text(workspace.registration.rawValue), .list(workspace.domains), .flag(workspace.collectsEvents))
  }

  func invitation(_ hash: [UInt8]) throws -> Invitation? {
    try connection.first(
      "SELECT \(InvitationColumn.list) FROM invitations WHERE hash = ?", .bytes(hash), map: WorkspaceRows.invitation)
  }

  func invitation(_ id: InvitationID) throws -> Invitation? {
    try connection.first(
      "SELECT \(InvitationColumn.list) FROM invitations WHERE id = ?", .id(id), map: WorkspaceRows.invitation)
  }

  func livingInvitations(at time: Timestamp) throws -> Int {
    Int(
      try connection.integer(
        "SELECT count(*) FROM invitations WHERE endedAt IS NULL AND expiresAt > ? AND uses < maximumUses", .time(time)))
  }

  func insert(_ invitation: Invitation, hash: [UInt8]) throws {
    try connection.write(
      """
      INSERT INTO invitations (id, hash, createdAt, createdBy, role, conversations, maximumUses, uses, expiresAt,
        email)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .id(invitation.id), .bytes(hash), .time(invitation.createdAt), .id(invitation.createdBy),
      .text(invitation.role.rawValue), .ids(invitation.conversations), .integer(invitation.maximumUses),
      .integer(invitation.uses), .time(invitation.expiresAt), .optional(invitation.email))
  }

  func save(_ invitation: Invitation) throws {
    try connection.write(
      "UPDATE invitations SET uses = ?, endedAt = ? WHERE id = ?", .integer(invitation.uses),
      .time(invitation.endedAt), .id(invitation.id))
  }

  func withdrawInvitations(of user: UserID, at time: Timestamp) throws {
    try connection.write(
      "UPDATE invitations SET endedAt = ? WHERE createdBy = ? AND endedAt IS NULL", .time(time), .id(user))
  }

  func saveInvitation(_ id: InvitationID, of user: UserID) throws {
    try connection.write("UPDATE users SET invitation = ? WHERE id = ?", .id(id), .id(user))
  }
}
