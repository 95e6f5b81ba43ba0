import Domain

// MARK: - By members

extension StoreTransaction {
  func perform(_ command: InsightCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .put(let asker, let id, let insight):
      let conversation = try conversation(id)
      let sources = try sources(insight.citations, in: conversation)
      let ruling = try Rules.Insights.put(
        insight, by: asker, in: conversation.state, known: self.insight(insight.id), sources: sources, at: time)
      return try save(ruling, in: conversation)
    case .change(let asker, let id, let insight, let change):
      let conversation = try conversation(id)
      let ruling = try Rules.Insights.change(
        self.insight(insight), change, by: asker, in: conversation.state, at: time)
      return try save(ruling, in: conversation)
    case .setIntelligence(let asker, let id, let isOn):
      return try setIntelligence(isOn, in: conversation(id), by: asker, at: time)
    }
  }

  private func setIntelligence(
    _ isOn: Bool, in conversation: LoadedConversation, by asker: UserID, at time: Timestamp
  ) throws -> CommandAnswer {
    let found = isOn ? [] : try insights(.found, in: conversation)
    let change = try Rules.Insights.setIntelligence(isOn, in: conversation.state, by: asker, found: found, at: time)
    guard change.row != nil else { return change.answer }
    try saveIntelligence(isOn, in: conversation)
    if !isOn { try eraseRecords(.about(conversation, of: nil)) }
    return try save(change, in: conversation)
  }

  private func save(_ ruling: MarkRuling, in conversation: LoadedConversation) throws -> CommandAnswer {
    guard let insight = ruling.changed else { return ruling.answer }
    try save(insight, in: conversation)
    advance(conversation)
    return ruling.answer
  }

  /// Saves the rows and makes the messages due.
  func save(_ revision: InsightRevision, in conversation: LoadedConversation) throws {
    for insight in revision.rows { try save(insight, in: conversation) }
    guard conversation.state.row.isIntelligenceOn else { return }
    for message in revision.due {
      if let source = try source(message, in: conversation) { try makeDue(source.place) }
    }
  }

  /// The message if it is in this conversation.
  func source(_ message: MessageID, in conversation: LoadedConversation) throws -> StoredSource? {
    try source(message).flatMap { $0.place.conversation == conversation.key ? $0 : nil }
  }

  /// Those of the messages that are in this conversation.
  private func sources(
    _ messages: [MessageID], in conversation: LoadedConversation
  ) throws -> [MessageID: SourceState] {
    var found: [MessageID: SourceState] = [:]
    for message in messages where found[message] == nil {
      found[message] = try source(message, in: conversation)?.state
    }
    return found
  }
}

// MARK: - By the pipeline

