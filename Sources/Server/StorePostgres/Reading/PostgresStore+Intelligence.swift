import Domain
import ServerCore

extension PostgresStore {
  package func outlines(for asker: UserID) throws -> [ConversationOutline] {
    try read { try OutlineReader(asker: asker, connection: $0).all() }
  }

  package func outline(of conversation: ConversationID, for asker: UserID) throws -> ConversationOutline {
    try read { connection in
      let membership = try Membership.authorize(.askIntelligence, asker, conversation, on: connection)
      let reader = OutlineReader(asker: asker, connection: connection)
      guard let outline = try reader.one(membership.conversation) else { throw Refusal.notFound }
      return outline
    }
  }

  package func dueCount(of conversation: ConversationID, for asker: UserID, limit: Int) throws -> Int {
    try read { connection in
      let membership = try Membership.authorize(.askIntelligence, asker, conversation, on: connection)
      let count = try connection.integer(
        """
        SELECT count(*) FROM (SELECT 1 FROM due WHERE position > ? AND position < ? AND dueAt IS NOT NULL LIMIT ?) d
        """, .integer(membership.position(0)), .integer(membership.position(0xFFFF_FFFF)), .integer(Int64(limit)))
      return Int(count)
    }
  }

  package func transcript(
    of conversation: ConversationID, for asker: UserID, from: Int64, to: Int64, since: Timestamp?, limit: Int
  ) throws -> [PlacedMessage] {
    try read { connection in
      let membership = try Membership.authorize(.askIntelligence, asker, conversation, on: connection)
      let newestFirst = try connection.all(
        """
        SELECT \(PlacedRows.columns) FROM \(PlacedRows.source)
        WHERE m.position >= ? AND m.position <= ? AND m.deletedAt IS NULL AND m.createdAt >= ?
        ORDER BY m.position DESC LIMIT ?
        """, .integer(membership.position(max(from, 1))), .integer(membership.position(min(max(to, 0), 0xFFFF_FFFF))),
        .integer(since?.milliseconds ?? Int64.min), .integer(Int64(max(0, limit)))
      ) { try PlacedRows.placed($0, on: connection) }
      return newestFirst.reversed()
    }
  }

  package func messages(
    at places: [(conversation: ConversationID, seq: Int64)], for asker: UserID
  ) throws -> [PlacedMessage] {
    try read { connection in
      var keys: [ConversationID: Int64] = [:]
      for id in Set(places.map(\.conversation)) {
        keys[id] = try connection.first(
          "SELECT c.key FROM conversations c WHERE c.id = ? AND c.key IN (\(Self.presentConversations))", .id(id),
          .id(asker)
        ) { $0.integer(.only) }
      }
      return try places.compactMap { place in
        guard let key = keys[place.conversation], place.seq > 0, place.seq <= 0xFFFF_FFFF else { return nil }
        return try connection.first(
          "SELECT \(PlacedRows.columns) FROM \(PlacedRows.source) WHERE m.position = ? AND m.deletedAt IS NULL",
          .integer(MessageRows.position(conversation: key, seq: place.seq))
        ) { try PlacedRows.placed($0, on: connection) }
      }
    }
  }

  package func messages(_ ids: [MessageID], for asker: UserID) throws -> [PlacedMessage] {
    try read { connection in
      try ids.compactMap { id in
        try connection.first(
          """
          SELECT \(PlacedRows.columns) FROM \(PlacedRows.source)
          WHERE m.id = ? AND m.deletedAt IS NULL AND m.position >> 32 IN (\(Self.presentConversations))
          """, .id(id), .id(asker)
        ) { try PlacedRows.placed($0, on: connection) }
      }
    }
  }

  package func incoming(
    for asker: UserID, unreadOnly: Bool, since: Timestamp, limit: Int
  ) throws -> [PlacedMessage] {
    try read { connection in
      let rooms = try connection.all(
        """
        SELECT b.conversation AS key, greatest(b.readSeq, b.joinSeq) AS seen, a.key AS user FROM users a
          JOIN members b ON b.account = a.key AND b.leftAt IS NULL JOIN conversations c ON c.key = b.conversation
        WHERE a.id = ? AND c.isIntelligenceOff = 0
        """, .id(asker)
      ) { (key: $0.integer("key"), seen: $0.integer("seen"), user: $0.integer("user")) }
      var found: [(ordinal: Int64, message: PlacedMessage)] = []
      for room in rooms {
        // Room by room, newest first, so that a large workspace's history is not read through.
        try connection.scan(
          """
          SELECT \(PlacedRows.columns), m.ordinal AS ordinal FROM \(PlacedRows.source)
          WHERE m.position > ? AND m.position < ? AND m.sender <> ? AND m.deletedAt IS NULL AND m.createdAt >= ?
          ORDER BY m.position DESC LIMIT ?
          """,
          [
            .integer(MessageRows.position(conversation: room.key, seq: unreadOnly ? room.seen : 0)),
            .integer(MessageRows.position(conversation: room.key + 1, seq: 0)), .integer(room.user),
            .time(since), .integer(Int64(max(0, limit))),
          ]
        ) { row in
          found.append((row.integer("ordinal"), try PlacedRows.placed(row, on: connection)))
          return true
        }
      }
      return found.sorted { $0.ordinal > $1.ordinal }.prefix(max(0, limit)).map(\.message)
    }
  }

  package func conversations(matching query: SearchQuery, for asker: UserID) throws -> [ConversationID] {
    try read { try SearchPlace.named(query.conversations, of: asker, on: $0).map(\.id) }
  }

  /// Keys of the conversations that a user, to be bound, is in now.
  static let presentConversations = """
    SELECT b.conversation FROM users a JOIN members b ON b.account = a.key WHERE a.id = ? AND b.leftAt IS NULL
    """
}
