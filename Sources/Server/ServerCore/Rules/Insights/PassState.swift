import Domain

/// Names one turn of the model pass at a conversation: who holds it, and nobody else, may end it.
package typealias PassLease = Identifier<PassState>

/// How far a model has read in one conversation by itself, and who reads there now.
package struct PassState: Hashable, Sendable {
  /// Messages up to here were read, or passed by.
  package var seq: Int64
  /// Who reads now; `nil` when nobody does.
  package var lease: PassLease?
  /// When somebody may read instead of the holder: it has stopped without a word. Stays after the
  /// turn, as the time of the last one.
  package var leasedUntil: Timestamp
  /// Turns in a row that came to nothing.
  package var failures: Int
  /// Nobody begins before.
  package var notBefore: Timestamp

  package init(
    seq: Int64 = 0, lease: PassLease? = nil, leasedUntil: Timestamp = Timestamp(milliseconds: 0), failures: Int = 0,
    notBefore: Timestamp = Timestamp(milliseconds: 0)
  ) {
    self.seq = seq
    self.lease = lease
    self.leasedUntil = leasedUntil
    self.failures = failures
    self.notBefore = notBefore
  }
}

/// A conversation that waits for a model to read its new messages.
package struct WaitingPass: Hashable, Sendable {
  package let conversation: ConversationID
  package let kind: Conversation.Kind
  package let state: PassState
  /// Of its newest message, or of its newest when it was looked at.
  package let lastSeq: Int64

  package init(conversation: ConversationID, kind: Conversation.Kind, state: PassState, lastSeq: Int64) {
    self.conversation = conversation
    self.kind = kind
    self.state = state
    self.lastSeq = lastSeq
  }
}

/// When the new messages of a conversation are read: when it is quiet, or when many wait.
package struct PassRule: Hashable, Sendable {
  /// Its newest message is no younger.
  package var quietSince: Timestamp
  package var many: Int64

  package init(quietSince: Timestamp, many: Int64) {
    self.quietSince = quietSince
    self.many = many
  }
}

/// What a model made of the messages of one conversation, checked, to be kept as a whole or not at
/// all.
package struct PassWork: Sendable {
  package enum Finding: Sendable {
    /// A record that no message has yet; its first citation is its main one.
    case new(Insight)
    /// What a record that stands says better. Its citations come to those of the record.
    case refined(InsightID, Insight)
    /// The record is none, and why.
    case denied(InsightID, reason: String)
  }

  package let conversation: ConversationID
  package let lease: PassLease
  /// Every message that the model was shown, as it was read. When one has changed since, nothing is
  /// kept.
  package let shown: [MessageWork.Other]
  /// The records of these messages that it was shown: others have come since.
  package let seen: Set<InsightID>
  package let findings: [Finding]
  /// What it says for single readers. Kept for those who are still in the conversation.
  package let records: [PrivateRecord]
  /// Messages up to here were read.
  package let seq: Int64
  package let model: String

  package init(
    conversation: ConversationID, lease: PassLease, shown: [MessageWork.Other], seen: Set<InsightID>,
    findings: [Finding], records: [PrivateRecord], seq: Int64, model: String
  ) {
    self.conversation = conversation
    self.lease = lease
    self.shown = shown
    self.seen = seen
    self.findings = findings
    self.records = records
    self.seq = seq
    self.model = model
  }

  /// Messages that the findings rest on.
  package var cited: Set<MessageID> {
    findings.reduce(into: []) { cited, finding in
      switch finding {
      case .new(let insight), .refined(_, let insight): cited.formUnion(insight.citations)
      case .denied: break
      }
    }
  }
}

/// What `PassWork` may change, as it stands.
package struct PassGround: Sendable {
  /// Of the messages that were shown; those that are not there are left out.
  package var sources: [MessageID: SourceState]
  /// Each record that is named or cites one of the cited messages, once.
  package var insights: [Insight]

  package init(sources: [MessageID: SourceState], insights: [Insight]) {
    self.sources = sources
    self.insights = insights
  }
}
