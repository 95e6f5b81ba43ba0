import Domain
import ServerCore

// MARK: - By members

extension CommandWriter {
  func put(
    _ insight: Insight, by asker: UserID, in conversation: ConversationID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.changeInsight, asker, conversation)
    if let known = try self.insight(insight.id) {
      guard known.conversation == state.key, known.insight.createdBy ?? asker == asker else {
        throw Refusal(.conflict, "That insight id is in use.")
      }
      return Applied(result: .success(.insight(known.insight)))
    }
    let positions = try insight.citations.map { try readable($0, in: state) }
    guard !positions.isEmpty, Set(positions).count == positions.count else {
      throw Refusal(.invalid, "An insight names the messages that it rests on, each once.")
    }
    if let owner = insight.owner { try checkPresent(owner, in: state) }
    let row = Insight(
      id: insight.id, rev: state.rev + 1, kind: insight.kind, text: try InsightRules.validatedText(insight.text),
      citations: insight.citations, owner: insight.owner, ownerName: insight.ownerName, dueAt: insight.dueAt,
      dueText: insight.dueText, participants: insight.participants, tags: try InsightRules.validatedTags(insight.tags),
      context: insight.context, confidence: insight.confidence, reason: insight.reason, model: insight.model,
      createdBy: asker, createdAt: time)
    try InsightRows.save(row, conversation: state.key, positions: positions, on: connection)
    return Applied(result: .success(.insight(row)), changes: announce([row], in: state))
  }

  func change(
    _ id: InsightID, _ change: InsightChange, by asker: UserID, in conversation: ConversationID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.changeInsight, asker, conversation)
    guard let known = try insight(id), known.conversation == state.key, known.insight.status != .withdrawn else {
      throw Refusal.notFound
    }
    if let owner = change.owner { try checkPresent(owner, in: state) }
    var row = try InsightRules.applying(change, to: known.insight)
    guard row != known.insight else { return Applied(result: .success(.insight(row))) }
    try markErased()
    row.rev = state.rev + 1
    row.updatedAt = time
    try InsightRows.save(
      row, conversation: state.key, positions: try positions(of: row.citations), on: connection)
    return Applied(result: .success(.insight(row)), changes: announce([row], in: state))
  }

  private func checkPresent(_ user: UserID, in state: ConversationState) throws(Refusal) {
    guard state.presentEntry(of: user) != nil else {
      throw Refusal(.invalid, "The owner is not a member of the conversation.")
    }
  }

  /// The position of a message of the conversation that is not deleted. Throws `invalid` for any other.
  private func readable(_ message: MessageID, in state: ConversationState) throws -> Int64 {
    guard let found = try workedMessage(message, in: state), !found.isDeleted else {
      throw Refusal(.invalid, "An insight rests on messages of its conversation.")
    }
    return found.position
  }
}

// MARK: - By the pipeline

extension CommandWriter {
  /// Replaces what was found in a message before by what was found in it now; answers the rows that changed, saved under the next revision.
  func keepInsights(
    of work: MessageWork, instead standing: [Insight], at position: Int64, in state: ConversationState, time: Timestamp
  ) throws -> [Insight] {
    var earlier = standing
    guard !(earlier.isEmpty && work.insights.isEmpty) else { return [] }
    if !earlier.isEmpty { try markErased() }
    var rows: [Insight] = []
    for found in work.insights where found.status != .withdrawn {
      let (citations, positions) = try cited(by: found, main: work.message, at: position, in: state)
      var row = found.found(rev: state.rev + 1, citations: citations, at: time)
      if let owner = row.owner, state.presentEntry(of: owner) == nil { row.owner = nil }
      let same = earlier.firstIndex { $0.id == found.id } ?? earlier.firstIndex { $0.kind == found.kind }
      if let index = same {
        let old = earlier.remove(at: index)
        guard let revised = old.revised(by: row) else { continue }
        row = revised
      } else if try insight(row.id) != nil {
        // Only a broken caller uses an id again: what is stored under it stays.
        continue
      }
      try InsightRows.save(row, conversation: state.key, positions: positions, on: connection)
      rows.append(row)
    }
    for lost in earlier {
      if let row = try lose(lost, from: work.message, in: state, time: time) { rows.append(row) }
    }
    return rows
  }

  /// What becomes of something that a message said before and does not say any more; `nil` when nothing changes. A text that a member wrote stays for
  /// as long as its messages do, with what else members set. All other words may be no longer there: they go at once, and what is left of its
  /// messages is looked at again.
  private func lose(
    _ lost: Insight, from message: MessageID, in state: ConversationState, time: Timestamp
  ) throws -> Insight? {
    var row = InsightRules.withoutFindings(lost, standIn: "")
    if row.text.isEmpty {
      for other in lost.citations where other != message { try makeDue(other, in: state) }
      row = lost.withdrawn(rev: state.rev + 1, at: time)
    } else {
      guard row != lost else { return nil }
      row.rev = state.rev + 1
      row.updatedAt = time
    }
    try InsightRows.save(row, conversation: state.key, positions: try positions(of: row.citations), on: connection)
    return row
  }

