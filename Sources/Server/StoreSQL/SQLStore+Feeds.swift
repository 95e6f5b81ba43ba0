import Domain
import ServerCore

extension SQLStore: StoreRows {
  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] {
    try read { connection in
      guard let own = try connection.first("SELECT rev FROM users WHERE id = ?", .id(user), map: { $0.integer(.only) })
      else { throw Refusal.notFound }
      var revs: [FeedID: Int64] = [.me: own]
      try connection.scan(
        """
        SELECT \(FeedColumn.list) FROM users u JOIN members m ON m.\(Dialect.account) = u.key
          JOIN conversations c ON c.key = m.conversation
        WHERE u.id = ? AND m.leftAt IS NULL
        """, [.id(user)]
      ) {
        revs[.conversation(try $0.id(FeedColumn.id))] = $0.integer(FeedColumn.rev)
        return true
      }
      return revs
    }
  }

  package func privateDelta(for user: UserID, fromRev: Int64) throws -> FeedDelta {
    try read { try PrivateFeedReader(user: user, connection: $0).delta(fromRev: fromRev) }
  }

  package func reading<Value>(
    _ conversation: ConversationID, _ action: ConversationAction, for asker: UserID,
    _ body: (any ConversationHistory) throws -> Value
  ) throws -> Value {
    try read { connection in
      let membership = try Membership.authorize(action, asker, conversation, on: connection)
      return try body(ConversationReader(membership: membership, connection: connection))
    }
  }

  package func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID] {
    try read { connection in
      let membership = try Membership.authorize(.read, asker, conversation, on: connection)
      return try connection.all(
        """
        SELECT u.id FROM members m JOIN users u ON u.key = m.\(Dialect.account)
        WHERE m.conversation = ? AND m.leftAt IS NULL
        """,
        .integer(membership.conversation)
      ) { try $0.id(.only) }
    }
  }

  package func contacts(of user: UserID, limit: Int) throws -> [UserID] {
    try read { connection in
      try connection.all(
        """
        SELECT DISTINCT o.id FROM users u JOIN members m ON m.\(Dialect.account) = u.key AND m.leftAt IS NULL
          JOIN members b ON b.conversation = m.conversation AND b.leftAt IS NULL AND b.\(Dialect.account) <> u.key
          JOIN users o ON o.key = b.\(Dialect.account)
        WHERE u.id = ? LIMIT ?
        """, .id(user), .integer(Int64(max(0, limit)))
      ) { try $0.id(.only) }
    }
  }
}

private enum FeedColumn: Int32, SQLColumnList {
  case id, rev

  var sql: String { "c.\(self)" }
}
