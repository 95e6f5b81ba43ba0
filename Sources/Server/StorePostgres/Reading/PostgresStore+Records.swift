import Domain
import ServerCore

extension PostgresStore {
  package func record(
    _ collection: PrivateRecord.Collection, id: String, of user: UserID
  ) throws -> PrivateRecord? {
    try read { connection in
      try connection.first(
        """
        SELECT \(Self.recordColumns) FROM users u JOIN records r ON r.account = u.key
        WHERE u.id = ? AND r.collection = ? AND r.id = ?
        """, .id(user), .text(collection.rawValue), .text(id)
      ) { try Self.record($0, of: user, in: collection, on: connection) }
    }
  }

  package func records(
    _ collection: PrivateRecord.Collection, of user: UserID, at now: Timestamp, limit: Int
  ) throws -> [PrivateRecord] {
    try read { connection in
      try connection.all(
        """
        SELECT \(Self.recordColumns) FROM users u JOIN records r ON r.account = u.key
        WHERE u.id = ? AND r.collection = ? AND (r.expiresAt IS NULL OR r.expiresAt > ?)
        ORDER BY r.createdAt DESC, r.key DESC LIMIT ?
        """, .id(user), .text(collection.rawValue), .time(now), .integer(Int64(max(0, limit)))
      ) { try Self.record($0, of: user, in: collection, on: connection) }
    }
  }

  package func tokensUsed(since: Timestamp) throws -> Int {
    try read { connection in
      Int(
        try connection.integer(
          "SELECT coalesce(sum(tokens), 0)::bigint FROM records WHERE createdAt >= ? AND tokens > 0", .time(since)))
    }
  }

  package func tokensUsed(by user: UserID, since: Timestamp) throws -> Int {
    try read { connection in
      Int(
        try connection.integer(
          """
          SELECT coalesce(sum(r.tokens), 0)::bigint FROM users u JOIN records r ON r.account = u.key
          WHERE u.id = ? AND r.collection = 'ledger' AND r.createdAt >= ?
          """, .id(user), .time(since)))
    }
  }

  package func requestTimes(of user: UserID, since: Timestamp, limit: Int) throws -> [Timestamp] {
    try read { connection in
      try connection.all(
        """
        SELECT r.createdAt FROM users u JOIN records r ON r.account = u.key
        WHERE u.id = ? AND r.collection = 'ledger' AND r.createdAt >= ?
          AND convert_from(r.body, 'UTF8')::jsonb ->> 'isCached' = 'false'
        ORDER BY r.createdAt DESC LIMIT ?
        """, .id(user), .time(since), .integer(Int64(max(0, limit)))
      ) { $0.time(.only) }
    }
  }

  private static let recordColumns =
    "r.key AS key, r.id AS id, r.body AS body, r.createdAt AS createdAt, r.expiresAt AS expiresAt"

  private static func record(
    _ row: PostgresRow, of user: UserID, in collection: PrivateRecord.Collection, on connection: PostgresConnection
  ) throws -> PrivateRecord {
    let conversations: [ConversationID] = try connection.all(
      """
      SELECT c.id AS id FROM recordConversations l JOIN conversations c ON c.key = l.conversation
      WHERE l.record = ? ORDER BY l.conversation
      """, .integer(row.integer("key"))
    ) { try $0.id("id") }
    let sources: [MessageID] = try connection.all(
      """
      SELECT m.id AS id FROM recordSources l JOIN messages m ON m.position = l.position
      WHERE l.record = ? ORDER BY l.position
      """, .integer(row.integer("key"))
    ) { try $0.id("id") }
    return PrivateRecord(
      user: user, collection: collection, id: row.text("id"), body: row.bytes("body"), conversations: conversations,
      sources: sources, createdAt: row.time("createdAt"), expiresAt: row.optionalTime("expiresAt"))
  }
}
