import Domain
import Foundation
import ServerCore

extension StoreFixture {
  /// The store's other face.
  package func intelligence() throws -> any IntelligenceStore {
    try require(store as? any IntelligenceStore, "intelligence store")
  }

  package func dueMessages(at time: Timestamp = StoreFixture.start, limit: Int = 1_000) throws -> [DueMessage] {
    drain()
    return try intelligence().dueMessages(at: time, limit: limit)
  }

  /// What the pipeline would make of a message.
  package func work(
    _ message: Message, in conversation: ConversationID, finds insights: [Insight] = [], fill: UInt8 = 1,
    previousInsights: [Insight]? = nil
  ) -> MessageWork {
    MessageWork(
      conversation: conversation, message: message.id, rev: message.rev,
      embedding: message.isDeleted ? nil : [UInt8](repeating: fill, count: 384), embedder: "test 1",
      signals: message.isDeleted ? nil : Self.signals, insights: insights,
      previousInsights: previousInsights?.map { MessageWork.SeenInsight(insight: $0.id, rev: $0.rev) })
  }

  package static let signals = StoredSignals(
    action: 0.75, decision: 0.125, scheduling: 0, urgency: 0.5, isQuestion: true, urgentWords: ["asap", "right now"],
    model: "test 1")

  /// Commits what the pipeline would make of everything that is due.
  package func workOff() throws {
    let works = try dueMessages().map { work($0.message, in: $0.conversation) }
    try perform(.intelligence(.pipeline(.record(works))))
  }

  /// Something found in a message.
  package func found(
    _ text: String, in message: Message, kind: Insight.Kind = .actionItem, also others: [Message] = []
  ) -> Insight {
    Insight(
      id: id(), kind: kind, text: text, citations: [message.id] + others.map(\.id), owner: message.sender,
      dueText: "by Friday", participants: [message.sender], tags: ["launch"], context: "context of \(text)",
      confidence: 0.8, reason: "asked for it", model: "test 1", createdAt: message.createdAt)
  }

  /// Commits work on one message and answers the rows that changed.
  @discardableResult
  package func record(_ work: MessageWork, at time: Timestamp = StoreFixture.start) throws -> [Insight] {
    try insights(of: commit(.intelligence(.pipeline(.record([work]))), at: time))
  }

  /// The rows that an outcome tells of.
  package func insights(of outcome: CommitOutcome) throws -> [Insight] {
    _ = try outcome.result.get()
    return outcome.changes.flatMap { change -> [Insight] in
      if case .delta(let delta, _) = change { delta.insights } else { [] }
    }
  }

  /// Lets a member mark something.
  package func mark(
    _ text: String, by asker: UserID, citing messages: [Message], in conversation: ConversationID,
    id insight: InsightID? = nil, owner: UserID? = nil
  ) throws -> Insight {
    let row = Insight(
      id: insight ?? id(), kind: .decision, text: text, citations: messages.map(\.id), owner: owner, confidence: 1,
      reason: "marked", createdAt: Self.start)
    return try self.insight(.put(asker: asker, conversation: conversation, row))
  }

  /// The insight that a command answers with.
  package func insight(_ command: InsightCommand, at time: Timestamp = StoreFixture.start) throws -> Insight {
    guard case .insight(let insight) = try perform(.intelligence(.insight(command)), at: time) else {
      throw ContractViolation(description: "not answered with an insight")
    }
    return insight
  }

  package func vectorSeqs(_ conversation: ConversationID) throws -> [Int64] {
    try intelligence().vectors(of: conversation, .embedder("test 1"), after: 0).seqs
  }

  /// Keeps a private record and answers its id.
  @discardableResult
  package func keep(
    _ collection: PrivateRecord.Collection = .outputs, of user: UserID, id name: String? = nil,
    body: String = "body", conversations: [ConversationID] = [], sources: [Message] = [],
    at time: Timestamp = StoreFixture.start, expiresAt: Timestamp? = nil
  ) throws -> String {
    let name = name ?? (id() as AIOutputID).description
    try perform(
      .intelligence(
        .record(
          .put(
            PrivateRecord(
              user: user, collection: collection, id: name, body: Array(body.utf8), conversations: conversations,
              sources: sources.map(\.id), createdAt: time, expiresAt: expiresAt)))))
    return name
  }

  package func recordIDs(
    _ collection: PrivateRecord.Collection = .outputs, of user: UserID, at now: Timestamp = StoreFixture.start
  ) throws -> [String] {
    try intelligence().records(collection, of: user, at: now, limit: 100).map(\.id)
  }
}

extension IntelligenceStore {
  /// All vectors above a seq.
  package func vectors(
    of conversation: ConversationID, _ maker: VectorMaker, after seq: Int64
  ) throws -> VectorBlock {
    try vectors(of: conversation, maker, after: seq, through: .max, limit: .max)
  }
}
