import Domain

/// A message that could not be worked on however often it was tried.
package struct DeadMessage: Sendable {
  package let conversation: ConversationID
  package let message: MessageID
  /// The last error: never message text.
  package let reason: String
  package let failures: Int

  package init(conversation: ConversationID, message: MessageID, reason: String, failures: Int) {
    self.conversation = conversation
    self.message = message
    self.reason = reason
    self.failures = failures
  }
}
