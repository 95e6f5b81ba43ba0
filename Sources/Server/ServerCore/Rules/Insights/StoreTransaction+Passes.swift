import Domain

package enum PassCommand: Sendable {
  /// A turn at a conversation begins. `conflict` while another holds one, or before its time.
  case begin(ConversationID, PassLease, until: Timestamp)
  /// Nothing was to be read up to `seq`.
  case skip(ConversationID, PassLease, to: Int64)
  /// Keeps what a model made of the messages, with how far it has read, in one transaction. When
  /// one of the messages has changed, nothing is kept, and the turn counts as failed. A turn that
  /// is another's by now changes nothing.
  case keep(PassWork)
  /// The turn came to nothing. Unless it is `isCounted`, the messages wait for as long as it takes.
  case fail(ConversationID, PassLease, wanting: Int64, isCounted: Bool)
}

extension StoreTransaction {
  func perform(_ command: PassCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .begin(let id, let lease, let end):
      let conversation = try conversation(id)
      let state = try passState(of: conversation)
      try save(Rules.Insights.beginPass(state, lease, until: end, at: time), of: conversation)
    case .skip(let id, let lease, let seq):
      let conversation = try conversation(id)
      try end(conversation) { Rules.Insights.endPass($0, lease, readTo: seq, in: conversation.state) }
    case .fail(let id, let lease, let seq, let isCounted):
      let conversation = try conversation(id)
      try end(conversation) {
        Rules.Insights.failPass($0, lease, wanting: seq, isCounted: isCounted, in: conversation.state, at: time)
      }
    case .keep(let work): return try keep(work, at: time)
    }
    return .done
  }

  private func end(_ conversation: LoadedConversation, _ rule: (PassState) -> PassState?) throws {
    if let state = try rule(passState(of: conversation)) { try save(state, of: conversation) }
  }

  private func keep(_ work: PassWork, at time: Timestamp) throws -> CommandAnswer {
    let conversation = try conversation(work.conversation)
    let state = try passState(of: conversation)
    guard let ended = Rules.Insights.endPass(state, work.lease, readTo: work.seq, in: conversation.state) else {
      return .done
    }
    guard conversation.state.row.isIntelligenceOn else {
      try save(ended, of: conversation)
      return .done
    }
    let ground = try ground(of: work, in: conversation)
    guard let rows = Rules.Insights.found(work, on: ground, in: conversation.state, at: time) else {
      try end(conversation) {
        Rules.Insights.failPass(
          $0, work.lease, wanting: work.seq, isCounted: true, in: conversation.state, at: time)
      }
      return .done
    }
    for record in Rules.Insights.records(of: work, on: ground, in: conversation.state) { try put(record) }
    try save(ended, of: conversation)
    try save(InsightRevision(rows: rows), in: conversation)
    guard !rows.isEmpty else { return .done }
    var answer = CommandAnswer.done
    answer.changes += Rules.Insights.announced(rows, in: conversation.state)
    advance(conversation)
    return answer
  }

  private func ground(of work: PassWork, in conversation: LoadedConversation) throws -> PassGround {
    var ground = PassGround(sources: [:], insights: [])
    let cited = work.cited
    for shown in work.shown {
      guard let source = try source(shown.message, in: conversation) else { continue }
      ground.sources[shown.message] = source.state
      guard cited.contains(shown.message) else { continue }
      ground.insights += try insights(.citing(source.place), in: conversation)
    }
    for finding in work.findings {
      switch finding {
      case .new(let insight): if let known = try self.insight(insight.id) { ground.insights.append(known.insight) }
      case .refined(let id, _), .denied(let id, _):
        guard let known = try insight(id), known.conversation == work.conversation else { continue }
        ground.insights.append(known.insight)
      }
    }
    var seen = Set<InsightID>()
    ground.insights.removeAll { !seen.insert($0.id).inserted }
    return ground
  }
}
