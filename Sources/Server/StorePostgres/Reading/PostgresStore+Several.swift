import Domain
import ServerCore

/// What a server asks every two seconds where several share the database.
extension PostgresStore {
  package func feedRevs(of users: [UserID]) throws -> [UserID: [FeedID: Int64]] {
    try read { connection in
      var revs: [UserID: [FeedID: Int64]] = [:]
      try connection.scan(
        "SELECT \(PrivateFeedColumn.list) FROM users u WHERE u.id = ANY(?)", [.array(users)]
      ) {
        revs[try $0.id(PrivateFeedColumn.user)] = [.me: $0.integer(PrivateFeedColumn.rev)]
        return true
      }
      try connection.scan(
        """
        SELECT \(SharedFeedColumn.list) FROM users u JOIN members m ON m.account = u.key
          JOIN conversations c ON c.key = m.conversation
        WHERE u.id = ANY(?) AND m.leftAt IS NULL
        """, [.array(users)]
      ) {
        revs[try $0.id(SharedFeedColumn.user)]?[.conversation(try $0.id(SharedFeedColumn.conversation))] =
          $0.integer(SharedFeedColumn.rev)
        return true
      }
      return revs
    }
  }

  package func activeSessions(among sessions: [SessionID]) throws -> Set<SessionID> {
    try read { connection in
      let active: [SessionID] = try connection.all(
        """
        SELECT s.id FROM sessions s JOIN users u ON u.key = s.account
        WHERE s.id = ANY(?) AND s.endedAt IS NULL AND s.expiresAt > ? AND u.isDisabled = 0
        """, .array(sessions), .time(options.clock.now)
      ) { try $0.id(.only) }
      return Set(active)
    }
  }
}

private enum PrivateFeedColumn: Int32, PostgresColumnList {
  case user, rev

  var sql: String {
    switch self {
    case .user: "u.id"
    case .rev: "u.rev"
    }
  }
}

private enum SharedFeedColumn: Int32, PostgresColumnList {
  case user, conversation, rev

  var sql: String {
    switch self {
    case .user: "u.id"
    case .conversation: "c.id"
    case .rev: "c.rev"
    }
  }
}
