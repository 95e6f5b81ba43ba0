import Domain

/// A message that the pipeline has to work on: new, or changed since it was worked on.
package struct DueMessage: Sendable {
  package let conversation: ConversationID
  package let kind: Conversation.Kind
  /// As it is now; may be a tombstone.
  package let message: Message
  /// How often working on this revision has failed.
  package let failures: Int
  /// How often work on this revision was begun and neither kept nor given up: more than 0 here
  /// means that a server stopped in the middle of it.
  package let starts: Int

  package init(
    conversation: ConversationID, kind: Conversation.Kind, message: Message, failures: Int, starts: Int = 0
  ) {
    self.conversation = conversation
    self.kind = kind
    self.message = message
    self.failures = failures
    self.starts = starts
  }
}
