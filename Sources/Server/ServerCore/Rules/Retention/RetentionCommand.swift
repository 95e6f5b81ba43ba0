import Domain

/// For how long messages are kept. Without an asker the server's command line asks; others have to
/// be admins of the workspace.
package enum RetentionCommand: Sendable {
  case setWorkspace(asker: UserID?, Retention)
  /// `nil`: as the workspace says.
  case setConversation(asker: UserID?, ConversationID, Retention?)
  case hold(asker: UserID?, HoldSubject, isHeld: Bool)
  /// Erases what has expired of a conversation: a batch of its oldest messages. Answers whether
  /// that was all.
  case sweep(ConversationID)
}

/// What a legal hold is on.
package enum HoldSubject: Hashable, Sendable {
  case account(UserID)
  case conversation(ConversationID)
}
