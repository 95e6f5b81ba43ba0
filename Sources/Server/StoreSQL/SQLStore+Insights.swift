import Domain
import ServerCore

extension SQLStore {
  package func unhelpful(to asker: UserID) throws -> Set<String> {
    try read { try ReminderRows.unhelpful(to: asker, on: $0) }
  }

  /// By time of creation; `after` and `before` too are about that.
  package func insights(_ filter: InsightFilter, for asker: UserID) throws -> [PlacedInsight] {
    let (limit, isWanted) = (filter.most, filter.matching())
    // Spares reading rows that the filter leaves out.
    let statuses = filter.wantedStatuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    var conditions = ["i.status IN (\(statuses.isEmpty ? "NULL" : statuses))", "i.createdAt >= ?2", "i.createdAt < ?3"]
    var values: [SQLValue] = [
      .id(asker), .integer(filter.after?.milliseconds ?? Int64.min), .integer(filter.before?.milliseconds ?? Int64.max),
    ]
    if let kind = filter.kind { conditions.append("i.kind = '\(kind.rawValue)'") }
    if let conversation = filter.conversation {
      values.append(.id(conversation))
      conditions.append("c.id = ?\(values.count)")
    }
    let sql = """
      SELECT \(InsightRows.columns), \(InsightPlaceColumn.list)
      FROM users a \(Dialect.ordered) members b ON b.\(Dialect.account) = a.key AND b.leftAt IS NULL
        \(Dialect.ordered) conversations c ON c.key = b.conversation
        \(Dialect.ordered) insights i ON i.conversation = c.key
      WHERE a.id = ?1 AND \(conditions.joined(separator: " AND ")) ORDER BY i.createdAt DESC, i.key DESC
      """
    return try read { connection in
      if let conversation = filter.conversation {
        _ = try Membership.authorize(.read, asker, conversation, on: connection)
      }
      let unhelpful = try ReminderRows.unhelpful(to: asker, on: connection)
      var found: [PlacedInsight] = []
      guard limit > 0 else { return found }
      try connection.scan(sql, values) { row in
        let placed = PlacedInsight(
          conversation: try row.id(InsightPlaceColumn.conversation), insight: try InsightRows.insight(row))
        if isWanted(placed), !placed.insight.isHidden(by: unhelpful) { found.append(placed) }
        return found.count < limit
      }
      return found
    }
  }
}
