import Domain

/// For how long messages are kept, as admins of the workspace set it and members see it.
package struct RetentionService: Sendable {
  private let store: any RetentionStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer

  package init(store: any RetentionStore, work: any WorkExecutor, commands: any CommandPerformer) {
    self.store = store
    self.work = work
    self.commands = commands
  }

  package func overview() async throws(Refusal) -> RetentionOverview {
    try await work.reading { [store] in try store.retention() }
  }

  /// Throws `notFound` unless the asker is in the conversation.
  package func retention(of conversation: ConversationID, for asker: UserID) async throws(Refusal) -> Retention {
    try await work.reading { [store] in try store.retention(of: conversation, for: asker) }
  }

  /// Without an asker the command line asks, here and below; others have to be admins. Throws
  /// `invalid` for too many days.
  package func change(to retention: Retention, by asker: UserID?, as actor: AuditActor) async throws(Refusal) {
    _ = try await commands.perform(.retention(.setWorkspace(asker: asker, retention)), by: actor)
  }

  /// `nil`: as the workspace says. Throws `notFound` for an unknown conversation.
  package func change(
    _ conversation: ConversationID, to retention: Retention?, by asker: UserID?, as actor: AuditActor
  ) async throws(Refusal) {
    _ = try await commands.perform(.retention(.setConversation(asker: asker, conversation, retention)), by: actor)
  }

  /// Throws `notFound` for who or what is not known.
  package func hold(
    _ subject: HoldSubject, isHeld: Bool, by asker: UserID?, as actor: AuditActor
  ) async throws(Refusal) {
    _ = try await commands.perform(.retention(.hold(asker: asker, subject, isHeld: isHeld)), by: actor)
  }

  /// Erases what has expired by now: a batch at a time, so that nobody waits for it.
  package func sweep(now: Timestamp) async throws(Refusal) {
    let due = try await work.reading { [store] in
      let workspace = Retention(days: try store.retention().days)
      return try store.agingConversations().filter { conversation in
        let limit = Rules.Retentions.limit(of: conversation.state, in: workspace, at: now)
        return limit.map { conversation.oldest <= $0 } ?? false
      }.map(\.id)
    }
    for conversation in due {
      var isDone = false
      while !isDone {
        guard case .swept(let done) = try await commands.perform(.retention(.sweep(conversation))) else {
          throw Refusal(.internal, "A sweep was answered with something else.")
        }
        isDone = done
      }
    }
  }
}
