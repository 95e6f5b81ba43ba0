import Domain
import ServerCore

extension PostgresStore {
  package func passState(of conversation: ConversationID) throws -> PassState {
    try read { connection in
      guard let key = try Self.key(of: conversation, on: connection) else { throw Refusal.notFound }
      return try PassRows.state(of: key, on: connection)
    }
  }

  package func waitingPasses(_ rule: PassRule, at now: Timestamp, limit: Int) throws -> [WaitingPass] {
    try read { connection in
      try connection.all(
        """
        SELECT c.id AS id, c.kind AS kind, c.lastSeq AS lastSeq, \(PassRows.columns)
        FROM conversations c LEFT JOIN passes p ON p.conversation = c.key
          JOIN messages n ON n.position = (c.key << 32 | c.lastSeq)
        WHERE c.lastSeq > coalesce(p.seq, 0) AND c.isIntelligenceOff = 0
          AND (p.lease IS NULL OR p.leasedUntil <= ?1) AND coalesce(p.notBefore, 0) <= ?1
          AND (n.createdAt <= ?2 OR c.lastSeq - coalesce(p.seq, 0) >= ?3)
          AND NOT EXISTS (
            SELECT 1 FROM due d
            WHERE d.position > (c.key << 32 | coalesce(p.seq, 0)) AND d.position <= n.position
              AND d.dueAt IS NOT NULL)
        ORDER BY coalesce(p.leasedUntil, 0), c.key LIMIT ?4
        """, .time(now), .time(rule.quietSince), .integer(rule.many), .integer(Int64(max(0, limit)))
      ) { row in
        WaitingPass(
          conversation: try row.id("id"), kind: try row.word("kind"), state: try PassRows.state(row),
          lastSeq: row.integer("lastSeq"))
      }
    }
  }
}

enum PassRows {
  static let columns = """
    coalesce(p.seq, 0) AS seq, p.lease AS lease, coalesce(p.leasedUntil, 0) AS leasedUntil,
    coalesce(p.failures, 0) AS failures, coalesce(p.notBefore, 0) AS notBefore
    """

  static func state(of conversation: Int64, on connection: PostgresConnection) throws -> PassState {
    try connection.first(
      "SELECT \(columns) FROM passes p WHERE p.conversation = ?", .integer(conversation), map: state) ?? PassState()
  }

  static func state(_ row: PostgresRow) throws -> PassState {
    PassState(
      seq: row.integer("seq"), lease: try row.optionalID("lease"), leasedUntil: row.time("leasedUntil"),
      failures: Int(row.integer("failures")), notBefore: row.time("notBefore"))
  }
}