extension StoreTransaction {
  func perform(_ command: PipelineCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .record(let works): return try record(works, at: time)
    case .start(let messages): try start(messages)
    case .postpone(let message, let id, let reason, let retryAt):
      guard let conversation = try loadedConversation(id), conversation.state.row.isIntelligenceOn,
        let source = try source(message, in: conversation)
      else { return .done }
      try postpone(source.place, reason: Rules.Insights.kept(reason), retryAt: retryAt)
      try didWork()
    case .keepVectors(let model, let vectors): try keep(vectors, of: model)
    case .reviveDead: try reviveDead()
    }
    return .done
  }

  /// Keeps what came of the messages that still have the revision that was worked on. One revision
  /// for each conversation whose insights changed.
  private func record(_ works: [MessageWork], at time: Timestamp) throws -> CommandAnswer {
    try Rules.Insights.checkVectors(of: works)
    var order: [ConversationID] = []
    var groups: [ConversationID: [MessageWork]] = [:]
    for work in works {
      if groups[work.conversation] == nil { order.append(work.conversation) }
      groups[work.conversation, default: []].append(work)
    }
    var answer = CommandAnswer.done
    for id in order {
      guard let conversation = try loadedConversation(id), conversation.state.row.isIntelligenceOn else { continue }
      var changed = ChangedInsights()
      for work in groups[id] ?? [] {
        changed.add(try record(work, in: conversation, at: time, &answer))
      }
      guard !changed.rows.isEmpty else { continue }
      answer.changes += Rules.Insights.announced(changed.rows, in: conversation.state)
      advance(conversation)
    }
    try didWork()
    return answer
  }

  private func record(
    _ work: MessageWork, in conversation: LoadedConversation, at time: Timestamp, _ answer: inout CommandAnswer
  ) throws -> [Insight] {
    guard let message = try source(work.message, in: conversation) else { return [] }
    let known = try state(of: work, on: message, in: conversation)
    switch Rules.Insights.record(work, on: known, in: conversation.state, at: time) {
    case .outdated: return []
    case .again: try makeDue(message.place)
    case .finished: try finish(message.place)
    case .kept(let revision):
      try finish(message.place)
      try keep(work, at: message.place)
      try save(revision, in: conversation)
      if let priorities = work.priorities {
        answer.changes += try keep(priorities, of: work.message, in: conversation, at: time)
      }
      return revision.rows
    }
    return []
  }

  private func state(
    of work: MessageWork, on message: StoredSource, in conversation: LoadedConversation
  ) throws -> WorkState {
    let named = work.others.map(\.message) + work.insights.flatMap(\.citations)
    var sources = try sources(named.filter { $0 != work.message }, in: conversation)
    sources[work.message] = message.state
    let inUse = try work.insights.map(\.id).filter { try insight($0) != nil }
    // Most messages say nothing: then nobody need look for marks.
    let marked =
      work.insights.isEmpty
      ? []
      : try insights(.citing(message.place), in: conversation)
        .filter { $0.createdBy != nil && $0.citations.first == work.message }
    return WorkState(
      sources: sources, previousInsights: try insights(.previousInsights(message.place), in: conversation),
      markedKinds: Set(marked.map(\.kind)), idsInUse: Set(inUse))
  }

  /// Keeps vectors of a model elsewhere.
  private func keep(_ vectors: [RemoteVector], of model: String) throws {
    try Rules.Insights.checkVectors(vectors)
    for vector in vectors {
      guard let conversation = try loadedConversation(vector.conversation), conversation.state.row.isIntelligenceOn,
        let source = try source(vector.message, in: conversation), Rules.Insights.keeps(vector, of: source.state)
      else { continue }
      try keep(vector, of: model, at: source.place)
    }
  }
}

// MARK: - Private records

extension StoreTransaction {
  func perform(_ command: RecordCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .put(let record):
      try put(record)
      guard record.collection == .preferences else { break }
      try planDigest(of: account(record.user), RecordBody.decode(record.body), at: time)
    case .erase(let user, let collection, let id): try eraseRecords(.one(user, collection, id: id))
    case .eraseAll(let user, let collection): try eraseRecords(.all(user, collection))
    case .eraseExpired: try eraseRecords(.expired(time))
    }
    return .done
  }

  /// Refuses with `notFound` what would outlive its sources: a message that is gone or was edited
  /// after the record was made, a conversation that its user is no longer in, or whose intelligence
  /// was switched off.
  func put(_ record: PrivateRecord) throws {
    let tokens = try Rules.Records.tokens(of: record)
    let account = try account(record.user).number
    let sources = try Set(record.sources).map { message in
      let source = try source(message)
      try Rules.Records.check(source?.state, of: record)
      guard let source else { throw Refusal.notFound }
      return source.place
    }
    var conversations: [Int64: LoadedConversation] = [:]
    for id in record.conversations {
      let conversation = try conversation(id)
      conversations[conversation.key] = conversation
    }
    for key in Set(sources.map(\.conversation)) where conversations[key] == nil {
      conversations[key] = try loadedConversation(key: key)
    }
    for conversation in conversations.values {
      try Rules.Records.check(
        isMember: conversation.state.presentMember(record.user) != nil,
        isIntelligenceOn: conversation.state.row.isIntelligenceOn)
    }
    // Replaced as a whole, so that nothing of the former body stays.
    try eraseRecords(.one(record.user, record.collection, id: record.id))
    try insert(
      record, of: account, tokens: tokens, sources: sources, conversations: Array(conversations.values))
    if record.collection.isOfPriority { try review(record.user, at: record.createdAt) }
  }
}
