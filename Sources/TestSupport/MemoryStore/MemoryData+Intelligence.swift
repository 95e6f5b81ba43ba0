import Domain
import ServerCore

extension MemoryData {
  mutating func apply(_ command: PipelineCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .record(let works): return try record(works, at: time)
    case .start(let ids):
      for ordinal in ids.compactMap({ ordinals[$0] }) { messages[ordinal].due?.starts += 1 }
    case .postpone(let id, let conversation, let reason, let retryAt):
      guard message(id, in: conversation)?.due != nil, let ordinal = ordinals[id] else { return .done }
      let failures = (messages[ordinal].due?.failures ?? 0) + 1
      messages[ordinal].due = Due(at: retryAt, failures: failures, reason: reason)
    case .keepVectors(let model, let vectors):
      try Rules.Insights.checkVectors(vectors)
      for vector in vectors where rooms[vector.conversation]?.state.row.isIntelligenceOn == true {
        guard Rules.Insights.keeps(vector, of: source(vector.message, in: vector.conversation)),
          let ordinal = ordinals[vector.message]
        else { continue }
        messages[ordinal].remote = (model, vector.bytes)
      }
    case .reviveDead:
      for ordinal in messages.indices where messages[ordinal].due.map({ $0.at == nil }) ?? false {
        messages[ordinal].due = Due()
      }
    }
    return .done
  }

  private mutating func record(_ works: [MessageWork], at time: Timestamp) throws -> CommandAnswer {
    try Rules.Insights.checkVectors(of: works)
    var answer = CommandAnswer.done
    var changed: [ConversationID: ChangedInsights] = [:]
    for work in works where rooms[work.conversation]?.state.row.isIntelligenceOn == true {
      let rows = record(work, in: try room(work.conversation).state, at: time)
      changed[work.conversation, default: ChangedInsights()].add(rows)
    }
    for (id, insights) in changed where !insights.rows.isEmpty {
      answer.changes += Rules.Insights.announced(insights.rows, in: try room(id).state)
      rooms[id]?.state.didAdvance()
    }
    return answer
  }

  private mutating func record(_ work: MessageWork, in state: ConversationState, at time: Timestamp) -> [Insight] {
    guard let ordinal = ordinals[work.message] else { return [] }
    var sources: [MessageID: SourceState] = [:]
    for id in [work.message] + work.others.map(\.message) + work.insights.flatMap(\.citations) {
      sources[id] = source(id, in: state.id)
    }
    let known = WorkState(
      sources: sources, standing: standing(of: work.message, in: state.id), idsInUse: Set(insights.map(\.id)))
    switch Rules.Insights.record(work, on: known, in: state, at: time) {
    case .outdated: return []
    case .again: messages[ordinal].due = Due()
    case .finished: messages[ordinal].due = nil
    case .kept(let revision):
      messages[ordinal].due = nil
      messages[ordinal].vector = work.embedding.map { (work.embedder ?? "", $0) }
      messages[ordinal].signals = work.signals
      save(revision, in: state.id)
      return revision.rows
    }
    return []
  }

  private func source(_ id: MessageID, in conversation: ConversationID) -> SourceState? {
    message(id, in: conversation).map { SourceState(rev: $0.message.rev, isDeleted: $0.message.isDeleted) }
  }

  func standing(of message: MessageID, in conversation: ConversationID) -> [Insight] {
    insights(of: conversation).filter {
      $0.createdBy == nil && $0.status != .withdrawn && $0.citations.first == message
    }
  }

  mutating func save(_ revision: InsightRevision, in conversation: ConversationID) {
    for row in revision.rows {
      if let index = insights.firstIndex(where: { $0.id == row.id }) {
        insights[index].insight = row
      } else {
        insights.append(PlacedInsight(conversation: conversation, insight: row))
      }
    }
    guard rooms[conversation]?.state.row.isIntelligenceOn == true else { return }
    for id in revision.due where message(id, in: conversation) != nil {
      if let ordinal = ordinals[id] { messages[ordinal].due = Due() }
    }
  }

  mutating func apply(_ command: InsightCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .put(let asker, let id, let insight):
      let state = try room(id).state
      var sources: [MessageID: SourceState] = [:]
      for message in insight.citations { sources[message] = source(message, in: id) }
      return save(
        try Rules.Insights.put(
          insight, by: asker, in: state, known: insights.first { $0.id == insight.id }, sources: sources, at: time),
        in: id)
    case .change(let asker, let id, let insight, let change):
      let known = insights.first { $0.id == insight }
      return save(try Rules.Insights.change(known, change, by: asker, in: room(id).state, at: time), in: id)
    case .setIntelligence(let asker, let id, let isOn):
      let room = try room(id)
      let found = insights(of: id).filter { $0.createdBy == nil && $0.status != .withdrawn }
      let change = try Rules.Insights.setIntelligence(isOn, in: room.state, by: asker, found: found, at: time)
      guard change.row != nil else { return change.answer }
      for ordinal in room.ordinals {
        messages[ordinal].due = isOn ? Due() : nil
        guard !isOn else { continue }
        (messages[ordinal].vector, messages[ordinal].remote, messages[ordinal].signals) = (nil, nil, nil)
      }
      if !isOn { records.removeAll { $0.conversations.contains(id) } }
      return save(change, in: id)
    }
  }

  private mutating func save(_ ruling: MarkRuling, in id: ConversationID) -> CommandAnswer {
    guard let row = ruling.changed else { return ruling.answer }
    save(InsightRevision(rows: [row]), in: id)
    rooms[id]?.state.didAdvance()
    return ruling.answer
  }

  mutating func apply(_ command: RecordCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .put(let record):
      let tokens = try Rules.Records.tokens(of: record)
      _ = try account(record.user)
      var conversations = Set(record.conversations)
      for id in record.sources {
        let entry = ordinals[id].map { messages[$0] }
        try Rules.Records.check(
          entry.map { RecordSource(isDeleted: $0.message.isDeleted, editedAt: $0.message.editedAt) }, of: record)
        if let entry { conversations.insert(entry.conversation) }
      }
      for state in try conversations.map({ try room($0).state }) {
        try Rules.Records.check(
          isMember: state.presentMember(record.user) != nil, isIntelligenceOn: state.row.isIntelligenceOn)
      }
      erase { $0.user == record.user && $0.collection == record.collection && $0.id == record.id }
      records.append(Record(record: record, conversations: conversations, tokens: tokens))
    case .erase(let user, let collection, let id):
      erase { $0.user == user && $0.collection == collection && $0.id == id }
    case .eraseAll(let user, let collection): erase { $0.user == user && $0.collection == collection }
    case .eraseExpired: erase { $0.expiresAt.map { $0 <= time } ?? false }
    }
    return .done
  }

  private mutating func erase(_ isErased: (PrivateRecord) -> Bool) {
    records.removeAll { isErased($0.record) }
  }
}
