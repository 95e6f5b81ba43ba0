import Domain
import ServerCore

extension CommandWriter {
  /// Bytes of a vector.
  static let vectorBytes = 384
  /// Of a vector that comes from elsewhere.
  static let remoteWidths = 8...8_192

  struct WorkedMessage {
    let position: Int64
    let ordinal: Int64
    let rev: Int64
    let isDeleted: Bool
  }

  /// The message as the pipeline needs it, if it is in this conversation.
  func workedMessage(_ id: MessageID, in state: ConversationState) throws -> WorkedMessage? {
    let found = try connection.first(
      "SELECT position, ordinal, coalesce(changedRev, postRev), deletedAt FROM messages WHERE id = ?", .id(id)
    ) {
      WorkedMessage(
        position: $0.integer(0), ordinal: $0.integer(1), rev: $0.integer(2), isDeleted: !$0.isNull(3))
    }
    guard let found, MessageRows.conversation(found.position) == state.key else { return nil }
    return found
  }

  /// Keeps what came of the messages that still have the revision that was worked on. One revision for each conversation whose insights changed.
  func record(_ works: [MessageWork], at time: Timestamp) throws -> Applied {
    for embedding in works.compactMap(\.embedding) where embedding.count != Self.vectorBytes {
      throw Refusal(.invalid, "A vector has \(Self.vectorBytes) bytes.")
    }
    var order: [ConversationID] = []
    var groups: [ConversationID: [MessageWork]] = [:]
    for work in works {
      if groups[work.conversation] == nil { order.append(work.conversation) }
      groups[work.conversation, default: []].append(work)
    }
    var changes: [FeedChange] = []
    for conversation in order {
      guard let state = try cache.state(conversation), state.isIntelligenceOn else { continue }
      var rows = ChangedInsights()
      for work in groups[conversation] ?? [] { rows.add(try record(work, in: state, at: time)) }
      changes += announce(rows.rows, in: state)
    }
    try due.advance()
    return Applied(result: .success(.done), changes: changes)
  }

  private func record(_ work: MessageWork, in state: ConversationState, at time: Timestamp) throws -> [Insight] {
    guard let message = try workedMessage(work.message, in: state), message.rev == work.rev else { return [] }
    for other in work.others {
      guard let found = try workedMessage(other.message, in: state), found.rev == other.rev else {
        try due.add(message.ordinal)
        return []
      }
    }
    let standing = try insights(in: state, where: InsightRows.standing, .integer(message.position))
    if let seen = work.standing, Set(seen) != Set(standing.map { .init(insight: $0.id, rev: $0.rev) }) {
      try due.add(message.ordinal)
      return []
    }
    try due.finish(message.ordinal)
    guard !message.isDeleted else { return [] }
    try keepVector(of: work, at: message.position)
    try keepSignals(work.signals, at: message.position)
    for earlier in work.revisits { try makeDue(earlier, in: state) }
    return try keepInsights(of: work, instead: standing, at: message.position, in: state, time: time)
  }

  private func keepVector(of work: MessageWork, at position: Int64) throws {
    guard let embedding = work.embedding, let embedder = work.embedder else {
      try connection.run("DELETE FROM vectors WHERE position = ?", .integer(position))
      return
    }
    try connection.run(
      "INSERT OR REPLACE INTO vectors (position, embedder, bytes) VALUES (?, ?, ?)", .integer(position),
      .text(embedder), .bytes(embedding))
  }

  /// Keeps vectors of a model elsewhere.
  func keep(_ vectors: [RemoteVector], of model: String) throws -> Applied {
    guard vectors.allSatisfy({ Self.remoteWidths.contains($0.bytes.count) }), Set(vectors.map(\.bytes.count)).count < 2
    else { throw Refusal(.invalid, "The vectors are of no usable width.") }
    for vector in vectors {
      guard let state = try cache.state(vector.conversation), state.isIntelligenceOn,
        let message = try workedMessage(vector.message, in: state), message.rev == vector.rev, !message.isDeleted
      else { continue }
      try connection.run(
        "INSERT OR REPLACE INTO remoteVectors (position, model, width, bytes) VALUES (?, ?, ?, ?)",
        .integer(message.position), .text(model), .integer(Int64(vector.bytes.count)), .bytes(vector.bytes))
    }
    return .nothing
  }

  private func keepSignals(_ signals: StoredSignals?, at position: Int64) throws {
    guard let signals else {
      try connection.run("DELETE FROM signals WHERE position = ?", .integer(position))
      return
    }
    try connection.run(
      """
      INSERT OR REPLACE INTO signals
      (position, action, decision, scheduling, urgency, isQuestion, urgentWords, model) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(position), .real(signals.action), .real(signals.decision), .real(signals.scheduling),
      .real(signals.urgency), .flag(signals.isQuestion), .list(signals.urgentWords), .text(signals.model))
  }
}

/// Insight rows that one commit changed, each once, in the order of their first change.
struct ChangedInsights {
  private(set) var rows: [Insight] = []

  mutating func add(_ changed: [Insight]) {
    for row in changed {
      if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index] = row } else { rows.append(row) }
    }
  }
}
