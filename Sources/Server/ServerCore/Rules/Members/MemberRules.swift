import Domain

extension Rules.Members {
  /// Those of `users` who are not in the conversation, each once. Throws what the asker is refused
  /// for, and `invalid` when the group would have too many members.
  package static func joining(
    _ users: [UserID], _ state: ConversationState, by asker: UserID, groupSize: Int
  ) throws(Refusal) -> [UserID] {
    try state.authorize(.addMember, asker)
    let joining = unique(users).filter { state.presentMember($0) == nil }
    if !joining.isEmpty { try checkGroupSize(state.audience.count + joining.count, limit: groupSize) }
    return joining
  }

  /// Lets in those whom `joining` named; `nil` stands for who does not exist. Whoever comes back
  /// comes as a member and keeps the watermarks, so that what they had read stays read.
  package static func add(
    _ joining: [Person?], to state: ConversationState, by asker: UserID, at time: Timestamp, limits: StoreLimits
  ) throws(Refusal) -> ConversationChange {
    guard !joining.isEmpty else { return .none(state) }
    let people = try existing(joining)
    try checkRoom(for: people, madeBy: state.row.createdBy, asker: asker, isGroup: true, limits: limits)
    let members = people.map { person in
      let former = state.member(person.id)?.row
      let row = Member(
        user: person.id, rev: state.nextRev, role: .member, name: person.name, photo: person.photo,
        joinSeq: state.lastSeq, deliveredSeq: former?.deliveredSeq ?? 0, readSeq: former?.readSeq ?? 0)
      return MemberState(account: person.account, joinedAt: time, row: row)
    }
    return state.changing(members: members, then: [.joined(state.id, people.map(\.id))])
  }

  /// Removing oneself is leaving. The last admin cannot go while others stay: `conflict`.
  package static func remove(
    _ user: UserID, from state: ConversationState, by asker: UserID, at time: Timestamp
  ) throws(Refusal) -> ConversationChange {
    try state.authorize(user == asker ? .leave : .removeMember, asker)
    guard var member = state.presentMember(user) else { throw Refusal.notFound }
    if member.row.role == .admin { try checkAdminRemains(without: user, in: state) }
    member.row.leftAt = time
    return state.changing(members: [member], then: [.gone(state.feed, [user])])
  }

  package static func setRole(
    _ role: Member.Role, of user: UserID, in state: ConversationState, by asker: UserID
  ) throws(Refusal) -> ConversationChange {
    try state.authorize(.changeRole, asker)
    guard var member = state.presentMember(user) else { throw Refusal.notFound }
    guard member.row.role != role else { return .none(state) }
    if role == .member { try checkAdminRemains(without: user, in: state) }
    member.row.role = role
    return state.changing(members: [member])
  }

  /// Shows a user's new name and photo.
  package static func rename(
    _ user: UserID, to name: String, photo: String?, in state: ConversationState
  ) -> ConversationChange {
    guard var member = state.member(user) else { return .none(state) }
    member.row.name = name
    member.row.photo = photo
    return state.changing(members: [member])
  }

  /// The user's account is deleted: their row keeps nothing of who they were, they leave a group,
  /// and an only admin's place goes to the member who has been there longest.
  package static func erase(
    _ user: UserID, from state: ConversationState, at time: Timestamp
  ) -> ConversationChange {
    guard var member = state.member(user) else { return .none(state) }
    let leaves = state.row.kind == .group && member.row.isPresent
    member.row.name = Rules.Accounts.deletedName
    member.row.photo = nil
    if leaves { member.row.leftAt = time }
    var changed = [member]
    if leaves, member.row.role == .admin, var heir = heir(of: user, in: state) {
      heir.row.role = .admin
      changed.append(heir)
    }
    return state.changing(members: changed, then: leaves ? [.gone(state.feed, [user])] : [])
  }

  /// `nil` when an admin remains or nobody is left.
  private static func heir(of user: UserID, in state: ConversationState) -> MemberState? {
    let others = state.members.filter { $0.row.isPresent && $0.row.user != user }
    guard !others.contains(where: { $0.row.role == .admin }) else { return nil }
    return others.min { ($0.joinedAt, $0.account) < ($1.joinedAt, $1.account) }
  }

  private static func checkAdminRemains(without user: UserID, in state: ConversationState) throws(Refusal) {
    let others = state.members.filter { $0.row.isPresent && $0.row.user != user }
    guard others.isEmpty || others.contains(where: { $0.row.role == .admin }) else {
      throw Refusal(.conflict, "The last admin cannot go: make someone else admin first.")
    }
  }
}
