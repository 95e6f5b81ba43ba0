import Domain
import ServerCore

/// How marks are read.
enum PriorityRows {
  static func mark(_ row: SQLRow) throws -> PriorityMark {
    PriorityMark(
      message: try row.id(PriorityColumn.message), rev: row.integer(PriorityColumn.rev),
      conversation: try row.id(PriorityColumn.conversation), seq: row.integer(PriorityColumn.seq),
      reason: row.optionalText(PriorityColumn.reason), isByModel: row.flag(PriorityColumn.isByModel),
      until: row.time(PriorityColumn.until))
  }

  /// Tombstones too.
  static func changed(of key: Int64, after rev: Int64, on connection: SQLConnection) throws -> [PriorityMark] {
    try connection.all(
      """
      SELECT \(PriorityColumn.list) FROM priorityMarks p
      WHERE p.\(Dialect.account) = ? AND p.rev > ? ORDER BY p.rev, p.message
      """,
      .integer(key), .integer(rev), map: mark)
  }
}

enum PriorityColumn: Int32, SQLColumnList {
  case message, rev, conversation, seq, reason, isByModel, until

  var sql: String { "p.\(self)" }
}

extension SQLStore {
  package func marks(of reader: UserID) throws -> [PriorityMark] {
    try read { connection in
      try connection.all(
        """
        SELECT \(PriorityColumn.list) FROM users u JOIN priorityMarks p ON p.\(Dialect.account) = u.key
        WHERE u.id = ? AND p.reason IS NOT NULL ORDER BY p.until DESC, p.message DESC
        """, .id(reader), map: PriorityRows.mark)
    }
  }

  package func dueReviews(at now: Timestamp, limit: Int) throws -> [DueReview] {
    try read { connection in
      try connection.all(
        """
        SELECT u.id AS id, r.version AS version
        FROM priorityReviews r \(Dialect.index("priorityReviewsDue"))
          \(Dialect.ordered) users u ON u.key = r.\(Dialect.account)
        WHERE r.at IS NOT NULL AND r.at <= ? AND u.isDisabled = 0 ORDER BY r.at, r.\(Dialect.account) LIMIT ?
        """, .time(now), .integer(Int64(max(0, limit)))
      ) { DueReview(reader: try $0.id("id"), version: $0.integer("version")) }
    }
  }
}
