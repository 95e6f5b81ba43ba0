import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: ConversationCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let creator, let id, let kind, let name, let members):
      try create(ConversationRequest(creator: creator, id: id, kind: kind, name: name, members: members, at: time))
    case .update(let asker, let conversation, let name, let photo):
      try update(conversation, by: asker, name: name, photo: photo, at: time)
    }
  }

  func create(_ request: ConversationRequest) throws -> CommandAnswer {
    let members = try Rules.Conversations.members(of: request, groupSize: groupSize)
    let people = try people(members, madeBy: request.creator, isGroup: request.kind == .group)
    let surroundings = ConversationSurroundings(
      people: people, ofTheTwo: request.kind == .direct ? try direct(people.compactMap { $0?.account }) : nil,
      ofTheID: try cache.conversation(request.id)?.state)
    let creation = try Rules.Conversations.create(request, among: surroundings, limits: limits)
    if let state = creation.created { try insert(state) }
    return creation.answer
  }

  func update(
    _ conversation: ConversationID, by asker: UserID, name: String?, photo: String??, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let change = try Rules.Conversations.update(cached.state, by: asker, name: name, photo: photo, at: time)
    if let renamed = change.row?.renamed, renamed != cached.state.row.renamed {
      // Apart from what every message writes of its conversation.
      try connection.run(
        "UPDATE conversations SET renamedAt = ?, renamedBy = ?, formerName = ? WHERE key = ?", .time(renamed.at),
        .id(renamed.by), .text(renamed.from), .integer(cached.key))
    }
    return try save(change, in: cached)
  }

  /// The users in the given order, `nil` for unknown and deleted ones, with what the limits of conversations need.
  func people(_ users: [UserID], madeBy maker: UserID, isGroup: Bool) throws -> [Person?] {
    try users.map { user in
      let person = try connection.first(
        "SELECT key, name, photo FROM users WHERE id = ? AND deletedAt IS NULL", .id(user)
      ) {
        Person(account: $0.integer("key"), id: user, name: $0.text("name"), photo: $0.optionalText("photo"))
      }
      guard var person else { return nil }
      person.conversations = Int(
        try connection.integer(
          "SELECT count(*) FROM (SELECT 1 FROM members WHERE user = ? AND leftAt IS NULL LIMIT ?)",
          .integer(person.account), .integer(Int64(limits.conversationsPerUser))))
      if Rules.Members.mayCrowd(
        user, inConversations: person.conversations, madeBy: maker, isGroup: isGroup, limits: limits)
      {
        person.groupsOfMaker = Int(
          try connection.integer(
            """
            SELECT count(*) FROM members m JOIN conversations c ON c.key = m.conversation
              JOIN users u ON u.key = c.createdBy
            WHERE m.user = ? AND m.leftAt IS NULL AND c.first IS NULL AND u.id = ?
            """, .integer(person.account), .id(maker)))
      }
      return person
    }
  }

  /// The direct conversation of two accounts; `nil` unless they are two.
  private func direct(_ accounts: [Int64]) throws -> ConversationState? {
    guard accounts.count == 2 else { return nil }
    let id: ConversationID? = try connection.first(
      "SELECT id FROM conversations WHERE first = ? AND second = ?", .integer(min(accounts[0], accounts[1])),
      .integer(max(accounts[0], accounts[1]))
    ) { try $0.id("id") }
    return try id.flatMap { try cache.conversation($0)?.state }
  }

  private func insert(_ state: ConversationState) throws {
    let row = state.row
    let accounts = state.members.map(\.account)
    let pair = row.kind == .direct ? accounts.sorted() : []
    try connection.run(
      """
      INSERT INTO conversations
        (id, kind, first, second, name, createdAt, createdBy, rowRev, rev, lastSeq, membershipVersion)
      VALUES (?, ?, ?, ?, ?, ?, (SELECT key FROM users WHERE id = ?), ?, ?, ?, ?)
      """, .id(row.id), .text(row.kind.rawValue), pair.first.map { .integer($0) } ?? .null,
      pair.last.map { .integer($0) } ?? .null, .optional(row.name), .time(row.createdAt), .id(row.createdBy),
      .integer(row.rev), .integer(state.rev), .integer(state.lastSeq), .integer(state.rev))
    let key = try connection.integer("SELECT key FROM conversations WHERE id = ?", .id(row.id))
    for member in state.members { try put(member, in: key) }
    cache.insert(CachedConversation(key: key, state: state))
  }
}

extension CommandWriter {
  /// Saves what changes in a conversation and answers what the change does.
  func save(_ change: ConversationChange, in cached: CachedConversation) throws -> CommandAnswer {
    guard change.rev != cached.state.rev else { return change.answer }
    if let version = change.membershipVersion {
      try connection.run(
        "UPDATE conversations SET membershipVersion = ? WHERE key = ?", .integer(version), .integer(cached.key))
    }
    for member in change.members { try put(member, in: cached.key) }
    try save(InsightRevision(rows: change.insights), in: cached)
    cache.markDirty(cached)
    cached.state.apply(change)
    for user in change.leaving { try eraseRecords(of: user, about: cached) }
    return change.answer
  }

  private func put(_ member: MemberState, in conversation: Int64) throws {
    let row = member.row
    try connection.run(
      """
      INSERT OR REPLACE INTO members
      (conversation, user, rev, role, name, photo, joinedAt, joinSeq, deliveredSeq, readSeq, leftAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(conversation), .integer(member.account), .integer(row.rev), .text(row.role.rawValue),
      .text(row.name), .optional(row.photo), .time(member.joinedAt), .integer(row.joinSeq), .integer(row.deliveredSeq),
      .integer(row.readSeq), .time(row.leftAt))
  }
}
