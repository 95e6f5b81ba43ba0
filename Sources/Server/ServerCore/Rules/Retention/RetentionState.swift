import Domain

/// For how long one conversation's messages are kept, and how far they were looked at.
package struct RetentionState: Hashable, Sendable {
  /// Of its own; `nil`: as the workspace says.
  package var own: Retention?
  /// A legal hold.
  package var isHeld: Bool
  /// Messages up to this seq have expired and were looked at: what is left of them is held.
  package var sweptSeq: Int64

  package init(own: Retention? = nil, isHeld: Bool = false, sweptSeq: Int64 = 0) {
    self.own = own
    self.isHeld = isHeld
    self.sweptSeq = sweptSeq
  }
}

/// A message as far as retention looks at it.
package struct AgingMessage: Sendable {
  package let id: MessageID
  package let seq: Int64
  package let createdAt: Timestamp
  package let isDeleted: Bool
  /// Its author is under a legal hold.
  package let isHeld: Bool

  package init(id: MessageID, seq: Int64, createdAt: Timestamp, isDeleted: Bool, isHeld: Bool) {
    self.id = id
    self.seq = seq
    self.createdAt = createdAt
    self.isDeleted = isDeleted
    self.isHeld = isHeld
  }
}

/// What one look at the oldest messages of a conversation comes to.
package struct RetentionSweep: Equatable, Sendable {
  /// To be erased, oldest first.
  package var expired: [MessageID]
  package var sweptSeq: Int64
  /// Whether the next message, if there is one, has not expired.
  package var isDone: Bool

  package init(expired: [MessageID] = [], sweptSeq: Int64, isDone: Bool) {
    self.expired = expired
    self.sweptSeq = sweptSeq
    self.isDone = isDone
  }
}
