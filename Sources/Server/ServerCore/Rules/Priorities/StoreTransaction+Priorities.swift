import Domain

extension StoreTransaction {
  func perform(_ command: PriorityCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .review(let review, let findings): return try keep(findings, of: review, at: time)
    }
  }

  private func keep(
    _ findings: [PriorityFinding], of review: DueReview, at time: Timestamp
  ) throws -> CommandAnswer {
    guard let account = try account(of: review.reader) else { return .done }
    var kept: [PriorityFinding] = []
    for finding in findings where finding.reader == review.reader {
      guard let conversation = try loadedConversation(finding.mark.conversation) else { continue }
      let source = try source(finding.mark.message, in: conversation)?.state
      if Rules.Priorities.keeps(finding, of: source, in: conversation.state) { kept.append(finding) }
    }
    var answer = CommandAnswer.done
    answer.changes = try settle(kept.map(\.mark), of: account, at: time)
    if let plan = try reviewPlan(of: account.number), plan.version == review.version {
      let next = kept.compactMap(\.reviewAt).min()
      try save(ReviewPlan(at: next, version: plan.version + 1), of: account.number)
    }
    return answer
  }

  /// What the pipeline has found of one message for its readers; whoever it is not urgent for any
  /// more is told so.
  func keep(
    _ findings: [PriorityFinding], of message: MessageID, in conversation: LoadedConversation, at time: Timestamp
  ) throws -> [FeedChange] {
    let source = try source(message, in: conversation)?.state
    var found: [UserID: PriorityMark] = [:]
    for stored in try marks(.on(message)) { found[stored.user] = Rules.Priorities.ended(stored.mark) }
    for finding in findings where Rules.Priorities.keeps(finding, of: source, in: conversation.state) {
      found[finding.reader] = finding.mark
      if let moment = finding.reviewAt { try review(finding.reader, at: moment) }
    }
    return try found.sorted { $0.key < $1.key }.flatMap { reader, mark in
      guard let account = try account(of: reader) else { return [FeedChange]() }
      return try settle([mark], of: account, at: time)
    }
  }

  /// All that is urgent for the user is found out anew at `time`, or before.
  func review(_ user: UserID, at time: Timestamp) throws {
    guard let account = try account(of: user)?.number else { return }
    try save((reviewPlan(of: account) ?? ReviewPlan()).with(time), of: account)
  }

  private func settle(
    _ found: [PriorityMark], of account: AccountState, at time: Timestamp
  ) throws -> [FeedChange] {
    let known = try marks(.of(account.profile.id)).map(\.mark)
    let rows = Rules.Priorities.settle(found, over: known, at: time)
    try forgetMarks(of: account.number, at: time)
    return try announce(rows.filter { time < $0.until }, of: account)
  }

  /// Saves the rows under the next revision of the private feed, which takes it.
  private func announce(_ marks: [PriorityMark], of account: AccountState) throws -> [FeedChange] {
    guard !marks.isEmpty else { return [] }
    let rev = account.rev + 1
    let rows = marks.map { mark in
      var row = mark
      row.rev = rev
      return row
    }
    for row in rows { try save(row, of: account.number) }
    let delta = FeedDelta(feed: .me, fromRev: account.rev, toRev: rev, priorities: rows)
    return [.delta(delta, audience: [account.profile.id])]
  }
}

// MARK: - What happens to messages

extension StoreTransaction {
  /// What people's marks come to after these changes, before anybody has judged anew: a mark never
  /// outlives the words that it was made of, nor its reader's place in the conversation.
  func marksFollowing(_ changes: [FeedChange], at time: Timestamp) throws -> [FeedChange] {
    var ended = EndedMarks()
    for change in changes {
      switch change {
      case .delta(let delta, _): try follow(delta, &ended, at: time)
      case .gone(.conversation(let id), let users):
        for user in users { ended.add(try marks(.of(user)).filter { $0.mark.conversation == id }) }
      case .gone, .joined, .sessionsEnded, .tokensReplaced: break
      }
    }
    return try ended.users.flatMap { user in
      guard let account = try account(of: user) else { return [FeedChange]() }
      return try announce(ended.marks[user, default: []], of: account)
    }
  }

  private func follow(_ delta: FeedDelta, _ ended: inout EndedMarks, at time: Timestamp) throws {
    guard let id = delta.feed.conversation else {
      // Another name, clock or reach of the features: messages may be something else to them.
      if let profile = delta.profile { try review(profile.id, at: time) }
      return
    }
    if delta.conversation?.isIntelligenceOn == false { ended.add(try marks(.within(id))) }
    let changed = delta.messages.filter { $0.isDeleted || $0.editedAt != nil }
    for message in changed { ended.add(try marks(.on(message.id))) }
    if !changed.isEmpty {
      // A model's words rest on other messages too: they go with what the model has said.
      for stored in try marks(.within(id)) where stored.mark.isByModel {
        let isSaid = try hasRecord(.verdicts, id: stored.mark.message.description, of: stored.account)
        if !isSaid { ended.add([stored]) }
      }
    }
    for owner in Set(delta.insights.filter { $0.kind == .actionItem }.compactMap(\.owner)) {
      try review(owner, at: time)
    }
  }
}

/// Tombstones by user, each message once.
private struct EndedMarks {
  private(set) var users: [UserID] = []
  private(set) var marks: [UserID: [PriorityMark]] = [:]

  mutating func add(_ ended: [StoredMark]) {
    for stored in ended {
      if marks[stored.user] == nil { users.append(stored.user) }
      guard marks[stored.user]?.contains(where: { $0.message == stored.mark.message }) != true else { continue }
      marks[stored.user, default: []].append(Rules.Priorities.ended(stored.mark))
    }
  }
}
