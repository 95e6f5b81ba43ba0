import Domain

/// What a member's mark or change does.
package struct MarkRuling: Sendable {
  /// To be saved, under the conversation's next revision; `nil` when nothing changes.
  package let changed: Insight?
  package let answer: CommandAnswer
}

extension Rules.Insights {
  /// A member marks something, or writes a task, which needs no message. `known` has its id
  /// already: answered when it is theirs, or was found, and of this conversation; else `conflict`.
  /// `sources` are the messages that it names, those of this conversation only. Its owner must be
  /// present: else `invalid`.
  package static func put(
    _ insight: Insight, by asker: UserID, in state: ConversationState, known: PlacedInsight?,
    sources: [MessageID: SourceState], at time: Timestamp
  ) throws(Refusal) -> MarkRuling {
    try state.authorize(.changeInsight, asker)
    if let known {
      guard known.conversation == state.id, known.insight.createdBy ?? asker == asker else {
        throw Refusal(.conflict, "That insight id is in use.")
      }
      return MarkRuling(changed: nil, answer: CommandAnswer(.insight(known.insight)))
    }
    for message in insight.citations {
      guard let source = sources[message], !source.isDeleted else {
        throw Refusal(.invalid, "An insight rests on messages of its conversation.")
      }
    }
    let isWritten = insight.kind == .actionItem && insight.createdBy == asker
    guard !insight.citations.isEmpty || isWritten, Set(insight.citations).count == insight.citations.count else {
      throw Refusal(.invalid, "An insight names the messages that it rests on, each once.")
    }
    try checkOwner(insight.owner, in: state)
    let row = Insight(
      id: insight.id, rev: state.nextRev, kind: insight.kind, text: try InsightRules.validatedText(insight.text),
      citations: insight.citations, owner: insight.owner, ownerName: insight.ownerName, dueAt: insight.dueAt,
      dueText: insight.dueText, participants: insight.participants, tags: try InsightRules.validatedTags(insight.tags),
      context: insight.context, confidence: insight.confidence, reason: insight.reason, model: insight.model,
      createdBy: asker, createdAt: time)
    return ruling(on: row, in: state)
  }

  /// `known` is the insight with that id, wherever it is. One of another conversation or withdrawn
  /// is `notFound`.
  package static func change(
    _ known: PlacedInsight?, _ change: InsightChange, by asker: UserID, in state: ConversationState, at time: Timestamp
  ) throws(Refusal) -> MarkRuling {
    try state.authorize(.changeInsight, asker)
    guard let known, known.conversation == state.id, known.insight.status != .withdrawn else { throw Refusal.notFound }
    try checkOwner(change.owner, in: state)
    for user in change.participants ?? [] { try checkOwner(user, in: state) }
    var row = try InsightRules.applying(change, to: known.insight)
    guard row != known.insight else { return MarkRuling(changed: nil, answer: CommandAnswer(.insight(row))) }
    row.rev = state.nextRev
    row.updatedAt = time
    if row.status != known.insight.status {
      row.completedAt = row.kind == .actionItem && row.status == .done ? time : nil
    }
    return ruling(on: row, in: state)
  }

  /// What is to be heard of insights that were saved under the next revision, and take it; nothing
  /// for none.
  package static func announced(_ rows: [Insight], in state: ConversationState) -> [FeedChange] {
    guard !rows.isEmpty else { return [] }
    let delta = FeedDelta(feed: state.feed, fromRev: state.rev, toRev: state.nextRev, insights: rows)
    return [.delta(delta, audience: state.audience)]
  }

  private static func ruling(on row: Insight, in state: ConversationState) -> MarkRuling {
    MarkRuling(changed: row, answer: CommandAnswer(.insight(row), changes: announced([row], in: state)))
  }

  private static func checkOwner(_ owner: UserID?, in state: ConversationState) throws(Refusal) {
    guard let owner, state.presentMember(owner) == nil else { return }
    throw Refusal(.invalid, "The owner is not a member of the conversation.")
  }
}
