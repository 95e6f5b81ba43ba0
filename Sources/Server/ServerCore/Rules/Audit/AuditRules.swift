import Domain

extension Rules.Audit {
  /// Seconds for which entries are kept.
  package static let memory: Int64 = 400 * 86_400

  /// Who does it: whoever the command says, or else whoever it is about.
  package static func actor(of command: WriteCommand) -> AuditActor {
    if let actor = command.actor { return actor }
    if case .intelligence(.insight(.setIntelligence(let asker, _, _))) = command.body {
      return AuditActor(.account(asker))
    }
    return AuditActor(.server)
  }

  /// What the log tells of a command that was carried out. `subject` is whom it was about, where
  /// the command does not say.
  package static func acts(
    of body: WriteCommand.Body, by actor: AuditActor, answer: CommandAnswer
  ) -> [AuditAct] {
    switch body {
    case .account(let command): acts(of: command, by: actor, answer: answer)
    case .session(let command): acts(of: command, by: actor, answer: answer)
    case .workspace(let command): acts(of: command)
    case .retention(let command): acts(of: command, answer: answer)
    case .feature(.change(_, let feature, let rollout)): [.featureRolledOut(feature, rollout)]
    case .model(.connect(let connection, let percentage)): [.modelConnected(connection.kind, percentage: percentage)]
    case .model(.disconnect): [.modelDisconnected]
    case .diagnostics(.remove): [.crashRemoved]
    case .intelligence(.insight(.setIntelligence(_, let conversation, let isOn))):
      [.intelligenceSwitched(conversation, isOn: isOn)]
    case .intelligence(.pipeline(.reviveDead)): [.pipelineRetried]
    case .system(.replaceSecrets): [.keysRotated]
    case .audit(.append(let act)): [act]
    // Written with what it does.
    case .audit(.forget): []
    case .system(.putSecret), .system(.probe): []
    // What people have follows from rollouts, and what they are told from what they have.
    case .feature(.settle), .feature(.expose), .diagnostics(.report), .diagnostics(.count): []
    // What people write to one another, and the work on it.
    case .message, .conversation, .member, .file, .mail, .push, .intelligence: []
    }
  }

  private static func acts(
    of command: AccountCommand, by actor: AuditActor, answer: CommandAnswer
  ) -> [AuditAct] {
    switch command {
    case .create(let account, _, let identity):
      guard case .success(.profile(let profile)) = answer.result else {
        return [.accountMade(account.record.id, account.record.workspaceRole)]
      }
      return [.accountMade(profile.id, profile.workspaceRole)] + (identity == nil ? [] : [.identityLinked(profile.id)])
    case .link(let user, _, _): return [.identityLinked(user)]
    case .unlink(let user, _, _, _): return [.identityUnlinked(user)]
    case .requestReset(let user, _, _, _): return [.resetRequested(user)]
    case .resetPassword: return answer.subject.map { [.resetUsed($0)] } ?? []
    case .wishEmail(let wish): return [.emailWished(wish.user)]
    case .useEmail: return answer.subject.map { [.emailVerified($0)] } ?? []
    case .setEmail(let user, _, _): return [.emailSet(user)]
    case .setPassword(let user, _, _):
      return [actor.identity == .account(user) ? .passwordChanged(user) : .passwordReset(user)]
    case .setWorkspaceRole(let user, let role): return [.roleChanged(user, role)]
    case .setDisabled(let user, let isDisabled): return [isDisabled ? .accountDisabled(user) : .accountEnabled(user)]
    case .delete(let user): return [.accountDeleted(user)]
    case .updateProfile, .rehashPassword, .touchLastSeen: return []
    }
  }

  private static func acts(
    of command: SessionCommand, by actor: AuditActor, answer: CommandAnswer
  ) -> [AuditAct] {
    switch command {
    case .create(let user, _, _, _): return [.signedIn(user)]
    case .rotateRefresh: return answer.subject.map { [.sessionRevoked($0)] } ?? []
    case .end(let user, let session): return [.signedOut(user, session)]
    case .endAll(let user): return [.sessionsEnded(user)]
    }
  }

  private static func acts(of command: WorkspaceCommand) -> [AuditAct] {
    switch command {
    case .change(_, let change): [.workspaceChanged(change)]
    case .invite(_, let draft), .inviteByDomain(let draft, _): [.invitationMade(draft.id, draft.role)]
    case .withdraw(_, let invitation): [.invitationEnded(invitation)]
    }
  }

  private static func acts(of command: RetentionCommand, answer: CommandAnswer) -> [AuditAct] {
    var before: RetentionWord?
    if case .success(.retention(let former)) = answer.result { before = RetentionWord(former) }
    switch command {
    case .setWorkspace(_, let retention): return [.retentionChanged(nil, RetentionWord(retention), before: before)]
    case .setConversation(_, let id, let retention):
      return [.retentionChanged(id, RetentionWord(retention), before: before)]
    case .hold(_, let subject, let isHeld): return [isHeld ? .holdSet(subject) : .holdLifted(subject)]
    case .sweep: return []
    }
  }

  /// What the log tells of a command that was refused: what admins, or the command line, wanted to
  /// do to others. What people are refused of their own would fill it.
  package static func refusedActs(of body: WriteCommand.Body, by actor: AuditActor, _ refusal: Refusal) -> [AuditAct] {
    guard isAdministrative(actor, body) else { return [] }
    return acts(of: body, by: actor, answer: CommandAnswer(refusal: refusal))
  }

  private static func isAdministrative(_ actor: AuditActor, _ body: WriteCommand.Body) -> Bool {
    switch actor.identity {
    case .commandLine: return true
    case .nobody, .server: return false
    case .account(let asker):
      switch body {
      case .workspace, .retention, .feature(.change), .model, .diagnostics(.remove): return true
      default: return Rules.Accounts.isAdministrative(body, by: asker)
      }
    }
  }
}
