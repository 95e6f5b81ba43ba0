import Domain
import ServerCore

extension PostgresStore: IntelligenceStore {
  package func dueMessages(at now: Timestamp, limit: Int) throws -> [DueMessage] {
    let limit = max(0, limit)
    return try read { connection in
      let changed = try Self.due("l.dueAt = 0", [], limit: limit, on: connection)
      let waiting = try Self.due(
        "l.dueAt > 0 AND l.dueAt <= ?", [.time(now)], limit: limit - changed.count, on: connection)
      return (changed + waiting).sorted { $0.ordinal < $1.ordinal }.map(\.message)
    }
  }

  /// The newest that meet a condition on `due`, named `l`.
  private static func due(
    _ condition: String, _ values: [PostgresValue], limit: Int, on connection: PostgresConnection
  ) throws -> [DueRow] {
    var rows: [DueRow] = []
    try connection.scan(
      """
      SELECT \(dueColumns), l.failures AS failures, l.starts AS starts FROM due l
        JOIN messages m ON m.position = l.position \(dueJoins)
      WHERE \(condition) ORDER BY l.ordinal DESC LIMIT ?
      """, values + [.integer(Int64(limit))]
    ) { row in
      rows.append(try due(row, on: connection))
      return true
    }
    return rows
  }

  package func pipelineProgress() throws -> PipelineProgress {
    try read { connection in
      let found = try connection.first(
        """
        SELECT count(dueAt) AS due, count(dueAt) FILTER (WHERE failures > 0) AS postponed,
          count(*) FILTER (WHERE dueAt IS NULL) AS dead
        FROM due
        """
      ) {
        PipelineProgress(
          due: Int($0.integer("due")), postponed: Int($0.integer("postponed")), dead: Int($0.integer("dead")))
      }
      return found ?? PipelineProgress(due: 0, postponed: 0, dead: 0)
    }
  }

  /// Oldest first.
  package func deadMessages(limit: Int) throws -> [DeadMessage] {
    try read { connection in
      try connection.all(
        """
        SELECT c.id AS conversation, m.id AS message, l.reason AS reason, l.failures AS failures
        FROM due l JOIN messages m ON m.position = l.position
          JOIN conversations c ON c.key = m.position >> 32
        WHERE l.dueAt IS NULL ORDER BY l.ordinal LIMIT ?
        """, .integer(Int64(max(0, limit)))
      ) {
        DeadMessage(
          conversation: try $0.id("conversation"), message: try $0.id("message"), reason: $0.text("reason"),
          failures: Int($0.integer("failures")))
      }
    }
  }

  package func messages(of conversation: ConversationID, before seq: Int64, limit: Int) throws -> [Message] {
    try read { connection in
      guard let key = try Self.key(of: conversation, on: connection) else { throw Refusal.notFound }
      var found = try connection.all(
        """
        SELECT \(MessageRows.columns) FROM \(MessageRows.source)
        WHERE m.position > ? AND m.position < ? AND m.deletedAt IS NULL ORDER BY m.position DESC LIMIT ?
        """, .integer(MessageRows.position(conversation: key, seq: 0)),
        .integer(MessageRows.position(conversation: key, seq: min(max(seq, 0), 0xFFFF_FFFF))),
        .integer(Int64(max(0, limit)))
      ) { try MessageRows.message($0) }
      found.reverse()
      try MessageRows.addDetails(to: &found, conversation: key, on: connection)
      return found
    }
  }

  package func presentMembers(of conversation: ConversationID) throws -> [Member] {
    try read { connection in
      guard let key = try Self.key(of: conversation, on: connection) else { throw Refusal.notFound }
      return try connection.all(
        "SELECT \(MemberRows.columns) FROM \(MemberRows.source) WHERE m.conversation = ? AND m.leftAt IS NULL",
        .integer(key)
      ) { try MemberRows.member($0) }
    }
  }

  package func previousInsights(
    of message: MessageID, in conversation: ConversationID
  ) throws -> [PreviousInsight] {
    try read { connection in
      guard let key = try Self.key(of: conversation, on: connection) else { throw Refusal.notFound }
      let position = try connection.first(
        "SELECT position FROM messages WHERE id = ? AND position >> 32 = ?", .id(message), .integer(key)
      ) { $0.integer(.only) }
      guard let position else { return [] }
      let found = try connection.all(
        """
        SELECT \(InsightRows.columns), \(InsightPlaceColumn.list)
        FROM insights i JOIN conversations c ON c.key = i.conversation
        WHERE i.conversation = ? AND \(InsightRows.previousInsights) ORDER BY i.key
        """,
        .integer(key), .integer(position)
      ) { (key: $0.integer(InsightPlaceColumn.key), insight: try InsightRows.insight($0)) }
      return try found.map { row, insight in
        var sources = try connection.all(
          """
          SELECT \(MessageRows.columns) FROM \(MessageRows.source)
          WHERE m.position IN (SELECT position FROM insightCitations WHERE insight = ?) AND m.position <> ?
            AND m.deletedAt IS NULL ORDER BY m.position
          """, .integer(row), .integer(position)
        ) { try MessageRows.message($0) }
        try MessageRows.addDetails(to: &sources, conversation: key, on: connection)
        return PreviousInsight(insight: insight, sources: sources)
      }
    }
  }

