import Domain
import ServerCore

extension SQLiteStore {
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
        ) { $0.integer(0) }
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
        SELECT b.conversation, max(b.readSeq, b.joinSeq), a.key FROM users a
          JOIN members b ON b.user = a.key AND b.leftAt IS NULL JOIN conversations c ON c.key = b.conversation
        WHERE a.id = ? AND c.isIntelligenceOff = 0
        """, .id(asker)
      ) { (key: $0.integer(0), seen: $0.integer(1), user: $0.integer(2)) }
      var found: [(ordinal: Int64, message: PlacedMessage)] = []
      for room in rooms {
        // Room by room, newest first, so that a large workspace's history is not read through.
        try connection.scan(
          """
          SELECT \(PlacedRows.columns), m.ordinal FROM \(PlacedRows.source)
          WHERE m.position > ? AND m.position < ? AND m.sender <> ? AND m.deletedAt IS NULL
          ORDER BY m.position DESC LIMIT ?
          """,
          [
            .integer(MessageRows.position(conversation: room.key, seq: unreadOnly ? room.seen : 0)),
            .integer(MessageRows.position(conversation: room.key + 1, seq: 0)), .integer(room.user),
            .integer(Int64(max(0, limit))),
          ]
        ) { row in
          guard row.time(6) >= since else { return false }
          found.append((row.integer(PlacedRows.end), try PlacedRows.placed(row, on: connection)))
          return true
        }
      }
      return found.sorted { $0.ordinal > $1.ordinal }.prefix(max(0, limit)).map(\.message)
    }
  }

  package func keywordMatches(_ query: SearchQuery, for asker: UserID, limit: Int) throws -> [PlacedMessage] {
    let expression = SearchExpression(query)
    guard !expression.matchesNothing else { return [] }
    do {
      try indexPending()
    } catch {
      throw Refusal(.internal, "The server could not bring its search index up to date.")
    }
    return try read { connection in
      let match = SearchExpression(try Self.telling(query, on: connection)).any
      var statement = SearchStatement(match: match, asker: asker, cursor: Int64.max)
      guard try statement.add(query, on: connection) else { return [] }
      try statement.cut(toNewest: Self.maximumRanked, on: connection)
      return try statement.best(limit: max(0, limit), on: connection)
    }
  }

  /// Ranking reads each match again, so there is a limit to it.
  private static let maximumRanked = 2_000

  /// The query without words that stand in so many messages that they tell nothing, if others are left.
  private static func telling(_ query: SearchQuery, on connection: SQLiteConnection) throws -> SearchQuery {
    guard query.phrases.isEmpty, query.words.count > 1 else { return query }
    var copy = query
    copy.words = try query.words.filter { word in
      guard let match = SearchExpression(SearchQuery(words: [word])).any else { return false }
      let count = try connection.integer(
        "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)", .text(match),
        .integer(Int64(maximumRanked + 1)))
      return count <= maximumRanked
    }
    return copy.words.isEmpty ? query : copy
  }

  package func conversations(matching query: SearchQuery, for asker: UserID) throws -> [ConversationID] {
    try read { connection in
      let all = try connection.all(
        """
        SELECT c.id, coalesce(c.name, o.name, '') FROM users a JOIN members b ON b.user = a.key AND b.leftAt IS NULL
          JOIN conversations c ON c.key = b.conversation
          LEFT JOIN users o ON c.first IS NOT NULL AND o.key = c.first + c.second - a.key
        WHERE a.id = ?
        """, .id(asker)
      ) { (id: try $0.id(0) as ConversationID, name: ProfileRows.folded($0.text(1))) }
      let names = query.conversations.map(ProfileRows.folded)
      return all.filter { room in names.allSatisfy { !$0.isEmpty && room.name.contains($0) } }.map(\.id)
    }
  }

  /// Keys of the conversations that a user, to be bound, is in now.
  static let presentConversations = """
    SELECT b.conversation FROM users a JOIN members b ON b.user = a.key WHERE a.id = ? AND b.leftAt IS NULL
    """
}
