import Domain

/// What is read of retention. Like `ServerStore`: synchronous, on any thread, committed data only.
/// Writes are `WriteCommand.Body.retention`.
package protocol RetentionStore: Sendable {
  func retention() throws -> RetentionOverview
  /// What holds for a conversation. Throws `notFound` unless the asker is in it.
  func retention(of conversation: ConversationID, for asker: UserID) throws -> Retention
  /// Every conversation with a message that was not looked at yet.
  func agingConversations() throws -> [AgingConversation]
}

/// A conversation as far as retention looks at it.
package struct AgingConversation: Sendable {
  package let id: ConversationID
  package let state: RetentionState
  /// When the first message was posted that was not looked at yet.
  package let oldest: Timestamp

  package init(id: ConversationID, state: RetentionState, oldest: Timestamp) {
    self.id = id
    self.state = state
    self.oldest = oldest
  }
}