  package func openTasks(of conversation: ConversationID, limit: Int) throws -> [Insight] {
    try read { connection in
      guard let key = try Self.key(of: conversation, on: connection) else { throw Refusal.notFound }
      return try connection.all(
        """
        SELECT \(InsightRows.columns) FROM insights i WHERE i.conversation = ? AND \(InsightRows.openTask)
        ORDER BY i.key DESC LIMIT ?
        """, .integer(key), .integer(Int64(max(0, limit)))
      ) { try InsightRows.insight($0) }
    }
  }

  package func vectors(
    of conversation: ConversationID, _ maker: VectorMaker, after seq: Int64, through last: Int64, limit: Int
  ) throws -> VectorBlock {
    try read { connection in
      guard let key = try Self.key(of: conversation, on: connection) else { throw Refusal.notFound }
      let (table, condition, values) = Self.vectorRows(maker)
      var block = VectorBlock(seqs: [], bytes: [])
      try connection.scan(
        """
        SELECT \(VectorColumn.list) FROM \(table)
        WHERE position > ? AND position <= ? AND \(condition) ORDER BY position LIMIT ?
        """,
        [
          .integer(MessageRows.position(conversation: key, seq: min(max(seq, 0), 0xFFFF_FFFF))),
          .integer(MessageRows.position(conversation: key, seq: min(max(last, 0), 0xFFFF_FFFF))),
        ] + values + [.integer(Int64(max(0, limit)))]
      ) { row in
        block.seqs.append(MessageRows.seq(row.integer(VectorColumn.position)))
        row.append(VectorColumn.bytes, to: &block.bytes)
        return true
      }
      return block
    }
  }

  private static func vectorRows(
    _ maker: VectorMaker
  ) -> (table: String, condition: String, values: [PostgresValue]) {
    switch maker {
    case .embedder(let name): ("vectors", "embedder = ?", [.text(name)])
    case .remote(let model, let width):
      ("remoteVectors", "model = ? AND width = ?", [.text(model), .integer(Int64(width))])
    }
  }

  package func messagesWithoutVector(
    of model: String, width: Int, leavingOut conversations: Set<ConversationID>, limit: Int
  ) throws -> [DueMessage] {
    let left = conversations.sorted()
    let places = [String](repeating: "?", count: left.count).joined(separator: ", ")
    return try read { connection in
      var found: [DueMessage] = []
      try connection.scan(
        """
        SELECT \(Self.dueColumns), 0 AS failures, 0 AS starts FROM messages m \(Self.dueJoins)
        WHERE m.deletedAt IS NULL AND c.isIntelligenceOff = 0 AND c.id NOT IN (\(places))
          AND NOT EXISTS (SELECT 1 FROM remoteVectors v WHERE v.position = m.position AND v.model = ?
            AND (? = 0 OR v.width = ?))
        ORDER BY m.ordinal DESC LIMIT ?
        """,
        left.map { .id($0) } + [
          .text(model), .integer(Int64(width)), .integer(Int64(width)), .integer(Int64(max(0, limit))),
        ]
      ) { row in
        found.append(try Self.due(row, on: connection).message)
        return true
      }
      return found
    }
  }

  static func key(of conversation: ConversationID, on connection: PostgresConnection) throws -> Int64? {
    try connection.first("SELECT key FROM conversations WHERE id = ?", .id(conversation)) { $0.integer(.only) }
  }

  // MARK: Due rows

  private static let dueColumns = "\(MessageRows.columns), m.ordinal AS ordinal, c.id AS conversation, c.kind AS kind"
  private static let dueJoins = """
    JOIN conversations c ON c.key = m.position >> 32 JOIN users s ON s.key = m.sender
    LEFT JOIN users d ON d.key = m.deletedBy
    """

  private typealias DueRow = (ordinal: Int64, message: DueMessage)

  private static func due(_ row: PostgresRow, on connection: PostgresConnection) throws -> DueRow {
    let due = DueMessage(
      conversation: try row.id("conversation"), kind: try row.word("kind"),
      message: try MessageRows.whole(row, on: connection),
      failures: Int(row.integer("failures")), starts: Int(row.integer("starts")))
    return (row.integer("ordinal"), due)
  }
}

private enum VectorColumn: Int32, PostgresColumnList {
  case position, bytes

  var sql: String { "\(self)" }
}
