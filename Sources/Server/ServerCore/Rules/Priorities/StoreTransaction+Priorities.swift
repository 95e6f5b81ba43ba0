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
    return try announce(marks: rows.filter { time < $0.until }, of: account).changes
  }
}

// MARK: - What happens to messages

extension StoreTransaction {
  /// A mark never outlives the words that it was made of.
  func followMarks(_ delta: FeedDelta, _ followed: inout FollowedRows, at time: Timestamp) throws {
    guard let id = delta.feed.conversation else {
      // Another name, clock or reach of the features: messages may be something else to them.
      if let profile = delta.profile { try review(profile.id, at: time) }
      return
    }
    if delta.conversation?.isIntelligenceOn == false { followed.add(try marks(.within(id))) }
    let changed = delta.messages.filter { $0.isDeleted || $0.editedAt != nil }
    for message in changed { followed.add(try marks(.on(message.id))) }
    if !changed.isEmpty {
      // A model's words rest on other messages too: they go with what the model has said.
      for stored in try marks(.within(id)) where stored.mark.isByModel {
        let isSaid = try hasRecord(.verdicts, id: stored.mark.message.description, of: stored.account)
        if !isSaid { followed.add([stored]) }
      }
    }
    for owner in Set(delta.insights.filter { $0.kind == .actionItem }.compactMap(\.owner)) {
      try review(owner, at: time)
    }
  }
}
