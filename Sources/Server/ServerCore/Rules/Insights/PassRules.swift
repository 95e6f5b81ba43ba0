import Domain

/// The model pass: a model reads what is new in a conversation, and its records are refined.
extension Rules.Insights {
  /// Seconds to the next turn after the first, second, … that came to nothing. After one more the
  /// messages are passed by: what this server found in them stands.
  package static let passDelays: [Int64] = [60, 300, 1_800, 7_200]

  /// The turn that begins. Throws `conflict` while another holds one, and before its time.
  package static func beginPass(
    _ state: PassState, _ lease: PassLease, until end: Timestamp, at time: Timestamp
  ) throws(Refusal) -> PassState {
    guard state.lease == nil || state.leasedUntil <= time, state.notBefore <= time else {
      throw Refusal(.conflict, "Somebody reads this conversation.")
    }
    var state = state
    state.lease = lease
    state.leasedUntil = end
    return state
  }

  /// The turn ended well: messages up to `seq` are read. `nil` for a turn that is another's by now.
  package static func endPass(
    _ state: PassState, _ lease: PassLease, readTo seq: Int64, in conversation: ConversationState
  ) -> PassState? {
    guard state.lease == lease else { return nil }
    var state = state
    state.seq = max(state.seq, min(seq, conversation.lastSeq))
    state.lease = nil
    state.failures = 0
    return state
  }

  /// The turn came to nothing. Counted failures wait longer each time, and pass the messages up to
  /// `seq` by in the end. `nil` for a turn that is another's by now.
  package static func failPass(
    _ state: PassState, _ lease: PassLease, wanting seq: Int64, isCounted: Bool, in conversation: ConversationState,
    at time: Timestamp
  ) -> PassState? {
    guard state.lease == lease else { return nil }
    if isCounted, state.failures >= passDelays.count {
      return endPass(state, lease, readTo: seq, in: conversation)
    }
    var state = state
    state.lease = nil
    state.notBefore = time.adding(seconds: passDelays[min(state.failures, passDelays.count - 1)])
    if isCounted { state.failures += 1 }
    return state
  }

  /// The rows that the model's findings change; `nil` when a message that it was shown is not as it
  /// was: then nothing of them holds.
  ///
  /// What a member marked or changed stands. No message gets a second record of what it has one of
  /// already, and what has gone meanwhile does not come back.
  package static func found(
    _ work: PassWork, on ground: PassGround, in state: ConversationState, at time: Timestamp
  ) -> [Insight]? {
    guard work.shown.allSatisfy({ isAsShown($0, ground.sources[$0.message]) }) else { return nil }
    let shown = Set(work.shown.map(\.message))
    var changed = ChangedInsights()
    var taken = Set<InsightID>()
    func standing(_ id: InsightID) -> Insight? {
      ground.insights.first { $0.id == id && $0.createdBy == nil && $0.status != .withdrawn }
    }
    for finding in work.findings {
      switch finding {
      case .new(let insight):
        guard rests(insight, on: shown), !ground.insights.contains(where: { isInTheWay($0, of: insight, work) }),
          taken.insert(insight.id).inserted
        else { continue }
        changed.add([row(insight, in: state, at: time)])
      case .refined(let id, let insight):
        guard let old = standing(id), old.kind == insight.kind, rests(insight, on: shown), taken.insert(id).inserted
        else { continue }
        var row = row(insight, in: state, at: time)
        // The main message stays: by it the record is found when that changes.
        row.citations = old.citations + row.citations.filter { !old.citations.contains($0) }
        row.status = old.status == .dismissed ? .open : old.status
        // What was reported stays reported: the model is not asked about it.
        row.report = old.report
        if let refined = old.revised(by: row) { changed.add([refined]) }
      case .denied(let id, let reason):
        guard let old = standing(id), old.edited.isEmpty, old.status == .open, taken.insert(id).inserted else {
          continue
        }
        changed.add([denied(old, by: work.model, because: reason, in: state, at: time)])
      }
    }
    return changed.rows
  }

  /// Of what a model says for single readers: what rests on shown messages and is for somebody who
  /// is there.
  package static func records(
    of work: PassWork, on ground: PassGround, in state: ConversationState
  ) -> [PrivateRecord] {
    work.records.filter { record in
      state.presentMember(record.user) != nil && record.conversations == [work.conversation]
        && record.sources.allSatisfy { message in
          guard let source = ground.sources[message] else { return false }
          return !source.isDeleted && source.editedAt.map { $0 <= record.createdAt } ?? true
        }
    }
  }

  private static func isAsShown(_ shown: MessageWork.Other, _ source: SourceState?) -> Bool {
    guard let source else { return false }
    return source.rev == shown.rev && !source.isDeleted
  }

  private static func rests(_ insight: Insight, on shown: Set<MessageID>) -> Bool {
    !insight.citations.isEmpty && insight.citations.allSatisfy(shown.contains)
  }

  /// Whether a record says already what `insight` would say a second time: one that a member
  /// marked there, or one that the model has not seen.
  private static func isInTheWay(_ other: Insight, of insight: Insight, _ work: PassWork) -> Bool {
    guard other.id != insight.id else { return true }
    guard other.kind == insight.kind, other.status != .withdrawn else { return false }
    guard other.createdBy != nil || !work.seen.contains(other.id) else { return false }
    return other.citations.contains(where: insight.citations.contains)
  }

  private static func row(_ insight: Insight, in state: ConversationState, at time: Timestamp) -> Insight {
    var row = insight.found(rev: state.nextRev, citations: insight.citations, at: time)
    if let owner = row.owner, state.presentMember(owner) == nil { row.owner = nil }
    row.participants.removeAll { state.presentMember($0) == nil }
    return row
  }

  /// Out of the lists, and still there for a member who knows better.
  private static func denied(
    _ insight: Insight, by model: String, because reason: String, in state: ConversationState, at time: Timestamp
  ) -> Insight {
    var row = insight
    row.status = .dismissed
    row.model = model
    row.reason = reason
    row.rev = state.nextRev
    row.updatedAt = time
    return row
  }
}
