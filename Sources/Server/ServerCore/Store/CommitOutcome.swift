import Domain

/// The outcome of one command.
package struct CommitOutcome: Sendable {
  package let origin: WriteCommand.Origin?
  package let result: Result<CommitResult, Refusal>
  /// What others must hear, in order. Empty for refusals and repeats.
  package let changes: [FeedChange]

  package init(origin: WriteCommand.Origin?, result: Result<CommitResult, Refusal>, changes: [FeedChange] = []) {
    self.origin = origin
    self.result = result
    self.changes = changes
  }
}

/// The answer to a command that was not refused.
package enum CommitResult: Sendable {
  case done
  /// The delta to acknowledge with; `fromRev` is `nil` for a repeat.
  case message(FeedDelta)
  /// `isNew` is false when an existing conversation is answered.
  case conversation(Conversation, isNew: Bool)
  case settings(ConversationSettings)
  case profile(Profile)
  case session(user: UserID, session: SessionID)
  case secret([UInt8])
  case workspace(Workspace)
  case invitation(Invitation)
  /// What held before; `nil` where a conversation was as the workspace says.
  case retention(former: Retention?)
  /// Whether all that had expired of the conversation is erased.
  case swept(isDone: Bool)
  case insight(Insight)
  case reminder(Reminder)
  /// Under which client events count.
  case version(String)
  /// `isNew` is false when nothing has changed.
  case file(StoredFile, isNew: Bool)
}

/// A committed change and who must hear of it.
package enum FeedChange: Sendable {
  /// Rows for everyone in `audience`: the present members after the change, or the one user of a
  /// private feed.
  case delta(FeedDelta, audience: [UserID])
  /// These users are new in the conversation: they get its window.
  case joined(ConversationID, [UserID])
  /// These users are no longer in it.
  case gone(FeedID, [UserID])
  /// These sessions have ended: their sockets close.
  case sessionsEnded([SessionID])
  /// Access tokens of before are worthless: all sockets close, and their clients come back with
  /// fresh ones.
  case tokensReplaced
}
