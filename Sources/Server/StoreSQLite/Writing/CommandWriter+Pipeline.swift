import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: PipelineCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .record(let works): return try record(works, at: time)
    case .start(let messages): try due.start(messages)
    case .postpone(let message, let conversation, let reason, let retryAt):
      try postpone(message, in: conversation, reason: reason, retryAt: retryAt)
    case .keepVectors(let model, let vectors): try keep(vectors, of: model)
    case .reviveDead: try due.reviveDead()
    }
    return .done
  }

  var due: DueList { DueList(connection: connection) }

  /// Moves the pipeline's cursor over messages that are due no more because their conversation's intelligence was switched off.
  /// Posting there writes nothing for the pipeline, so somebody has to, now and then.
  func skipSwitchedOff() throws {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM conversations WHERE isIntelligenceOff = 1)") != 0,
      try due.next() != nil
    else { return }
    do {
      try connection.run("BEGIN IMMEDIATE")
      try due.advance()
      try connection.run("COMMIT")
    } catch {
      connection.rollback()
      throw error
    }
  }

  private func postpone(
    _ message: MessageID, in conversation: ConversationID, reason: String, retryAt: Timestamp?
  ) throws {
    guard let cached = try cache.conversation(conversation), cached.state.row.isIntelligenceOn,
      let worked = try workedMessage(message, in: cached)
    else { return }
    try due.postpone(worked.ordinal, reason: String(reason.prefix(500)), retryAt: retryAt)
    try due.advance()
  }

  struct WorkedMessage {
    let position: Int64
    let ordinal: Int64
    let source: SourceState
  }

  /// The message as the pipeline needs it, if it is in this conversation.
  func workedMessage(_ id: MessageID, in cached: CachedConversation) throws -> WorkedMessage? {
    let found = try connection.first(
      """
      SELECT position, ordinal, coalesce(changedRev, postRev) AS rev, deletedAt IS NOT NULL AS isDeleted
      FROM messages WHERE id = ?
      """, .id(id)
    ) {
      WorkedMessage(
        position: $0.integer("position"), ordinal: $0.integer("ordinal"),
        source: SourceState(rev: $0.integer("rev"), isDeleted: $0.flag("isDeleted")))
    }
    guard let found, MessageRows.conversation(found.position) == cached.key else { return nil }
    return found
  }

  /// Those of the messages that are in this conversation.
  func workedMessages(
    _ ids: [MessageID], in cached: CachedConversation
  ) throws -> [MessageID: WorkedMessage] {
    var found: [MessageID: WorkedMessage] = [:]
    for id in ids where found[id] == nil { found[id] = try workedMessage(id, in: cached) }
    return found
  }

  /// Keeps what came of the messages that still have the revision that was worked on. One revision for each conversation whose insights changed.
  private func record(_ works: [MessageWork], at time: Timestamp) throws -> CommandAnswer {
    try Rules.Insights.checkVectors(of: works)
    var order: [ConversationID] = []
    var groups: [ConversationID: [MessageWork]] = [:]
    for work in works {
      if groups[work.conversation] == nil { order.append(work.conversation) }
      groups[work.conversation, default: []].append(work)
    }
    var answer = CommandAnswer.done
    for conversation in order {
      guard let cached = try cache.conversation(conversation), cached.state.row.isIntelligenceOn else { continue }
      var rows = ChangedInsights()
      for work in groups[conversation] ?? [] { rows.add(try record(work, in: cached, at: time)) }
      guard !rows.rows.isEmpty else { continue }
      answer.changes += Rules.Insights.announced(rows.rows, in: cached.state)
      advance(cached)
    }
    try due.advance()
    return answer
  }

  private func record(_ work: MessageWork, in cached: CachedConversation, at time: Timestamp) throws -> [Insight] {
    guard let message = try workedMessage(work.message, in: cached) else { return [] }
    let known = try workState(of: work, message, in: cached)
    switch Rules.Insights.record(work, on: known, in: cached.state, at: time) {
    case .outdated: return []
    case .again:
      try due.add(message.ordinal)
      return []
    case .finished:
      try due.finish(message.ordinal)
      return []
    case .kept(let revision):
      try due.finish(message.ordinal)
      try keepVector(of: work, at: message.position)
      try keepSignals(work.signals, at: message.position)
      if !known.standing.isEmpty { try markErased() }
      try save(revision, in: cached)
      return revision.rows
    }
  }

  private func workState(
    of work: MessageWork, _ message: WorkedMessage, in cached: CachedConversation
  ) throws -> WorkState {
    let named = work.others.map(\.message) + work.insights.flatMap(\.citations)
    var sources = try workedMessages(named.filter { $0 != work.message }, in: cached).mapValues(\.source)
    sources[work.message] = message.source
    var inUse: Set<InsightID> = []
    for insight in work.insights
    where try connection.integer("SELECT count(*) FROM insights WHERE id = ?", .id(insight.id)) > 0 {
      inUse.insert(insight.id)
    }
    return WorkState(
      sources: sources, standing: try insights(in: cached, where: InsightRows.standing, .integer(message.position)),
      idsInUse: inUse)
  }

  private func keepVector(of work: MessageWork, at position: Int64) throws {
    guard let embedding = work.embedding, let embedder = work.embedder else {
      try connection.run("DELETE FROM vectors WHERE position = ?", .integer(position))
      return
    }
    try connection.run(
      "INSERT OR REPLACE INTO vectors (position, embedder, bytes) VALUES (?, ?, ?)", .integer(position),
      .text(embedder), .bytes(embedding))
  }

  /// Keeps vectors of a model elsewhere.
  private func keep(_ vectors: [RemoteVector], of model: String) throws {
    try Rules.Insights.checkVectors(vectors)
    for vector in vectors {
      guard let cached = try cache.conversation(vector.conversation), cached.state.row.isIntelligenceOn,
        let message = try workedMessage(vector.message, in: cached),
        Rules.Insights.keeps(vector, of: message.source)
      else { continue }
      try connection.run(
        "INSERT OR REPLACE INTO remoteVectors (position, model, width, bytes) VALUES (?, ?, ?, ?)",
        .integer(message.position), .text(model), .integer(Int64(vector.bytes.count)), .bytes(vector.bytes))
    }
  }

  private func keepSignals(_ signals: StoredSignals?, at position: Int64) throws {
    guard let signals else {
      try connection.run("DELETE FROM signals WHERE position = ?", .integer(position))
      return
    }
    try connection.run(
      """
      INSERT OR REPLACE INTO signals
      (position, action, decision, scheduling, urgency, isQuestion, urgentWords, model) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(position), .real(signals.action), .real(signals.decision), .real(signals.scheduling),
      .real(signals.urgency), .flag(signals.isQuestion), .list(signals.urgentWords), .text(signals.model))
  }
}
