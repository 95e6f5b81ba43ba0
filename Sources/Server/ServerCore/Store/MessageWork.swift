import Domain

/// What the pipeline made of one message.
package struct MessageWork: Sendable {
  package let conversation: ConversationID
  package let message: MessageID
  /// `rev` of the message row that was worked on.
  package let rev: Int64
  /// 384 signed bytes; `nil` without an embedder and for deleted messages.
  package let embedding: [UInt8]?
  /// Name of the embedder; vectors of another one are never compared.
  package let embedder: String?
  /// `nil` for deleted messages.
  package let signals: StoredSignals?
  /// What this message says (its first citation is this message). Ids of new ones are fresh.
  package let insights: [Insight]

  /// Another message that the insights rest on, as it was read. When one has changed since, nothing
  /// is kept and this message stays due.
  package struct Other: Hashable, Sendable {
    package let message: MessageID
    package let rev: Int64

    package init(message: MessageID, rev: Int64) {
      self.message = message
      self.rev = rev
    }
  }

  package let others: [Other]

  /// What stood of this message's insights when it was read.
  package struct SeenInsight: Hashable, Sendable {
    package let insight: InsightID
    package let rev: Int64

    package init(insight: InsightID, rev: Int64) {
      self.insight = insight
      self.rev = rev
    }
  }

  /// When others stand now, nothing is kept and this message stays due. `nil`: whatever stands is
  /// replaced.
  package let previousInsights: [SeenInsight]?
  /// Earlier messages of the conversation that mean something else in the light of this one: they
  /// become due again.
  package let revisits: [MessageID]
  /// Whom the message is urgent for, or may come to be; `nil` when that was not looked at.
  package let priorities: [PriorityFinding]?

  package init(
    conversation: ConversationID, message: MessageID, rev: Int64, embedding: [UInt8]?, embedder: String?,
    signals: StoredSignals?, insights: [Insight], others: [Other] = [],
    previousInsights: [SeenInsight]? = nil, revisits: [MessageID] = [],
    priorities: [PriorityFinding]? = nil
  ) {
    self.conversation = conversation
    self.message = message
    self.rev = rev
    self.embedding = embedding
    self.embedder = embedder
    self.signals = signals
    self.insights = insights
    self.others = others
    self.previousInsights = previousInsights
    self.revisits = revisits
    self.priorities = priorities
  }
}
