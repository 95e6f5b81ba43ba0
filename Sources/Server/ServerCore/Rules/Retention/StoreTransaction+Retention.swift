import Domain

extension StoreTransaction {
  func perform(_ command: RetentionCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .setWorkspace(let asker, let retention):
      try authorizeAdmin(asker)
      let former = try self.retention()
      try save(Rules.Retentions.validated(retention))
      return CommandAnswer(.retention(former: former))
    case .setConversation(let asker, let id, let retention):
      try authorizeAdmin(asker)
      let retention = try retention.map { retention throws(Refusal) in try Rules.Retentions.validated(retention) }
      let conversation = try conversation(id)
      var state = try self.retention(of: conversation)
      let former = state.own
      state.own = retention
      try save(state, of: conversation)
      return CommandAnswer(.retention(former: former))
    case .hold(let asker, let subject, let isHeld):
      try authorizeAdmin(asker)
      try hold(subject, isHeld)
      return .done
    case .sweep(let id): return try sweep(conversation(id), at: time)
    }
  }

  private func authorizeAdmin(_ asker: UserID?) throws {
    if let asker { try Rules.Workspaces.authorize(account(asker).profile) }
  }

  private func hold(_ subject: HoldSubject, _ isHeld: Bool) throws {
    switch subject {
    case .conversation(let id):
      let conversation = try conversation(id)
      var state = try retention(of: conversation)
      state.isHeld = isHeld
      try save(state, of: conversation)
    case .account(let user):
      let account = try account(user).number
      try saveHold(isHeld, of: account)
      guard !isHeld else { return }
      // What was passed by because of the hold is looked at again.
      for conversation in try conversations(of: account, includingFormer: true) {
        var state = try retention(of: conversation)
        guard state.sweptSeq > 0 else { continue }
        state.sweptSeq = 0
        try save(state, of: conversation)
      }
    }
  }

  private func sweep(_ conversation: LoadedConversation, at time: Timestamp) throws -> CommandAnswer {
    var state = try retention(of: conversation)
    let batch = Rules.Retentions.batch
    let sweep = try Rules.Retentions.sweep(
      messages(in: conversation, after: state.sweptSeq, limit: batch), batch: batch, of: state, in: retention(),
      at: time)
    var (erased, insights) = ([Message](), ChangedInsights())
    for found in try sweep.expired.compactMap({ try message($0) }) {
      let change = Rules.Retentions.expire(found.message, in: conversation.state, at: time)
      insights.add(try save(change, of: found, edit: nil, in: conversation, at: time))
      erased.append(change.message)
    }
    if state.sweptSeq != sweep.sweptSeq {
      state.sweptSeq = sweep.sweptSeq
      try save(state, of: conversation)
    }
    guard !erased.isEmpty else { return CommandAnswer(.swept(isDone: sweep.isDone)) }
    let changes = Rules.Retentions.announced(erased, insights: insights.rows, in: conversation.state)
    advance(conversation)
    return CommandAnswer(.swept(isDone: sweep.isDone), changes: changes)
  }

  /// Whether a hold is on the message: on its author, or on where it stands.
  func isHeld(_ message: StoredMessage?, in conversation: LoadedConversation) throws -> Bool {
    guard let message else { return false }
    return try retention(of: conversation).isHeld || isHeld(message.author)
  }
}
