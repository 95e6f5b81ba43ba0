import Domain
import ServerCore

/// How the workspace's row and invitations are read.
enum WorkspaceRows {
  static func workspace(on connection: SQLConnection) throws -> Workspace {
    let found = try connection.first(
      """
      SELECT name, registration, domains, collectsEvents, NOT EXISTS (SELECT 1 FROM users) AS isNew FROM workspace
      """
    ) {
      Workspace(
        name: $0.optionalText("name"), registration: try $0.word("registration"),
        domains: $0.words("domains"), collectsEvents: $0.flag("collectsEvents"), isNew: $0.flag("isNew"))
    }
    guard let found else { throw Refusal(.internal, "The workspace's row is missing.") }
    return found
  }

  static func invitation(_ row: SQLRow) throws -> Invitation {
    Invitation(
      id: try row.id(InvitationColumn.id), createdAt: row.time(InvitationColumn.createdAt),
      createdBy: try row.optionalID(InvitationColumn.createdBy), role: try row.word(InvitationColumn.role),
      conversations: try row.ids(InvitationColumn.conversations),
      email: row.optionalText(InvitationColumn.email),
      maximumUses: row.integer(InvitationColumn.maximumUses), uses: row.integer(InvitationColumn.uses),
      expiresAt: row.time(InvitationColumn.expiresAt), endedAt: row.optionalTime(InvitationColumn.endedAt))
  }
}

enum InvitationColumn: Int32, SQLColumnList {
  case id, createdAt, createdBy, role, conversations, maximumUses, uses, expiresAt, endedAt, email

  var sql: String { "\(self)" }
}

extension SQLStore {
  package func workspace() throws -> Workspace { try read(WorkspaceRows.workspace) }

  package func invitations(_ selection: InvitationSelection) throws -> [Invitation] {
    let select = "SELECT \(InvitationColumn.list) FROM invitations"
    return try read { connection in
      switch selection {
      case .hash(let hash):
        try connection.all("\(select) WHERE hash = ?", .bytes(hash), map: WorkspaceRows.invitation)
      case .all: try connection.all("\(select) ORDER BY key DESC", map: WorkspaceRows.invitation)
      }
    }
  }
}
