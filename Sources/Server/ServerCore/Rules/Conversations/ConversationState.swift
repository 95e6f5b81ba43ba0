import Domain

/// A conversation as the rules need it: its row, its members and how far its feed has come.
package struct ConversationState: Sendable {
  /// `rev` is the revision of this row, not of the feed.
  package private(set) var row: Conversation
  /// Of the feed.
  package private(set) var rev: Int64
  package private(set) var lastSeq: Int64
  /// Present and former ones.
  package private(set) var members: [MemberState]
  /// The present members.
  package private(set) var audience: [UserID]
  private var indexes: [UserID: Int]

  package init(row: Conversation, rev: Int64, lastSeq: Int64, members: [MemberState]) {
    self.row = row
    self.rev = rev
    self.lastSeq = lastSeq
    self.members = members
    audience = members.filter(\.row.isPresent).map(\.row.user)
    indexes = [:]
    for (index, member) in members.enumerated() { indexes[member.row.user] = index }
  }

  package var id: ConversationID { row.id }
  package var feed: FeedID { .conversation(row.id) }
  /// What the next change is stamped with.
  package var nextRev: Int64 { rev + 1 }

  /// The user's place, be they present or gone.
  package func member(_ user: UserID) -> MemberState? {
    indexes[user].map { members[$0] }
  }

  package func presentMember(_ user: UserID) -> MemberState? {
    member(user).flatMap { $0.row.isPresent ? $0 : nil }
  }

  package func accessContext(of user: UserID, isAuthor: Bool = false) -> AccessContext {
    AccessContext(kind: row.kind, role: presentMember(user)?.row.role, isAuthor: isAuthor)
  }

  /// Throws the refusal of the access policy.
  package func authorize(_ action: ConversationAction, _ user: UserID, isAuthor: Bool = false) throws(Refusal) {
    try AccessPolicy.decide(action, accessContext(of: user, isAuthor: isAuthor)).check()
  }

  /// A new message has taken the next seq and the next revision.
  package mutating func didPost() {
    lastSeq += 1
    rev += 1
  }

  /// Something else than the conversation's own row and members has taken the next revision.
  package mutating func didAdvance() {
    rev += 1
  }

  package mutating func apply(_ change: ConversationChange) {
    rev = change.rev
    if let changed = change.row { row = changed }
    for member in change.members { put(member) }
  }

  private mutating func put(_ member: MemberState) {
    let wasPresent = presentMember(member.row.user) != nil
    if let index = indexes[member.row.user] {
      members[index] = member
    } else {
      indexes[member.row.user] = members.count
      members.append(member)
    }
    if wasPresent != member.row.isPresent {
      audience = members.filter(\.row.isPresent).map(\.row.user)
    }
  }
}

/// A member's row with what only the server knows of them.
package struct MemberState: Sendable {
  /// Rises with each account that is made: the smaller, the older.
  package let account: Int64
  /// When they came, the last time.
  package var joinedAt: Timestamp
  package var row: Member

  package init(account: Int64, joinedAt: Timestamp, row: Member) {
    self.account = account
    self.joinedAt = joinedAt
    self.row = row
  }
}
