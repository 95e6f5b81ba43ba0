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

  /// Throws `notFound` when the conversation does not exist or the access policy hides it.
  static func authorize(
    _ action: ConversationAction, _ asker: UserID, _ conversation: ConversationID, on connection: SQLiteConnection
  ) throws -> Membership {
    let found = try connection.first(
      """
      SELECT c.key, c.rev, c.lastSeq, c.kind, c.name, c.photo, c.createdAt, o.id, c.rowRev,
        a.key, m.role, m.leftAt, m.joinSeq, m.readSeq, c.isIntelligenceOff
      FROM conversations c JOIN users a ON a.id = ?2 JOIN members m ON m.conversation = c.key AND m.user = a.key
        JOIN users o ON o.key = c.createdBy
      WHERE c.id = ?1
      """, .id(conversation), .id(asker)
    ) { row in
      let kind: Conversation.Kind = try row.word(3)
      let role: Member.Role? = row.isNull(11) ? try row.word(10) : nil
      let stored = Conversation(
        id: conversation, rev: row.integer(8), kind: kind, name: row.optionalText(4), photo: row.optionalText(5),
        createdAt: row.time(6), createdBy: try row.id(7), isIntelligenceOn: !row.flag(14))
      let membership = Membership(
        conversation: row.integer(0), user: row.integer(9), rev: row.integer(1), lastSeq: row.integer(2),
        joinSeq: row.integer(12), readSeq: row.integer(13), row: stored)
      return (membership: membership, standing: Standing(kind: kind, role: role))
    }
    guard let found else { throw Refusal.notFound }
    try AccessPolicy.decide(action, found.standing).check()
    return found.membership
  }

  func position(_ seq: Int64) -> Int64 { MessageRows.position(conversation: conversation, seq: seq) }

  /// The asker's unread messages with `seq` below `end`: all, without the asker's own and those of others that were deleted.
  func unread(before end: Int64, on connection: SQLiteConnection) throws -> Int {
    let start = max(readSeq, joinSeq)
    guard start + 1 < end else { return 0 }
    let own = try PostCounts(connection: connection)
      .count(of: user, in: conversation, after: start, through: end - 1)
    let deleted = try connection.integer(
      """
      SELECT count(*) FROM messages INDEXED BY messagesByDeletion
      WHERE position > ? AND position < ? AND deletedAt IS NOT NULL AND sender <> ?
      """, .integer(position(start)), .integer(position(end)), .integer(user))
    return Int(end - 1 - start - own - deleted)
  }
}
