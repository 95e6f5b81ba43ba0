import Domain

/// How an asker stands to a conversation, read in one query.
struct Membership {
  let conversation: Int64
  let user: Int64
  let rev: Int64
  let lastSeq: Int64
  let joinSeq: Int64
  let readSeq: Int64
  let row: Conversation

  private enum Column: Int32, SQLColumnList {
    case key, rev, lastSeq, kind, name, photo, createdAt, createdBy, rowRev, isIntelligenceOff
    case renamedAt, renamedBy, formerName
    case user, role, leftAt, joinSeq, readSeq

    var sql: String {
      switch self {
      case .createdBy: "o.id"
      case .user: "a.key"
      case .role, .leftAt, .joinSeq, .readSeq: "m.\(self)"
      default: "c.\(self)"
      }
    }
  }

  /// Throws `notFound` when the conversation does not exist or the access policy hides it.
  static func authorize(
    _ action: ConversationAction, _ asker: UserID, _ conversation: ConversationID, on connection: SQLConnection
  ) throws -> Membership {
    let found = try connection.first(
      """
      SELECT \(Column.list)
      FROM conversations c JOIN users a ON a.id = ?2
        JOIN members m ON m.conversation = c.key AND m.\(Dialect.account) = a.key
        JOIN users o ON o.key = c.createdBy
      WHERE c.id = ?1
      """, .id(conversation), .id(asker)
    ) { row in
      let kind: Conversation.Kind = try row.word(Column.kind)
      let role: Member.Role? = row.isNull(Column.leftAt) ? try row.word(Column.role) : nil
      let stored = Conversation(
        id: conversation, rev: row.integer(Column.rowRev), kind: kind, name: row.optionalText(Column.name),
        photo: row.optionalText(Column.photo), createdAt: row.time(Column.createdAt),
        createdBy: try row.id(Column.createdBy), isIntelligenceOn: !row.flag(Column.isIntelligenceOff),
        renamed: try row.renaming(at: Column.renamedAt, by: Column.renamedBy, from: Column.formerName))
      let membership = Membership(
        conversation: row.integer(Column.key), user: row.integer(Column.user), rev: row.integer(Column.rev),
        lastSeq: row.integer(Column.lastSeq), joinSeq: row.integer(Column.joinSeq),
        readSeq: row.integer(Column.readSeq), row: stored)
      return (membership: membership, context: AccessContext(kind: kind, role: role))
    }
    guard let found else { throw Refusal.notFound }
    try AccessPolicy.decide(action, found.context).check()
    return found.membership
  }

  func position(_ seq: Int64) -> Int64 { MessageRows.position(conversation: conversation, seq: seq) }

  /// The asker's unread messages with `seq` below `end`: all, without the asker's own and those of
  /// others that were deleted.
  func unread(before end: Int64, on connection: SQLConnection) throws -> Int {
    let start = max(readSeq, joinSeq)
    guard start + 1 < end else { return 0 }
    let own = try PostCounts(connection: connection)
      .count(of: user, in: conversation, after: start, through: end - 1)
    let deleted = try connection.integer(
      """
      SELECT count(*) FROM messages \(Dialect.index("messagesByDeletion"))
      WHERE position > ? AND position < ? AND deletedAt IS NOT NULL AND sender <> ?
      """, .integer(position(start)), .integer(position(end)), .integer(user))
    return Int(end - 1 - start - own - deleted)
  }
}
