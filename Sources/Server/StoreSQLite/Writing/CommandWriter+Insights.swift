import Domain
import ServerCore

// MARK: - By members

extension CommandWriter {
  func apply(_ command: InsightCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .put(let asker, let conversation, let insight): try put(insight, by: asker, in: conversation, at: time)
    case .change(let asker, let conversation, let id, let change):
      try self.change(id, change, by: asker, in: conversation, at: time)
    case .setIntelligence(let asker, let conversation, let isOn):
      try setIntelligence(isOn, in: conversation, by: asker, at: time)
    }
  }

  func put(
    _ insight: Insight, by asker: UserID, in conversation: ConversationID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let sources = try workedMessages(insight.citations, in: cached).mapValues(\.source)
    let ruling = try Rules.Insights.put(
      insight, by: asker, in: cached.state, known: self.insight(insight.id), sources: sources, at: time)
    return try save(ruling, in: cached)
  }

  func change(
    _ id: InsightID, _ change: InsightChange, by asker: UserID, in conversation: ConversationID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let ruling = try Rules.Insights.change(insight(id), change, by: asker, in: cached.state, at: time)
    if ruling.changed != nil { try markErased() }
    return try save(ruling, in: cached)
  }

  private func setIntelligence(
    _ isOn: Bool, in conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let found = isOn ? [] : try insights(in: cached, where: "i.createdBy IS NULL AND i.status <> 'withdrawn'")
    let change = try Rules.Insights.setIntelligence(isOn, in: cached.state, by: asker, found: found, at: time)
    guard change.row != nil else { return change.answer }
    try connection.run(
      "UPDATE conversations SET isIntelligenceOff = ? WHERE key = ?", .flag(!isOn), .integer(cached.key))
    let (start, end) = (cached.position(of: 0), cached.position(of: 0xFFFF_FFFF))
    if isOn {
      try due.addAll(from: start, to: end)
    } else {
      try markErased()
      try due.removeAll(from: start, to: end)
      try due.advance()
      for table in ["vectors", "remoteVectors", "signals"] {
        try connection.run(
          "DELETE FROM \(table) WHERE position > ? AND position < ?", .integer(start), .integer(end))
      }
      try eraseRecords(
        "key IN (SELECT record FROM recordConversations WHERE conversation = ?)", .integer(cached.key))
    }
    return try save(change, in: cached)
  }

  private func save(_ ruling: MarkRuling, in cached: CachedConversation) throws -> CommandAnswer {
    guard let row = ruling.changed else { return ruling.answer }
    try save(InsightRevision(rows: [row]), in: cached)
    advance(cached)
    return ruling.answer
  }
}

// MARK: - With their messages

extension CommandWriter {
  /// Lets the intelligence's work follow a message that was edited or deleted under the next revision: private records
  /// fall, the message is due; of a deleted one nothing stays. Answers the insight rows that changed.
  func follow(
    _ message: Message, at found: FoundMessage, in cached: CachedConversation, time: Timestamp
  ) throws -> [Insight] {
    let position = SQLiteValue.integer(found.position)
    try eraseRecords("key IN (SELECT record FROM recordSources WHERE position = ?)", position)
    // It is of words that are no longer there, and only its own model can make another.
    try connection.run("DELETE FROM remoteVectors WHERE position = ?", position)
    if cached.state.row.isIntelligenceOn { try due.add(found.ordinal) }
    let citing = try insights(
      in: cached, where: "i.key IN (SELECT insight FROM insightCitations WHERE position = ?)", position)
    guard message.isDeleted else {
      try save(Rules.Insights.followEdit(of: message.id, citing), in: cached)
      return []
    }
    try connection.run("DELETE FROM vectors WHERE position = ?", position)
    try connection.run("DELETE FROM signals WHERE position = ?", position)
    var texts: [MessageID: String] = [:]
    for other in citing.compactMap({ Rules.Insights.standIn(for: $0, without: message.id) }) {
      texts[other] = try connection.first("SELECT text FROM messages WHERE id = ?", .id(other)) { $0.text("text") }
    }
    let revision = Rules.Insights.followDeletion(
      of: message.id, citing, texts: texts, in: cached.state, at: time)
    try save(revision, in: cached)
    return revision.rows
  }
}

// MARK: - Rows

extension CommandWriter {
  /// Saves the rows and makes the messages due.
  func save(_ revision: InsightRevision, in cached: CachedConversation) throws {
    for row in revision.rows {
      try InsightRows.save(
        row, conversation: cached.key, positions: try positions(of: row.citations), on: connection)
    }
    for message in revision.due { try makeDue(message, in: cached) }
  }

  /// Has the pipeline work on a message again.
  private func makeDue(_ message: MessageID, in cached: CachedConversation) throws {
    guard cached.state.row.isIntelligenceOn, let found = try workedMessage(message, in: cached) else { return }
    try due.add(found.ordinal)
  }

  /// Oldest first.
  func insights(
    in cached: CachedConversation, where condition: String, _ values: SQLiteValue...
  ) throws -> [Insight] {
    var found: [Insight] = []
    try connection.scan(
      "SELECT \(InsightRows.columns) FROM insights i WHERE i.conversation = ? AND \(condition) ORDER BY i.key",
      [.integer(cached.key)] + values
    ) {
      found.append(try InsightRows.insight($0))
      return true
    }
    return found
  }

  private func insight(_ id: InsightID) throws -> PlacedInsight? {
    try connection.first(
      """
      SELECT \(InsightRows.columns), \(InsightPlaceColumn.list)
      FROM insights i JOIN conversations c ON c.key = i.conversation WHERE i.id = ?
      """, .id(id)
    ) { PlacedInsight(conversation: try $0.id(InsightPlaceColumn.conversation), insight: try InsightRows.insight($0)) }
  }

  private func positions(of messages: [MessageID]) throws -> [Int64] {
    try messages.compactMap { message in
      try connection.first("SELECT position FROM messages WHERE id = ?", .id(message)) { $0.integer("position") }
    }
  }
}
