import Domain

/// What a database brings for those reads that mean the same over every one: they are composed
/// here.
package protocol StoreRows {
  /// A user's private feed; see `FeedDelta.ofMe`.
  func privateDelta(for user: UserID, fromRev: Int64) throws -> FeedDelta
  /// Gives `body` a conversation on one snapshot. Throws what the asker is refused for.
  func reading<Value>(
    _ conversation: ConversationID, _ action: ConversationAction, for asker: UserID,
    _ body: (any ConversationHistory) throws -> Value
  ) throws -> Value
  /// Oldest first.
  func accounts(_ selection: AccountSelection) throws -> [StoredAccount]
  /// Newest first.
  func invitations(_ selection: InvitationSelection) throws -> [Invitation]
}

/// Which accounts.
package enum AccountSelection: Sendable {
  /// Deleted ones too.
  case id(UserID)
  case email(String)
  case identity(Identity)
  case all
}

/// Which invitations.
package enum InvitationSelection: Sendable {
  case hash([UInt8])
  case all
}

package struct StoredAccount: Sendable {
  /// Of a deleted account, what is left of it.
  package var profile: Profile
  package var passwordHash: String?
  package var isDisabled: Bool
  package let isDeleted: Bool
  /// What its user came by.
  package var invitation: InvitationID?

  package init(
    profile: Profile, passwordHash: String?, isDisabled: Bool, isDeleted: Bool, invitation: InvitationID? = nil
  ) {
    self.profile = profile
    self.passwordHash = passwordHash
    self.isDisabled = isDisabled
    self.isDeleted = isDeleted
    self.invitation = invitation
  }

  package var user: User {
    User(id: profile.id, name: profile.name, email: profile.email, photo: profile.photo, timeZone: profile.timeZone)
  }

  var record: AccountRecord {
    AccountRecord(
      id: profile.id, email: profile.email, name: profile.name, passwordHash: passwordHash,
      workspaceRole: profile.workspaceRole, isDisabled: isDisabled, createdAt: profile.createdAt,
      isVerified: profile.emailVerifiedAt != nil, invitation: invitation)
  }
}

extension ServerStore where Self: StoreRows {
  package func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta {
    switch feed {
    case .me: try privateDelta(for: asker, fromRev: fromRev)
    case .conversation(let id): try reading(id, .read, for: asker) { try $0.delta(fromRev: fromRev) }
    }
  }

  package func page(
    of conversation: ConversationID, for asker: UserID, before: Int64?, after: Int64?, limit: Int
  ) throws -> MessagePage {
    try reading(conversation, .read, for: asker) { try $0.page(before: before, after: after, limit: limit) }
  }

  package func page(
    of conversation: ConversationID, for asker: UserID, around message: MessageID, limit: Int
  ) throws -> MessagePage {
    try reading(conversation, .read, for: asker) { try $0.page(around: message, limit: limit) }
  }

  package func conversation(_ conversation: ConversationID, for asker: UserID) throws -> Conversation {
    try reading(conversation, .read, for: asker) { $0.row }
  }

  package func profile(_ user: UserID) throws -> Profile {
    guard let found = try accounts(.id(user)).first, !found.isDeleted else { throw Refusal.notFound }
    return found.profile
  }

  package func user(_ user: UserID) throws -> User {
    guard let found = try accounts(.id(user)).first else { throw Refusal.notFound }
    return found.user
  }

  package func account(email: String) throws -> AccountRecord? {
    try accounts(.email(email.trimmingWhitespace.lowercased())).first?.record
  }

  package func account(_ user: UserID) throws -> AccountRecord? {
    try accounts(.id(user)).first.flatMap { $0.isDeleted ? nil : $0.record }
  }

  package func account(identity: Identity) throws -> AccountRecord? {
    try accounts(.identity(identity)).first?.record
  }

  package func accounts() throws -> [AccountRecord] { try accounts(.all).map(\.record) }

  package func invitation(_ hash: [UInt8]) throws -> Invitation? { try invitations(.hash(hash)).first }

  package func invitations(for asker: UserID?) throws -> [Invitation] {
    guard let asker else { return try invitations(.all) }
    try Rules.Workspaces.authorize(profile(asker))
    let own = Set(try feedRevs(of: asker).keys)
    return try invitations(.all).map { invitation in
      var invitation = invitation
      invitation.conversations.removeAll { !own.contains(.conversation($0)) }
      return invitation
    }
  }
}

extension IntelligenceStore where Self: StoreRows {
  /// Withdrawn ones are not found.
  package func insight(_ id: InsightID, in conversation: ConversationID, for asker: UserID) throws -> Insight {
    try reading(conversation, .read, for: asker) { history in
      guard let found = try history.insight(id), found.status != .withdrawn else { throw Refusal.notFound }
      return found
    }
  }
}
