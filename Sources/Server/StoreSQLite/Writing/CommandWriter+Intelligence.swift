import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: IntelligenceCommand, at time: Timestamp) throws -> Applied {
    switch command {
    case .record(let works): return try record(works, at: time)
    case .start(let messages):
      try due.start(messages)
      return .nothing
    case .postpone(let message, let conversation, let reason, let retryAt):
      return try postpone(message, in: conversation, reason: reason, retryAt: retryAt)
    case .keepVectors(let model, let vectors): return try keep(vectors, of: model)
    case .reviveDead:
      try due.reviveDead()
      return .nothing
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
      return .nothing
    case .eraseRecords(let user, let collection):
      try eraseRecords(
        "user = (SELECT key FROM users WHERE id = ?) AND collection = ?", .id(user), .text(collection.rawValue))
      return .nothing
    case .eraseExpired:
      try eraseRecords("expiresAt IS NOT NULL AND expiresAt <= ?", .time(time))
      return .nothing
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
  ) throws -> Applied {
    guard let state = try cache.state(conversation), state.isIntelligenceOn,
      let worked = try workedMessage(message, in: state)
    else { return .nothing }
    try due.postpone(worked.ordinal, reason: String(reason.prefix(500)), retryAt: retryAt)
    try due.advance()
    return .nothing
  }

  private func setIntelligence(
    _ isOn: Bool, in conversation: ConversationID, by asker: UserID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.switchIntelligence, asker, conversation)
    guard state.isIntelligenceOn != isOn else { return .nothing }
    try connection.run(
      "UPDATE conversations SET isIntelligenceOff = ? WHERE key = ?", .flag(!isOn), .integer(state.key))
    let rev = advance(state)
    state.row.rev = rev.to
    state.row.isIntelligenceOn = isOn
    var delta = FeedDelta(
      feed: .conversation(state.id), fromRev: rev.from, toRev: rev.to, conversation: state.row)
    let (start, end) = (state.position(of: 0), state.position(of: 0xFFFF_FFFF))
    if isOn {
      try due.addAll(from: start, to: end)
      return Applied(result: .success(.done), changes: [.delta(delta, audience: state.audience)])
    }
    try markErased()
    try due.removeAll(from: start, to: end)
    try due.advance()
    try connection.run("DELETE FROM vectors WHERE position > ? AND position < ?", .integer(start), .integer(end))
    try connection.run(
      "DELETE FROM remoteVectors WHERE position > ? AND position < ?", .integer(start), .integer(end))
    try connection.run("DELETE FROM signals WHERE position > ? AND position < ?", .integer(start), .integer(end))
    try eraseRecords(
      "key IN (SELECT record FROM recordConversations WHERE conversation = ?)", .integer(state.key))
    let found = try insights(in: state, where: "i.createdBy IS NULL AND i.status <> 'withdrawn'")
    delta.insights = found.map { $0.withdrawn(rev: rev.to, at: time) }
    for row in delta.insights { try InsightRows.save(row, conversation: state.key, positions: [], on: connection) }
    return Applied(result: .success(.done), changes: [.delta(delta, audience: state.audience)])
  }

  /// The change that tells of rows saved under the next revision; nothing for no rows.
  func announce(_ rows: [Insight], in state: ConversationState) -> [FeedChange] {
    guard !rows.isEmpty else { return [] }
    let rev = advance(state)
    let delta = FeedDelta(feed: .conversation(state.id), fromRev: rev.from, toRev: rev.to, insights: rows)
    return [.delta(delta, audience: state.audience)]
  }
}
