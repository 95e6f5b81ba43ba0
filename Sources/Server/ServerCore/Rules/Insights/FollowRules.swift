import Domain

extension Rules.Insights {
  /// A message that these insights cite was edited, under the conversation's next revision: those
  /// that it was found beside something in are looked at again. Tasks that it reported are open.
  package static func followEdit(
    of message: MessageID, _ citing: [Insight], in state: ConversationState, at time: Timestamp
  ) -> InsightRevision {
    let found = citing.filter { $0.createdBy == nil && $0.citations.first != message }
    let reported = found.filter { $0.report?.message == message }
    return InsightRevision(
      rows: reported.map { opened($0, in: state, at: time) }, due: found.compactMap(\.citations.first))
  }

  private static func opened(_ task: Insight, in state: ConversationState, at time: Timestamp) -> Insight {
    var row = task.withoutReport()
    row.rev = state.nextRev
    row.updatedAt = time
    return row
  }

  /// The message whose beginning stands in for the words of this insight, should `message` be
  /// deleted; `nil` when none is needed.
  package static func standIn(for insight: Insight, without message: MessageID) -> MessageID? {
    guard insight.createdBy == nil, !insight.edited.isEmpty else { return nil }
    return insight.citations.first { $0 != message }
  }

  /// A message that these insights cite was deleted, under the conversation's next revision. What
  /// was found may quote it: it goes at once, and what is left of its messages is looked at again.
  /// A task that it reported takes nothing else from it and is open.
  /// What members marked or changed loses the message, and is withdrawn with its last. `texts` are
  /// those of the messages that `standIn` names.
  package static func followDeletion(
    of message: MessageID, _ citing: [Insight], texts: [MessageID: String], in state: ConversationState,
    at time: Timestamp
  ) -> InsightRevision {
    var revision = InsightRevision()
    for insight in citing {
      if insight.createdBy == nil, insight.report?.message == message {
        revision.rows.append(opened(insight, in: state, at: time))
        revision.due += insight.citations.prefix(1)
        continue
      }
      let left = insight.citations.filter { $0 != message }
      let isMachines = insight.createdBy == nil && insight.edited.isEmpty
      if isMachines { revision.due += left }
      guard !isMachines, let first = left.first else {
        revision.rows.append(insight.withdrawn(rev: state.nextRev, at: time))
        continue
      }
      var row = insight
      if insight.createdBy == nil {
        row = InsightRules.withoutFindings(row, standIn: InsightRules.opening(of: texts[first] ?? ""))
        revision.due.append(first)
      }
      row.rev = state.nextRev
      row.updatedAt = time
      row.citations = left
      // It may quote the message.
      if !insight.edited.contains(.context) { row.context = nil }
      revision.rows.append(row)
    }
    return revision
  }

  /// Switched off, what was found in the conversation (`found`, not withdrawn) is withdrawn. What
  /// was kept of it besides (vectors, signals, private records) goes as well, and nothing of it is
  /// due; switched on, all of it is.
  package static func setIntelligence(
    _ isOn: Bool, in state: ConversationState, by asker: UserID, found: [Insight], at time: Timestamp
  ) throws(Refusal) -> ConversationChange {
    try state.authorize(.switchIntelligence, asker)
    guard state.row.isIntelligenceOn != isOn else { return .none(state) }
    var row = state.row
    row.isIntelligenceOn = isOn
    let withdrawn = isOn ? [] : found.map { $0.withdrawn(rev: state.nextRev, at: time) }
    return state.changing(row: row, insights: withdrawn)
  }
}