  /// What happens to the intelligence's work when one of its messages was edited or deleted under the next-to-announce revision `rev`:
  /// private records fall, the message is due; of a deleted one nothing stays. Answers the insight rows that changed.
  func followChange(
    of message: MessageID, at position: Int64, ordinal: Int64, isDeleted: Bool, in state: ConversationState,
    rev: Int64, time: Timestamp
  ) throws -> [Insight] {
    try eraseRecords("key IN (SELECT record FROM recordSources WHERE position = ?)", .integer(position))
    // It is of words that are no longer there, and only its own model can make another.
    try connection.run("DELETE FROM remoteVectors WHERE position = ?", .integer(position))
    if state.isIntelligenceOn { try due.add(ordinal) }
    let citing = try insights(
      in: state,
      where: "i.key IN (SELECT insight FROM insightCitations WHERE position = ?)", .integer(position))
    guard isDeleted else {
      // The message that an insight was found in is the one to work on again.
      for insight in citing where insight.createdBy == nil && insight.citations.first != message {
        try makeDue(insight.citations.first, in: state)
      }
      return []
    }
    try connection.run("DELETE FROM vectors WHERE position = ?", .integer(position))
    try connection.run("DELETE FROM signals WHERE position = ?", .integer(position))
    return try citing.map { insight in
      guard insight.createdBy == nil, insight.edited.isEmpty else {
        return try drop(message, from: insight, in: state, rev: rev, time: time)
      }
      // What was found may quote the message: it goes at once, and what is left of its messages is looked at again.
      for other in insight.citations where other != message { try makeDue(other, in: state) }
      let row = insight.withdrawn(rev: rev, at: time)
      try InsightRows.save(row, conversation: state.key, positions: [], on: connection)
      return row
    }
  }

  /// Takes a message from what an insight rests on, and withdraws the insight when it was the last. Of what was found only what members changed stays: until
  /// it is looked at again, the beginning of the main message that is left stands in for words that no member wrote.
  private func drop(
    _ message: MessageID, from insight: Insight, in state: ConversationState, rev: Int64? = nil, time: Timestamp
  ) throws -> Insight {
    let rev = rev ?? state.rev + 1
    let citations = insight.citations.filter { $0 != message }
    var row = insight
    if citations.isEmpty {
      row = insight.withdrawn(rev: rev, at: time)
    } else {
      if insight.createdBy == nil {
        row = InsightRules.withoutFindings(row, standIn: InsightRules.opening(of: try text(of: citations[0])))
        try makeDue(citations[0], in: state)
      }
      row.rev = rev
      row.updatedAt = time
      row.citations = citations
      // It may quote the message.
      row.context = nil
    }
    try InsightRows.save(row, conversation: state.key, positions: try positions(of: citations), on: connection)
    return row
  }

  /// Has the pipeline work on a message again.
  func makeDue(_ message: MessageID?, in state: ConversationState) throws {
    guard let message, state.isIntelligenceOn, let found = try workedMessage(message, in: state) else { return }
    try due.add(found.ordinal)
  }

  /// The main message first, then the others that are there.
  private func cited(
    by insight: Insight, main: MessageID, at position: Int64, in state: ConversationState
  ) throws -> (citations: [MessageID], positions: [Int64]) {
    var (citations, positions) = ([main], [position])
    for other in insight.citations where !citations.contains(other) {
      guard let found = try workedMessage(other, in: state), !found.isDeleted else { continue }
      citations.append(other)
      positions.append(found.position)
    }
    return (citations, positions)
  }
}

// MARK: - Rows

extension CommandWriter {
  /// Oldest first.
  func insights(
    in state: ConversationState, where condition: String, _ values: SQLiteValue...
  ) throws -> [Insight] {
    var found: [Insight] = []
    try connection.scan(
      "SELECT \(InsightRows.columns) FROM insights i WHERE i.conversation = ? AND \(condition) ORDER BY i.key",
      [.integer(state.key)] + values
    ) {
      found.append(try InsightRows.insight($0))
      return true
    }
    return found
  }

  private func insight(_ id: InsightID) throws -> (conversation: Int64, insight: Insight)? {
    try connection.first(
      "SELECT \(InsightRows.columns), i.conversation FROM insights i WHERE i.id = ?", .id(id)
    ) { (conversation: $0.integer(20), insight: try InsightRows.insight($0)) }
  }

  private func text(of message: MessageID) throws -> String {
    try connection.first("SELECT text FROM messages WHERE id = ?", .id(message)) { $0.text(0) } ?? ""
  }

  private func positions(of messages: [MessageID]) throws -> [Int64] {
    try messages.compactMap { message in
      try connection.first("SELECT position FROM messages WHERE id = ?", .id(message)) { $0.integer(0) }
    }
  }
}

extension Insight {
  /// As the store keeps what the pipeline found.
  fileprivate func found(rev: Int64, citations: [MessageID], at time: Timestamp) -> Insight {
    var copy = Insight(
      id: id, rev: rev, kind: kind, status: status, text: text, citations: citations, owner: owner,
      ownerName: ownerName, dueAt: dueAt, dueText: dueText, participants: participants, tags: tags, context: context,
      confidence: confidence, reason: reason, model: model, createdAt: createdAt, updatedAt: time)
    copy.isEdited = false
    return copy
  }

  /// This one as it reads after its message was worked on again; `nil` when nothing has changed. What members changed stays, and nothing else.
  fileprivate func revised(by other: Insight) -> Insight? {
    var copy = self
    copy.citations = other.citations
    copy.participants = other.participants
    copy.context = other.context
    copy.confidence = other.confidence
    copy.reason = other.reason
    copy.model = other.model
    if !edited.contains(.text) { copy.text = other.text }
    if !edited.contains(.owner) { (copy.owner, copy.ownerName) = (other.owner, other.ownerName) }
    if !edited.contains(.due) { (copy.dueAt, copy.dueText) = (other.dueAt, other.dueText) }
    if !edited.contains(.tags) { copy.tags = other.tags }
    guard copy != self else { return nil }
    copy.rev = other.rev
    copy.updatedAt = other.updatedAt
    return copy
  }
}
