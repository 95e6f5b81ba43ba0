import Domain
import ServerCore

extension CommandWriter {
  /// Erases who the user was and takes them out of every group; what they wrote stays.
  func deleteAccount(_ user: UserID, at time: Timestamp) throws -> Applied {
    let account = try account(user)
    let key = account.key
    try markErased()
    _ = try advancePrivateFeed(of: key)
    try connection.run(
      """
      UPDATE users SET name = ?, foldedName = '', email = NULL, passwordHash = NULL, photo = NULL, timeZone = NULL,
        locale = NULL, language = NULL, lastSeenAt = NULL, isDisabled = 1, deletedAt = ?, profileRev = rev
      WHERE key = ?
      """, .text(Self.deletedName), .time(time), .integer(key))
    try connection.run("DELETE FROM settings WHERE user = ?", .integer(key))
    try eraseRecords("user = ?", .integer(key))
    var changes: [FeedChange] = []
    // Groups left before are among them: the name goes from their tombstones too.
    for conversation in try conversations(of: key, includingFormer: true) {
      changes += try eraseMember(user, from: conversation, at: time)
    }
    changes += try endSessions(of: key, except: nil, at: time)
    return Applied(result: .success(.done), changes: changes)
  }

  private func eraseMember(_ user: UserID, from conversation: ConversationID, at time: Timestamp) throws -> [FeedChange]
  {
    guard let state = try cache.state(conversation), var entry = state.entry(of: user) else { return [] }
    let leaves = state.kind == .group && entry.row.isPresent
    entry.row.name = Self.deletedName
    entry.row.photo = nil
    if leaves { entry.row.leftAt = time }
    var changed = [entry]
    if leaves, entry.row.role == .admin, var heir = heir(of: user, in: state) {
      heir.row.role = .admin
      changed.append(heir)
    }
    let rev = advance(state)
    let rows = try save(changed, in: state, rev: rev.to)
    let delta = memberDelta(rows, in: state, rev: rev)
    return leaves ? [delta, .gone(.conversation(state.id), [user])] : [delta]
  }

  /// Who becomes admin when the last one goes: the oldest member. `nil` when an admin remains or nobody is left.
  private func heir(of user: UserID, in state: ConversationState) -> ConversationState.Entry? {
    let others = state.entries.filter { $0.row.isPresent && $0.row.user != user }
    guard !others.contains(where: { $0.row.role == .admin }) else { return nil }
    return others.min { ($0.joinedAt, $0.key) < ($1.joinedAt, $1.key) }
  }
}
