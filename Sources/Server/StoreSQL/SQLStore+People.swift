import Domain
import ServerCore

extension SQLStore {
  package func accounts(_ selection: AccountSelection) throws -> [StoredAccount] {
    let select = "SELECT \(ProfileRows.accountColumns) FROM users WHERE"
    return try read { connection in
      switch selection {
      case .id(let user): try connection.all("\(select) id = ?", .id(user), map: ProfileRows.account)
      case .email(let address): try connection.all("\(select) email = ?", .text(address), map: ProfileRows.account)
      case .identity(let identity):
        try connection.all(
          "\(select) key = (SELECT \(Dialect.account) FROM identities WHERE issuer = ? AND subject = ?)",
          .text(identity.issuer),
          .text(identity.subject), map: ProfileRows.account)
      case .all: try connection.all("\(select) deletedAt IS NULL ORDER BY key", map: ProfileRows.account)
      }
    }
  }

  package func identities(of user: UserID) throws -> [AccountIdentity] {
    try read { connection in
      try IdentityRows.all(
        on: connection, where: "\(Dialect.account) = (SELECT key FROM users WHERE id = ?)", .id(user))
    }
  }

  /// Everybody by name when the query is empty, else those with it in their name or address, first
  /// those one of whose words begins with it. Deleted and disabled users are left out.
  package func searchUsers(_ query: String, limit: Int) throws -> [User] {
    let email = query.trimmingWhitespace.lowercased()
    let folded = SearchTerms.folded(query.trimmingWhitespace)
    return try read { connection in
      try connection.all(
        """
        SELECT \(ProfileRows.accountColumns) FROM users
        WHERE deletedAt IS NULL AND isDisabled = 0
          AND (?2 = '' OR (?1 <> '' AND \(Dialect.position)(foldedName, ?1) > 0)
            OR \(Dialect.position)(coalesce(email, ''), ?2) > 0)
        ORDER BY \(Dialect.position)(' ' || foldedName, ' ' || ?1) = 0 AND substr(email, 1, length(?2)) <> ?2,
          foldedName, key LIMIT ?3
        """, .text(folded), .text(email), .integer(Int64(max(0, limit)))
      ) { try ProfileRows.account($0).user }
    }
  }

  package func sessions(of user: UserID) throws -> [DeviceSession] {
    try read {
      try $0.all(
        """
        SELECT s.id AS id, s.device AS device, s.createdAt AS createdAt, s.lastSeenAt AS lastSeenAt
        FROM users u JOIN sessions s ON s.\(Dialect.account) = u.key
        WHERE u.id = ? AND s.endedAt IS NULL AND s.expiresAt > ? ORDER BY s.createdAt DESC, s.id DESC
        """, .id(user), .time(options.clock.now)
      ) {
        DeviceSession(
          id: try $0.id("id"), device: $0.text("device"), createdAt: $0.time("createdAt"),
          lastSeenAt: $0.time("lastSeenAt"))
      }
    }
  }

  package func activeSession(_ session: SessionID) throws -> UserID? {
    try read {
      try $0.first(
        """
        SELECT u.id FROM sessions s JOIN users u ON u.key = s.\(Dialect.account)
        WHERE s.id = ? AND s.endedAt IS NULL AND s.expiresAt > ? AND u.isDisabled = 0
        """, .id(session), .time(options.clock.now)
      ) { try $0.id(.only) }
    }
  }

  package func refreshSession(_ hash: [UInt8]) throws -> SessionID? {
    try read {
      try $0.first("SELECT session FROM refreshTokens WHERE hash = ?", .bytes(hash)) { try $0.id(.only) }
    }
  }

  package func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp] {
    try read { connection in
      var times: [UserID: Timestamp] = [:]
      for user in users {
        let time = try connection.first(
          "SELECT lastSeenAt FROM users WHERE id = ? AND lastSeenAt IS NOT NULL", .id(user), map: { $0.time(.only) })
        if let time { times[user] = time }
      }
      return times
    }
  }

  package func secret(_ name: String) throws -> [UInt8]? {
    try read { try $0.first("SELECT value FROM secrets WHERE name = ?", .text(name), map: { $0.bytes(.only) }) }
  }
}
