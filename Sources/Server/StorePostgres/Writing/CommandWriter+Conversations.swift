import Domain
import ServerCore

extension CommandWriter {
  func loadedConversation(_ id: ConversationID) throws -> LoadedConversation? {
    try cache.conversation(id, on: connection)
  }

  func loadedConversation(key: Int64) throws -> LoadedConversation? {
    let id: ConversationID? = try connection.first("SELECT id FROM conversations WHERE key = ?", .integer(key)) {
      try $0.id("id")
    }
    return try id.flatMap { try cache.conversation($0, on: connection) }
  }

  func directConversation(of one: Int64, and other: Int64) throws -> LoadedConversation? {
    let id: ConversationID? = try connection.first(
      "SELECT id FROM conversations WHERE first = ? AND second = ?", .integer(min(one, other)),
      .integer(max(one, other))
    ) { try $0.id("id") }
    return try id.flatMap { try cache.conversation($0, on: connection) }
  }

  func insert(_ state: ConversationState) throws {
    let row = state.row
    let accounts = state.members.map(\.account)
    let pair = row.kind == .direct ? accounts.sorted() : []
    try connection.queue(
      """
      INSERT INTO conversations
        (id, kind, first, second, name, createdAt, createdBy, rowRev, rev, lastSeq, membershipVersion)
      VALUES (?, ?, ?, ?, ?, ?, (SELECT key FROM users WHERE id = ?), ?, ?, ?, ?)
      """, .id(row.id), .text(row.kind.rawValue), pair.first.map { .integer($0) } ?? .null,
      pair.last.map { .integer($0) } ?? .null, .optional(row.name), .time(row.createdAt), .id(row.createdBy),
      .integer(row.rev), .integer(state.rev), .integer(state.lastSeq), .integer(state.rev))
    let key = try connection.integer("SELECT key FROM conversations WHERE id = ?", .id(row.id))
    for member in state.members { try put(member, in: key) }
    cache.insert(LoadedConversation(key: key, state: state))
  }

  func saveRows(of change: ConversationChange, in conversation: LoadedConversation) throws {
    if let version = change.membershipVersion {
      try connection.queue(
        "UPDATE conversations SET membershipVersion = ? WHERE key = ?", .integer(version), .integer(conversation.key))
    }
    if let renamed = change.row?.renamed, renamed != conversation.state.row.renamed {
      // Apart from what every message writes of its conversation.
      try connection.queue(
        "UPDATE conversations SET renamedAt = ?, renamedBy = ?, formerName = ? WHERE key = ?", .time(renamed.at),
        .id(renamed.by), .text(renamed.from), .integer(conversation.key))
    }
    for member in change.members { try put(member, in: conversation.key) }
  }

  private func put(_ member: MemberState, in conversation: Int64) throws {
    let row = member.row
    try connection.queue(
      """
      INSERT INTO members
      (conversation, account, rev, role, name, photo, joinedAt, joinSeq, deliveredSeq, readSeq, leftAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (conversation, account) DO UPDATE SET rev = excluded.rev, role = excluded.role, name =
        excluded.name, photo = excluded.photo, joinedAt = excluded.joinedAt, joinSeq = excluded.joinSeq,
        deliveredSeq = excluded.deliveredSeq, readSeq = excluded.readSeq, leftAt = excluded.leftAt
      """, .integer(conversation), .integer(member.account), .integer(row.rev), .text(row.role.rawValue),
      .text(row.name), .optional(row.photo), .time(member.joinedAt), .integer(row.joinSeq), .integer(row.deliveredSeq),
      .integer(row.readSeq), .time(row.leftAt))
  }

  func markChanged(_ conversation: LoadedConversation) { cache.markDirty(conversation) }
}
