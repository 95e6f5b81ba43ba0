import Domain
import ServerCore

extension CommandWriter {
  func add(
    _ users: [UserID], to conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.addMember, asker, conversation)
    let joining = unique(users).filter { state.presentEntry(of: $0) == nil }
    guard !joining.isEmpty else { return .nothing }
    try checkGroupSize(state.audience.count + joining.count)
    let people = try people(joining)
    try checkRoom(for: people, madeBy: state.row.createdBy, asker: asker, isGroup: true)
    let others = state.audience

    let rev = advance(state)
    let entries = people.map { person in
      // Whoever comes back keeps the watermarks: what they had read stays read.
      let former = state.entry(of: person.id)?.row
      let row = Member(
        user: person.id, rev: rev.to, role: .member, name: person.name, photo: person.photo, joinSeq: state.lastSeq,
        deliveredSeq: former?.deliveredSeq ?? 0, readSeq: former?.readSeq ?? 0)
      return ConversationState.Entry(key: person.key, joinedAt: time, row: row)
    }
    let rows = try save(entries, in: state, rev: rev.to)
    return Applied(
      result: .success(.done),
      changes: [
        memberDelta(rows, in: state, rev: rev, audience: others), .joined(state.id, joining),
      ])
  }

  func remove(
    _ user: UserID, from conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(user == asker ? .leave : .removeMember, asker, conversation)
    guard var entry = state.presentEntry(of: user) else { throw Refusal.notFound }
    if entry.row.role == .admin { try checkAdminRemains(without: user, in: state) }
    let rev = advance(state)
    entry.row.leftAt = time
    let rows = try save([entry], in: state, rev: rev.to)
    try eraseRecords(of: entry.key, about: state)
    return Applied(
      result: .success(.done),
      changes: [memberDelta(rows, in: state, rev: rev), .gone(.conversation(state.id), [user])])
  }

  func setRole(
    _ role: Member.Role, of user: UserID, in conversation: ConversationID, by asker: UserID
  ) throws -> Applied {
    let state = try authorized(.changeRole, asker, conversation)
    guard var entry = state.presentEntry(of: user) else { throw Refusal.notFound }
    guard entry.row.role != role else { return .nothing }
    if role == .member { try checkAdminRemains(without: user, in: state) }
    let rev = advance(state)
    entry.row.role = role
    let rows = try save([entry], in: state, rev: rev.to)
    return Applied(result: .success(.done), changes: [memberDelta(rows, in: state, rev: rev)])
  }

  func changeSettings(
    _ change: ConversationSettingsChange, of conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.changeSettings, asker, conversation)
    guard let key = state.presentEntry(of: asker)?.key else { throw Refusal.notFound }
    let known = try connection.first(
      "SELECT rev, muted, mutedUntil, archived, pinned, archivedAt FROM settings WHERE user = ? AND conversation = ?",
      .integer(key), .integer(state.key)
    ) { SettingsRows.settings($0, conversation: conversation) }
    var settings = known ?? ConversationSettings(conversation: conversation)
    if let muted = change.muted {
      settings.muted = muted
      settings.mutedUntil = muted ? change.mutedUntil : nil
    }
    if let archived = change.archived, archived != settings.archived {
      settings.archived = archived
      settings.archivedAt = archived ? time : nil
    }
    settings.pinned = change.pinned ?? settings.pinned
    if settings == known ?? ConversationSettings(conversation: conversation) {
      return Applied(result: .success(.settings(settings)))
    }
    let rev = try advancePrivateFeed(of: key)
    settings.rev = rev.to
    try connection.run(
      """
      INSERT OR REPLACE INTO settings (user, conversation, rev, muted, mutedUntil, archived, pinned, archivedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(key), .integer(state.key), .integer(rev.to), .flag(settings.muted), .time(settings.mutedUntil),
      .flag(settings.archived), .flag(settings.pinned), .time(settings.archivedAt))
    let delta = FeedDelta(feed: .me, fromRev: rev.from, toRev: rev.to, settings: [settings])
    return Applied(result: .success(.settings(settings)), changes: [.delta(delta, audience: [asker])])
  }
}

extension CommandWriter {
  /// Writes member rows under one revision and answers them.
  func save(_ entries: [ConversationState.Entry], in state: ConversationState, rev: Int64) throws -> [Member] {
    if entries.contains(where: { (state.presentEntry(of: $0.row.user) != nil) != $0.row.isPresent }) {
      try connection.run(
        "UPDATE conversations SET membershipVersion = ? WHERE key = ?", .integer(rev), .integer(state.key))
    }
    return try entries.map { entry in
      var entry = entry
      entry.row.rev = rev
      let row = entry.row
      try connection.run(
        """
        INSERT OR REPLACE INTO members
        (conversation, user, rev, role, name, photo, joinedAt, joinSeq, deliveredSeq, readSeq, leftAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, .integer(state.key), .integer(entry.key), .integer(rev), .text(row.role.rawValue), .text(row.name),
        .optional(row.photo), .time(entry.joinedAt), .integer(row.joinSeq), .integer(row.deliveredSeq),
        .integer(row.readSeq), .time(row.leftAt))
      state.put(entry)
      return row
    }
  }

  func memberDelta(
    _ rows: [Member], in state: ConversationState, rev: (from: Int64, to: Int64), audience: [UserID]? = nil
  ) -> FeedChange {
    let delta = FeedDelta(feed: .conversation(state.id), fromRev: rev.from, toRev: rev.to, members: rows)
    return .delta(delta, audience: audience ?? state.audience)
  }

  /// Raises the revision of a user's private feed by one.
  func advancePrivateFeed(of key: Int64) throws -> (from: Int64, to: Int64) {
    try connection.run("UPDATE users SET rev = rev + 1 WHERE key = ?", .integer(key))
    let rev = try connection.integer("SELECT rev FROM users WHERE key = ?", .integer(key))
    return (rev - 1, rev)
  }

  func checkGroupSize(_ count: Int) throws(Refusal) {
    guard count <= groupSize else { throw Refusal(.invalid, "A group has at most \(groupSize) members.") }
  }

  /// Throws `conflict` when one of the people can be in no more conversations, or in no more groups of the same maker.
  func checkRoom(for people: [Person], madeBy maker: UserID, asker: UserID, isGroup: Bool) throws {
    for person in people {
      let count = try connection.integer(
        "SELECT count(*) FROM (SELECT 1 FROM members WHERE user = ? AND leftAt IS NULL LIMIT ?)",
        .integer(person.key), .integer(Int64(limits.conversationsPerUser)))
      let who = person.id == asker ? "You are" : "\(person.name) is"
      guard count < limits.conversationsPerUser else {
        throw Refusal(.conflict, "\(who) in \(limits.conversationsPerUser) conversations, and cannot be in more.")
      }
      guard isGroup, person.id != maker, count >= limits.groupsFromOnePerson else { continue }
      let shared = try connection.integer(
        """
        SELECT count(*) FROM members m JOIN conversations c ON c.key = m.conversation JOIN users u ON u.key = c.createdBy
        WHERE m.user = ? AND m.leftAt IS NULL AND c.first IS NULL AND u.id = ?
        """, .integer(person.key), .id(maker))
      guard shared < limits.groupsFromOnePerson else {
        throw Refusal(
          .conflict, "\(who) in \(limits.groupsFromOnePerson) groups of the same maker, and cannot be in more.")
      }
    }
  }

  /// Throws `conflict` when others would stay behind without an admin.
  private func checkAdminRemains(without user: UserID, in state: ConversationState) throws(Refusal) {
    let others = state.entries.filter { $0.row.isPresent && $0.row.user != user }
    guard others.isEmpty || others.contains(where: { $0.row.role == .admin }) else {
      throw Refusal(.conflict, "The last admin cannot go: make someone else admin first.")
    }
  }

  /// The same in the same order, each once.
  func unique(_ users: [UserID]) -> [UserID] {
    var seen: Set<UserID> = []
    return users.filter { seen.insert($0).inserted }
  }
}
