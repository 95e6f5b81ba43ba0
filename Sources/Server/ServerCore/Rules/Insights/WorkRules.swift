import Domain

extension Rules.Insights {
  /// Bytes of a vector.
  private static let vectorBytes = 384
  /// Of a vector that comes from elsewhere.
  private static let remoteWidths = 8...8_192

  /// Characters of a reason why work failed.
  private static let maximumReason = 500

  /// As much of the reason as is kept.
  static func kept(_ reason: String) -> String { String(reason.prefix(maximumReason)) }

  package static func checkVectors(of works: [MessageWork]) throws(Refusal) {
    guard works.compactMap(\.embedding).allSatisfy({ $0.count == vectorBytes }) else {
      throw Refusal(.invalid, "A vector has \(vectorBytes) bytes.")
    }
  }

  package static func checkVectors(_ vectors: [RemoteVector]) throws(Refusal) {
    guard vectors.allSatisfy({ remoteWidths.contains($0.bytes.count) }), Set(vectors.map(\.bytes.count)).count < 2
    else { throw Refusal(.invalid, "The vectors are of no usable width.") }
  }

  /// Whether a vector from elsewhere is of the message as it is now.
  package static func keeps(_ vector: RemoteVector, of source: SourceState?) -> Bool {
    guard let source else { return false }
    return source.rev == vector.rev && !source.isDeleted
  }

  /// What comes of work on one message: it applies only to what it was done on.
  package static func record(
    _ work: MessageWork, on known: WorkState, in state: ConversationState, at time: Timestamp
  ) -> WorkRuling {
    guard let message = known.sources[work.message], message.rev == work.rev else { return .outdated }
    guard work.others.allSatisfy({ known.sources[$0.message]?.rev == $0.rev }) else { return .again }
    let previousInsights = known.previousInsights.map { MessageWork.SeenInsight(insight: $0.id, rev: $0.rev) }
    if let seen = work.previousInsights, Set(seen) != Set(previousInsights) { return .again }
    guard !message.isDeleted else { return .finished }
    var revision = replacing(known, by: work, in: state, at: time)
    revision.due += work.revisits
    return .kept(revision)
  }

  /// What was found before is replaced by what was found now: equal id or kind keeps its row.
  private static func replacing(
    _ known: WorkState, by work: MessageWork, in state: ConversationState, at time: Timestamp
  ) -> InsightRevision {
    var revision = InsightRevision()
    var earlier = known.previousInsights
    var inUse = known.idsInUse
    let insights = work.insights.filter { !known.markedKinds.contains($0.kind) }
    for found in insights where found.status != .withdrawn {
      let citations = citations(of: found, in: work, known)
      var row = found.found(rev: state.nextRev, citations: citations, at: time)
      if let owner = row.owner, state.presentMember(owner) == nil { row.owner = nil }
      let same = earlier.firstIndex { $0.id == found.id } ?? earlier.firstIndex { $0.kind == found.kind }
      if let index = same {
        let old = earlier.remove(at: index)
        guard let revised = old.revised(by: row) else { continue }
        row = revised
      } else if !inUse.insert(row.id).inserted {
        // Only a broken caller uses an id again: what is stored under it stays.
        continue
      }
      revision.rows.append(row)
    }
    for lost in earlier { lose(lost, from: work.message, in: state, at: time, &revision) }
    return revision
  }

  /// The main message first, then the others that are there.
  private static func citations(of insight: Insight, in work: MessageWork, _ known: WorkState) -> [MessageID] {
    var citations = [work.message]
    for other in insight.citations where !citations.contains(other) {
      if let source = known.sources[other], !source.isDeleted { citations.append(other) }
    }
    return citations
  }

  /// A message does not say any more what it said before. A text that a member wrote stays for as
  /// long as its messages do, with what else members set. All other words may be no longer there:
  /// they go at once, and what is left of its messages is looked at again.
  private static func lose(
    _ lost: Insight, from message: MessageID, in state: ConversationState, at time: Timestamp,
    _ revision: inout InsightRevision
  ) {
    var row = InsightRules.withoutFindings(lost, standIn: "")
    guard !row.text.isEmpty else {
      revision.due += lost.citations.filter { $0 != message }
      revision.rows.append(lost.withdrawn(rev: state.nextRev, at: time))
      return
    }
    guard row != lost else { return }
    row.rev = state.nextRev
    row.updatedAt = time
    revision.rows.append(row)
  }
}

/// Insight rows that one commit changes, each once, in the order of their first change.
package struct ChangedInsights: Sendable {
  package private(set) var rows: [Insight] = []

  package init() {}

  package mutating func add(_ changed: [Insight]) {
    for row in changed {
      if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index] = row } else { rows.append(row) }
    }
  }
}

extension Insight {
  /// As the store keeps what the pipeline found: open, or done by a report that it cites after its
  /// main message.
  func found(rev: Int64, citations: [MessageID], at time: Timestamp) -> Insight {
    let report = report.flatMap { citations.dropFirst().contains($0.message) ? $0 : nil }
    var copy = Insight(
      id: id, rev: rev, kind: kind, status: report == nil ? .open : .done, text: text, citations: citations,
      owner: owner, ownerName: ownerName, dueAt: dueAt, dueText: dueText, participants: participants, tags: tags,
      context: context, confidence: confidence, reason: reason, model: model, createdAt: createdAt, updatedAt: time,
      report: report)
    copy.isEdited = false
    copy.completedAt = report == nil ? nil : time
    return copy
  }

  /// This one as it reads after its message was worked on again; `nil` when nothing has changed.
  /// What members changed stays, and nothing else.
  func revised(by other: Insight) -> Insight? {
    var copy = self
    copy.citations = other.citations
    if !edited.contains(.participants) { copy.participants = other.participants }
    if !edited.contains(.context) { copy.context = other.context }
    if edited.isEmpty { copy.confidence = other.confidence }
    if takes(other.report) {
      (copy.status, copy.report) = (other.status, other.report)
      if status != other.status { copy.completedAt = other.completedAt }
    } else {
      copy.citations.removeAll { $0 == other.report?.message }
    }
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

  /// Whether a report, or that there is none, counts: what members changed is not closed by one,
  /// and a status that they set is not changed.
  private func takes(_ other: TaskReport?) -> Bool {
    if edited.contains(.status) { return false }
    return edited.isEmpty || other == nil || report != nil
  }
}
