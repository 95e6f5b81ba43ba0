import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: IntelligenceCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .record(let works): return try record(works, at: time)
    case .start(let messages):
      try due.start(messages)
      return .done
    case .postpone(let message, let conversation, let reason, let retryAt):
      return try postpone(message, in: conversation, reason: reason, retryAt: retryAt)
    case .keepVectors(let model, let vectors): return try keep(vectors, of: model)
    case .reviveDead:
      try due.reviveDead()
      return .done
    case .putInsight(let asker, let conversation, let insight):
      return try put(insight, by: asker, in: conversation, at: time)
    case .changeInsight(let asker, let conversation, let id, let change):
      return try self.change(id, change, by: asker, in: conversation, at: time)
    case .setIntelligence(let asker, let conversation, let isOn):
      return try setIntelligence(isOn, in: conversation, by: asker, at: time)
    case .putRecord(let record): return try put(record)
    case .eraseRecord(let user, let collection, let id):
      try eraseRecords(
        "user = (SELECT key FROM users WHERE id = ?) AND collection = ? AND id = ?", .id(user),
        .text(collection.rawValue), .text(id))
      return .done
    case .eraseRecords(let user, let collection):
      try eraseRecords(
        "user = (SELECT key FROM users WHERE id = ?) AND collection = ?", .id(user), .text(collection.rawValue))
      return .done
    case .eraseExpired:
      try eraseRecords("expiresAt IS NOT NULL AND expiresAt <= ?", .time(time))
      return .done
    }
  }

  var due: DueList { DueList(connection: connection) }

  /// Moves the pipeline's cursor over messages that are due no more because their conversation's intelligence was switched off.
  /// Posting there writes nothing for the pipeline, so somebody has to, now and then.
  func skipSwitchedOff() throws {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM conversations WHERE isIntelligenceOff = 1)") != 0,
      try due.next() != nil
    else { return }
    do {
      try connection.run("BEGIN IMMEDIATE")
      try due.advance()
      try connection.run("COMMIT")
    } catch {
      connection.rollback()
      throw error
    }
  }

  private func postpone(
    _ message: MessageID, in conversation: ConversationID, reason: String, retryAt: Timestamp?
  ) throws -> CommandAnswer {
    guard let cached = try cache.conversation(conversation), cached.state.row.isIntelligenceOn,
      let worked = try workedMessage(message, in: cached)
    else { return .done }
    try due.postpone(worked.ordinal, reason: String(reason.prefix(500)), retryAt: retryAt)
    try due.advance()
    return .done
  }

  private func setIntelligence(
    _ isOn: Bool, in conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let found = isOn ? [] : try insights(in: cached, where: "i.createdBy IS NULL AND i.status <> 'withdrawn'")
    let change = try Rules.Insights.setIntelligence(isOn, in: cached.state, by: asker, found: found, at: time)
    guard change.row != nil else { return change.answer }
    try connection.run(
      "UPDATE conversations SET isIntelligenceOff = ? WHERE key = ?", .flag(!isOn), .integer(cached.key))
    let (start, end) = (cached.position(of: 0), cached.position(of: 0xFFFF_FFFF))
    if isOn {
      try due.addAll(from: start, to: end)
    } else {
      try markErased()
      try due.removeAll(from: start, to: end)
      try due.advance()
      for table in ["vectors", "remoteVectors", "signals"] {
        try connection.run(
          "DELETE FROM \(table) WHERE position > ? AND position < ?", .integer(start), .integer(end))
      }
      try eraseRecords(
        "key IN (SELECT record FROM recordConversations WHERE conversation = ?)", .integer(cached.key))
    }
    return try save(change, in: cached)
  }
}
