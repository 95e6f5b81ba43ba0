import Domain
import ServerCore

extension SQLiteStore {
  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] {
    try read { connection in
      guard let own = try connection.first("SELECT rev FROM users WHERE id = ?", .id(user), map: { $0.integer(.only) })
      else { throw Refusal.notFound }
      var revs: [FeedID: Int64] = [.me: own]
      try connection.scan(
        """
        SELECT \(FeedColumn.list) FROM users u JOIN members m ON m.user = u.key JOIN conversations c ON c.key = m.conversation
        WHERE u.id = ? AND m.leftAt IS NULL
        """, [.id(user)]
      ) {
        revs[.conversation(try $0.id(FeedColumn.id))] = $0.integer(FeedColumn.rev)
        return true
      }
      return revs
    }
  }

  package func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta {
    try read { connection in
      switch feed {
      case .me:
        return try PrivateFeedReader(user: asker, connection: connection).delta(fromRev: fromRev)
      case .conversation(let id):
        let membership = try Membership.authorize(.read, asker, id, on: connection)
        let reader = ConversationReader(membership: membership, connection: connection)
        return try reader.delta(fromRev: fromRev) ?? reader.window()
      }
    }
  }

  package func page(
    of conversation: ConversationID, for asker: UserID, before: Int64?, after: Int64?, limit: Int
  ) throws -> MessagePage {
    try read { connection in
      let membership = try Membership.authorize(.read, asker, conversation, on: connection)
      let reader = ConversationReader(membership: membership, connection: connection)
      let limit = min(max(limit, 1), Limits.maximumPage)
      switch (before, after) {
      case (let before?, nil): return try reader.page(before: before, limit: limit)
      case (nil, let after?): return try reader.page(after: after, limit: limit)
      default: throw Refusal(.invalid, "Exactly one of before and after is needed.")
      }
    }
  }

  package func page(
    of conversation: ConversationID, for asker: UserID, around message: MessageID, limit: Int
  ) throws -> MessagePage {
    try read { connection in
      let membership = try Membership.authorize(.read, asker, conversation, on: connection)
      let reader = ConversationReader(membership: membership, connection: connection)
      return try reader.page(around: message, limit: min(max(limit, 1), Limits.maximumPage))
    }
  }

  package func conversation(_ conversation: ConversationID, for asker: UserID) throws -> Conversation {
    try read { try Membership.authorize(.read, asker, conversation, on: $0).row }
  }

  package func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID] {
    try read { connection in
      let membership = try Membership.authorize(.read, asker, conversation, on: connection)
      return try connection.all(
        "SELECT u.id FROM members m JOIN users u ON u.key = m.user WHERE m.conversation = ? AND m.leftAt IS NULL",
        .integer(membership.conversation)
      ) { try $0.id(.only) }
    }
  }

  package func contacts(of user: UserID, limit: Int) throws -> [UserID] {
    try read { connection in
      try connection.all(
        """
        SELECT DISTINCT o.id FROM users u JOIN members m ON m.user = u.key AND m.leftAt IS NULL
          JOIN members b ON b.conversation = m.conversation AND b.leftAt IS NULL AND b.user <> u.key
          JOIN users o ON o.key = b.user
        WHERE u.id = ? LIMIT ?
        """, .id(user), .integer(Int64(max(0, limit)))
      ) { try $0.id(.only) }
    }
  }
}

private enum FeedColumn: Int32, SQLiteColumnList {
  case id, rev

  var sql: String { "c.\(self)" }
}
