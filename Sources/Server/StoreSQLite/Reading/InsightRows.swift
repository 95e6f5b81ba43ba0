import Domain

/// How insights are read and written.
enum InsightRows {
  static let columns = """
    i.id, i.rev, i.kind, i.status, i.text, i.citations, i.owner, i.ownerName, i.dueAt, i.dueText, i.participants, \
    i.tags, i.context, i.confidence, i.reason, i.model, i.createdBy, i.createdAt, i.updatedAt, i.edited
    """

  /// What was found in the message at a position, and still stands.
  static let standing = """
    i.createdBy IS NULL AND i.status <> 'withdrawn'
    AND i.key IN (SELECT insight FROM insightCitations WHERE position = ? AND place = 0)
    """

  static func insight(_ row: SQLiteRow) throws -> Insight {
    let edited = InsightFields(rawValue: row.integer(19))
    var insight = Insight(
      id: try row.id(0), rev: row.integer(1), kind: try row.word(2), status: try row.word(3), text: row.text(4),
      citations: try row.ids(5), owner: try row.optionalID(6), ownerName: row.optionalText(7),
      dueAt: row.optionalTime(8), dueText: row.optionalText(9), participants: try row.ids(10), tags: row.words(11),
      context: row.optionalText(12), confidence: row.real(13), reason: row.text(14), model: row.optionalText(15),
      createdBy: try row.optionalID(16), createdAt: row.time(17), updatedAt: row.time(18), isEdited: !edited.isEmpty)
    insight.edited = edited
    return insight
  }

  /// Writes the row in place of the one with its id, if there is one. `positions` are those of its citations, in order.
  static func save(
    _ insight: Insight, conversation key: Int64, positions: [Int64], on connection: SQLiteConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO insights (id, conversation, rev, kind, status, text, citations, owner, ownerName, dueAt, dueText,
        participants, tags, context, confidence, reason, model, createdBy, createdAt, updatedAt, edited)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, status = excluded.status, text = excluded.text,
        citations = excluded.citations, owner = excluded.owner, ownerName = excluded.ownerName,
        dueAt = excluded.dueAt, dueText = excluded.dueText, participants = excluded.participants,
        tags = excluded.tags, context = excluded.context, confidence = excluded.confidence,
        reason = excluded.reason, model = excluded.model, createdBy = excluded.createdBy,
        updatedAt = excluded.updatedAt, edited = excluded.edited
      """, .id(insight.id), .integer(key), .integer(insight.rev), .text(insight.kind.rawValue),
      .text(insight.status.rawValue), .text(insight.text), .ids(insight.citations), .id(insight.owner),
      .optional(insight.ownerName), .time(insight.dueAt), .optional(insight.dueText), .ids(insight.participants),
      .list(insight.tags), .optional(insight.context), .real(insight.confidence), .text(insight.reason),
      .optional(insight.model), .id(insight.createdBy), .time(insight.createdAt), .time(insight.updatedAt),
      .integer(insight.edited.rawValue))
    let row = try connection.integer("SELECT key FROM insights WHERE id = ?", .id(insight.id))
    try connection.run("DELETE FROM insightCitations WHERE insight = ?", .integer(row))
    for (place, position) in positions.enumerated() {
      try connection.run(
        "INSERT OR IGNORE INTO insightCitations (position, insight, place) VALUES (?, ?, ?)", .integer(position),
        .integer(row), .integer(Int64(place)))
    }
  }
}
