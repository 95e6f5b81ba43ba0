import Domain

/// A place in the outbox. Entries of one conversation are sent in the order of their ids.
package struct OutboxEntry: Hashable, Sendable, Identifiable {
  package enum State: Hashable, Sendable {
    case waiting
    /// Waits for the user to retry or discard it.
    case failed
  }

  /// Rises; never used again, so that an answer can never settle another entry.
  package let id: Int64
  package let conversation: ConversationID
  package let operation: OutboxOperation
  /// Refusals of this very entry.
  package let attempts: Int
  package let state: State
  package let failure: Refusal?
  /// Files that the server may not have, in their order: the entry waits for them.
  package let missing: [Attachment]

  package init(
    id: Int64, conversation: ConversationID, operation: OutboxOperation, attempts: Int = 0, state: State = .waiting,
    failure: Refusal? = nil, missing: [Attachment] = []
  ) {
    self.id = id
    self.conversation = conversation
    self.operation = operation
    self.attempts = attempts
    self.state = state
    self.failure = failure
    self.missing = missing
  }
}
