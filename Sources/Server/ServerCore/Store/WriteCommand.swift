import Domain

/// One thing to commit, and who waits for it.
package struct WriteCommand: Sendable {
  package let body: Body
  package let at: Timestamp
  package let origin: Origin?
  /// Who does it, for the audit log; `nil` where the command itself says, or the server does it.
  package let actor: AuditActor?

  package init(_ body: Body, at: Timestamp, origin: Origin? = nil, by actor: AuditActor? = nil) {
    self.body = body
    self.at = at
    self.origin = origin
    self.actor = actor
  }

  /// By subject; what each does is said with it.
  package enum Body: Sendable {
    case message(MessageCommand)
    case conversation(ConversationCommand)
    case member(MemberCommand)
    case account(AccountCommand)
    case session(SessionCommand)
    case workspace(WorkspaceCommand)
    case retention(RetentionCommand)
    case feature(FeatureCommand)
    case model(ModelCommand)
    case diagnostics(DiagnosticsCommand)
    case file(FileCommand)
    case mail(MailCommand)
    case push(PushCommand)
    case audit(AuditCommand)
    case system(SystemCommand)
    case intelligence(IntelligenceCommand)
  }

  /// Who waits for the outcome.
  package enum Origin: Sendable {
    /// A request of a socket.
    case socket(SocketID, ref: Int64, trace: CommitTrace? = nil)
    /// Called once with the outcome's result: on the store's thread, after the observer, or on the
    /// submitter's when the command was refused before it was queued.
    case callback(trace: CommitTrace? = nil, @Sendable (Result<CommitResult, Refusal>) -> Void)

    /// `nil` for nearly all.
    var trace: CommitTrace? {
      switch self {
      case .socket(_, _, let trace), .callback(let trace, _): trace
      }
    }
  }
}
