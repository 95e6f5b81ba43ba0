import Domain
import ServerCore

extension CommandWriter {
  func insight(_ id: InsightID) throws -> PlacedInsight? {
    try connection.first(
      """
      SELECT \(InsightRows.columns), \(InsightPlaceColumn.list)
      FROM insights i JOIN conversations c ON c.key = i.conversation WHERE i.id = ?
      """, .id(id)
    ) { PlacedInsight(conversation: try $0.id(InsightPlaceColumn.conversation), insight: try InsightRows.insight($0)) }
  }

  func insights(_ selection: InsightSelection, in conversation: LoadedConversation) throws -> [Insight] {
    switch selection {
    case .citing(let place):
      try insights(
        in: conversation, where: "i.key IN (SELECT insight FROM insightCitations WHERE position = ?)",
        .integer(place.position))
    case .previousInsights(let place):
      try insights(in: conversation, where: InsightRows.previousInsights, .integer(place.position))
    case .found: try insights(in: conversation, where: InsightRows.found)
    }
  }

  private func insights(
    in conversation: LoadedConversation, where condition: String, _ values: PostgresValue...
  ) throws -> [Insight] {
    var found: [Insight] = []
    try connection.scan(
      "SELECT \(InsightRows.columns) FROM insights i WHERE i.conversation = ? AND \(condition) ORDER BY i.key",
      [.integer(conversation.key)] + values
    ) {
      found.append(try InsightRows.insight($0))
      return true
    }
    return found
  }

  func save(_ insight: Insight, in conversation: LoadedConversation) throws {
    let positions = try insight.citations.compactMap { message in
      try connection.first("SELECT position FROM messages WHERE id = ?", .id(message)) { $0.integer("position") }
    }
    try InsightRows.save(insight, conversation: conversation.key, positions: positions, on: connection)
  }

  func saveIntelligence(_ isOn: Bool, in conversation: LoadedConversation) throws {
    try connection.queue(
      "UPDATE conversations SET isIntelligenceOff = ? WHERE key = ?", .flag(!isOn), .integer(conversation.key))
    let (start, end) = (conversation.position(of: 0), conversation.position(of: 0xFFFF_FFFF))
    guard !isOn else { return try due.addAll(from: start, to: end) }
    for table in ["due", "vectors", "remoteVectors", "signals"] {
      try connection.queue(
        "DELETE FROM \(table) WHERE position > ? AND position < ?", .integer(start), .integer(end))
    }
  }
}

// MARK: - The pipeline

extension CommandWriter {
  var due: DueList { DueList(connection: connection) }

  func makeDue(_ place: MessagePlace) throws { try due.add(place) }
  func finish(_ place: MessagePlace) throws { try due.finish(place.ordinal) }
  func start(_ messages: [MessageID]) throws { try due.start(messages) }
  func reviveDead() throws { try due.reviveDead() }
  func didWork() throws {}

  func postpone(_ place: MessagePlace, reason: String, retryAt: Timestamp?) throws {
    try due.postpone(place.ordinal, reason: reason, retryAt: retryAt)
  }

  func keep(_ work: MessageWork, at place: MessagePlace) throws {
    if let embedding = work.embedding, let embedder = work.embedder {
      try connection.queue(
        """
        INSERT INTO vectors (position, embedder, bytes) VALUES (?, ?, ?)
        ON CONFLICT (position) DO UPDATE SET embedder = excluded.embedder, bytes = excluded.bytes
        """,
        .integer(place.position),
        .text(embedder), .bytes(embedding))
    } else {
      try connection.queue("DELETE FROM vectors WHERE position = ?", .integer(place.position))
    }
    guard let signals = work.signals else {
      try connection.queue("DELETE FROM signals WHERE position = ?", .integer(place.position))
      return
    }
    try connection.queue(
      """
      INSERT INTO signals
      (position, action, decision, scheduling, urgency, isQuestion, urgentWords, model) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (position) DO UPDATE SET action = excluded.action, decision = excluded.decision, scheduling
        = excluded.scheduling, urgency = excluded.urgency, isQuestion = excluded.isQuestion, urgentWords =
        excluded.urgentWords, model = excluded.model
      """, .integer(place.position), .real(signals.action), .real(signals.decision), .real(signals.scheduling),
      .real(signals.urgency), .flag(signals.isQuestion), .list(signals.urgentWords), .text(signals.model))
  }

  func keep(_ vector: RemoteVector, of model: String, at place: MessagePlace) throws {
    try connection.queue(
      """
      INSERT INTO remoteVectors (position, model, width, bytes) VALUES (?, ?, ?, ?)
      ON CONFLICT (position) DO UPDATE SET model = excluded.model, width = excluded.width, bytes =
        excluded.bytes
      """,
      .integer(place.position), .text(model), .integer(Int64(vector.bytes.count)), .bytes(vector.bytes))
  }
}
