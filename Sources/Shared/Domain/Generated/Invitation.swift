// Made from wire/people.json: change that and run `make wire`.

/// A way into the workspace for those who are given its token.
public struct Invitation: Hashable, Sendable, Identifiable, Codable {
  public let id: InvitationID
  public let createdAt: Timestamp
  /// Absent when the server's command line made it.
  public let createdBy: UserID?
  public let role: WorkspaceRole
  /// Groups that who comes is added to: those of them that the asker is in.
  public var conversations: [ConversationID]
  /// The one address that it is for, where it was sent there.
  public let email: String?
  public let maximumUses: Int64
  public var uses: Int64
  public let expiresAt: Timestamp
  /// Since when it has been withdrawn.
  public var endedAt: Timestamp?

  public init(
    id: InvitationID, createdAt: Timestamp, createdBy: UserID? = nil, role: WorkspaceRole,
    conversations: [ConversationID], email: String? = nil, maximumUses: Int64, uses: Int64, expiresAt: Timestamp,
    endedAt: Timestamp? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.createdBy = createdBy
    self.role = role
    self.conversations = conversations
    self.email = email
    self.maximumUses = maximumUses
    self.uses = uses
    self.expiresAt = expiresAt
    self.endedAt = endedAt
  }
}
