import Domain

/// How insights are read and written.
enum InsightRows {
  static let columns = InsightColumn.list

  /// What was found in the message at a position, and still stands.
  static let previousInsights = """
    \(found) AND i.key IN (SELECT insight FROM insightCitations WHERE position = ? AND place = 0)
    """

  /// What was found in any message, and still stands.
  static let found = "i.createdBy IS NULL AND i.status <> 'withdrawn'"

  /// An action item that was found and is open, whose status no member set: in the words of the
  /// index `insightsOpenTasks`.
  static let openTask = """
    i.kind = 'action_item' AND i.status = 'open' AND i.createdBy IS NULL AND i.edited & 2 = 0
    """

  static func insight(_ row: SQLRow) throws -> Insight {
    let edited = InsightFields(rawValue: row.integer(InsightColumn.edited))
    var insight = Insight(
      id: try row.id(InsightColumn.id), rev: row.integer(InsightColumn.rev), kind: try row.word(InsightColumn.kind),
      status: try row.word(InsightColumn.status), text: row.text(InsightColumn.text),
      citations: try row.ids(InsightColumn.citations), owner: try row.optionalID(InsightColumn.owner),
      ownerName: row.optionalText(InsightColumn.ownerName), dueAt: row.optionalTime(InsightColumn.dueAt),
      dueText: row.optionalText(InsightColumn.dueText), participants: try row.ids(InsightColumn.participants),
      tags: row.words(InsightColumn.tags), context: row.optionalText(InsightColumn.context),
      confidence: row.real(InsightColumn.confidence), reason: row.text(InsightColumn.reason),
      model: row.optionalText(InsightColumn.model), createdBy: try row.optionalID(InsightColumn.createdBy),
      createdAt: row.time(InsightColumn.createdAt), updatedAt: row.time(InsightColumn.updatedAt),
      report: try report(row), isEdited: !edited.isEmpty)
    insight.edited = edited
    insight.completedAt = row.optionalTime(InsightColumn.completedAt)
    return insight
  }

  private static func report(_ row: SQLRow) throws -> TaskReport? {
    guard let message: MessageID = try row.optionalID(InsightColumn.reportMessage),
      let sender: UserID = try row.optionalID(InsightColumn.reportSender)
    else { return nil }
    return TaskReport(message: message, sender: sender, text: row.text(InsightColumn.reportText))
  }

  /// Writes the row in place of the one with its id, if there is one. `positions` are those of its
  /// citations, in order.
  static func save(
    _ insight: Insight, conversation key: Int64, positions: [Int64], on connection: SQLConnection
  ) throws {
    try connection.write(
      """
      INSERT INTO insights (id, conversation, rev, kind, status, text, citations, owner, ownerName, dueAt, dueText,
        participants, tags, context, confidence, reason, model, createdBy, createdAt, updatedAt, edited,
        reportMessage, reportSender, reportText, completedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, status = excluded.status, text = excluded.text,
        citations = excluded.citations, owner = excluded.owner, ownerName = excluded.ownerName,
        dueAt = excluded.dueAt, dueText = excluded.dueText, participants = excluded.participants,
        tags = excluded.tags, context = excluded.context, confidence = excluded.confidence,
        reason = excluded.reason, model = excluded.model, createdBy = excluded.createdBy,
        updatedAt = excluded.updatedAt, edited = excluded.edited, reportMessage = excluded.reportMessage,
        reportSender = excluded.reportSender, reportText = excluded.reportText,
        completedAt = excluded.completedAt
      """, .id(insight.id), .integer(key), .integer(insight.rev), .text(insight.kind.rawValue),
      .text(insight.status.rawValue), .text(insight.text), .ids(insight.citations), .id(insight.owner),
      .optional(insight.ownerName), .time(insight.dueAt), .optional(insight.dueText), .ids(insight.participants),
      .list(insight.tags), .optional(insight.context), .real(insight.confidence), .text(insight.reason),
      .optional(insight.model), .id(insight.createdBy), .time(insight.createdAt), .time(insight.updatedAt),
      .integer(insight.edited.rawValue), .id(insight.report?.message), .id(insight.report?.sender),
      .optional(insight.report?.text), .time(insight.completedAt))
    let row = try connection.integer("SELECT key FROM insights WHERE id = ?", .id(insight.id))
    try connection.write("DELETE FROM insightCitations WHERE insight = ?", .integer(row))
    for (place, position) in positions.enumerated() {
      try connection.write(
        "INSERT INTO insightCitations (position, insight, place) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        .integer(position),
        .integer(row), .integer(Int64(place)))
    }
  }
}

enum InsightColumn: Int32, SQLColumnList {
  case id, rev, kind, status, text, citations, owner, ownerName, dueAt, dueText, participants, tags, context, confidence
  case reason, model, createdBy, createdAt, updatedAt, edited, reportMessage, reportSender, reportText
  case completedAt

  var sql: String { "i.\(self)" }
}

/// What follows `InsightColumn` where the insight's place is needed.
enum InsightPlaceColumn: Int32, SQLColumnList {
  case conversation, key

  static let offset = InsightColumn.count

  var sql: String { self == .conversation ? "c.id" : "i.key" }
}
