/// The messages that the pipeline never worked on stand, by ordinal, above its cursor and between
/// the ranges that are finished; see `Schema.finishedRanges`.
struct FinishedRanges {
  /// Ordinals between two others, which are not in it.
  struct Gap {
    let after: Int64
    let before: Int64
  }

  /// Whether the pipeline is past `ordinal`, a term of SQL.
  static func isPassed(_ ordinal: String) -> String {
    """
    (\(ordinal) <= (SELECT cursor FROM pipeline)
      OR coalesce((SELECT last FROM finished WHERE first <= \(ordinal) ORDER BY first DESC LIMIT 1), 0) >= \(ordinal))
    """
  }

  /// Rising, without empty ones; the last has no end.
  let gaps: [Gap]

  init(on connection: SQLiteConnection) throws {
    var after = try connection.integer("SELECT cursor FROM pipeline")
    var gaps: [Gap] = []
    try connection.scan("SELECT first, last FROM finished ORDER BY first", []) { row in
      let first = row.integer(RangeColumn.first)
      if first > after + 1 { gaps.append(Gap(after: after, before: first)) }
      after = max(after, row.integer(RangeColumn.last))
      return true
    }
    self.gaps = gaps + [Gap(after: after, before: .max)]
  }

  /// The first or the last ordinal in the gaps whose message's conversation has intelligence on.
  func waiting(_ end: End, on connection: SQLiteConnection) throws -> Int64? {
    for gap in end == .first ? gaps : gaps.reversed() {
      let found = try connection.first(
        """
        SELECT m.ordinal FROM messages m CROSS JOIN conversations c ON c.key = m.position >> 32
        WHERE m.ordinal > ? AND m.ordinal < ? AND c.isIntelligenceOff = 0
        ORDER BY m.ordinal \(end == .first ? "" : "DESC") LIMIT 1
        """, .integer(gap.after), .integer(gap.before)
      ) { $0.integer(.only) }
      if let found { return found }
    }
    return nil
  }

  enum End {
    case first
    case last
  }
}

private enum RangeColumn: Int32, SQLiteColumnList {
  case first, last

  var sql: String { "\(self)" }
}
