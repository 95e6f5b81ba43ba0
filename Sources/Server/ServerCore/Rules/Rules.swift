import Domain

/// What commands may do, apart from any database.
///
/// Each rule is a pure function: it is given the state that its command names and answers with the
/// change to save, or throws the refusal. A store loads the state (locking it where several writers
/// exist), calls the function and saves the change; it decides nothing itself.
package enum Rules {
  /// How people come into conversations, and what these are called.
  package enum Conversations {}
  /// Who is in a conversation, as what, and how far they have come.
  package enum Members {}
  /// What people write.
  package enum Messages {}
  /// What people upload.
  package enum Files {}
  /// Who has an account, and what is known of them.
  package enum Accounts {}
  /// Who somebody is elsewhere.
  package enum Identities {}
  /// Who may come into the workspace.
  package enum Workspaces {}
  /// For how long messages are kept.
  package enum Retentions {}
  /// Which language model is asked.
  package enum Models {}
  /// Whom features reach.
  package enum Features {}
  /// What went wrong in clients.
  package enum Diagnostics {}
  /// Which devices are signed in.
  package enum Sessions {}
  /// Which devices are told of messages while they are not connected.
  package enum Push {}
  /// Letters that are to be sent.
  package enum Mails {}
  /// What the log of acts tells of.
  package enum Audit {}
  /// What was found in messages or marked by members.
  package enum Insights {}
  /// What the AI keeps for one user.
  package enum Records {}
  /// What people are reminded of, and when.
  package enum Reminders {}
  /// When people get a digest by itself.
  package enum Digests {}
  /// What is urgent for whom.
  package enum Priorities {}
}

/// The answer to a command, and what others must hear of it.
package struct CommandAnswer: Sendable {
  /// Refusals are thrown, for they change nothing. The one exception is a stolen refresh token,
  /// which ends its session.
  package var result: Result<CommitResult, Refusal>
  /// In order.
  package var changes: [FeedChange]
  /// Whom it was about, where the command does not say: for the audit log.
  package var subject: UserID?

  package init(_ result: CommitResult, changes: [FeedChange] = []) {
    self.result = .success(result)
    self.changes = changes
  }

  package init(refusal: Refusal, changes: [FeedChange] = []) {
    result = .failure(refusal)
    self.changes = changes
  }

  package static let done = CommandAnswer(.done)
}
