import Domain

extension StoreTransaction {
  /// Performs the command, and writes what the audit log tells of it. Throws a `Refusal` before
  /// anything is saved, or what the database says; a refusal that the log tells of is answered.
  package func perform(_ command: WriteCommand) throws -> CommandAnswer {
    let actor = Rules.Audit.actor(of: command)
    do {
      try authorize(command.body, by: actor)
      let invitation = try usedInvitation(command.body)
      var answer = try perform(command.body, at: command.at)
      answer.changes += try followed(answer.changes, at: command.at)
      for act in Rules.Audit.acts(of: command.body, by: actor, answer: answer) {
        try append(act, by: actor, at: command.at)
      }
      if let invitation { try append(.invitationUsed(invitation), by: actor, at: command.at) }
      // An account that is deleted leaves no address behind, not even that of its deletion.
      if case .account(.delete(let user)) = command.body { try eraseAuditAddresses(of: user) }
      return answer
    } catch let refusal as Refusal {
      let acts = Rules.Audit.refusedActs(of: command.body, by: actor, refusal)
      guard !acts.isEmpty else { throw refusal }
      for act in acts { try append(act, by: actor, at: command.at, refusal: refusal.code) }
      return CommandAnswer(refusal: refusal)
    }
  }

  func perform(_ command: AuditCommand, at time: Timestamp) throws -> CommandAnswer {
    if case .forget(let limit) = command, let last = try forgetAuditEntries(before: limit) {
      try append(.entriesForgotten(last), by: AuditActor(.server), at: time)
    }
    return .done
  }

  /// Here, where nobody loses the role or the session meanwhile. Throws `forbidden` for who is no
  /// admin, and `sessionRevoked` for one whose session has ended.
  private func authorize(_ body: WriteCommand.Body, by actor: AuditActor) throws {
    guard case .account(let asker) = actor.identity, Rules.Accounts.isAdministrative(body, by: asker) else { return }
    let account = try account(asker)
    try Rules.Workspaces.authorize(account.profile)
    guard let session = actor.session, try !openSessions(of: account.number).contains(session) else { return }
    throw Refusal(.sessionRevoked, "This session has ended. Sign in again.")
  }

  private func usedInvitation(_ body: WriteCommand.Body) throws -> InvitationID? {
    guard case .account(.create(_, let admission, _)) = body else { return nil }
    return try admission.invitation.flatMap { try invitation($0) }?.id
  }

  private func append(
    _ act: AuditAct, by actor: AuditActor, at time: Timestamp, refusal: ErrorCode? = nil
  ) throws {
    try insert(AuditEntry(after: auditHead(), act, by: actor, at: time, refusal: refusal))
  }
}
