import Domain

/// What the audit log tells of. It never has text of messages, names, e-mail addresses or secrets.
package enum AuditAct: Hashable, Sendable {
  /// What admins look at.
  package enum Reading: String, Hashable, Sendable, CaseIterable, Codable {
    case accounts, invitations, workspace, mailOutcomes, pushOutcomes, auditLog, auditHead, conversations, pipeline
    case fileCheck, features, featurePeople, crashes, identities, totals, aiUsage, retention, clientEvents
    case modelConnection, modelServers
  }

  case accountMade(UserID, WorkspaceRole)
  case accountDeleted(UserID)
  case accountDisabled(UserID)
  case accountEnabled(UserID)
  case roleChanged(UserID, WorkspaceRole)
  case signedIn(UserID)
  /// `nil`: no account has the address.
  case signInFailed(UserID?, isDisabled: Bool = false)
  /// So many failed attempts have no entry of their own: there were too many of them.
  case failuresOmitted(Int64)
  case signedOut(UserID, SessionID)
  /// By an admin.
  case sessionsEnded(UserID)
  /// A refresh token was presented twice.
  case sessionRevoked(UserID)
  case passwordChanged(UserID)
  /// By an admin.
  case passwordReset(UserID)
  case resetRequested(UserID)
  case resetUsed(UserID)
  /// A link for an address was asked for, or used; an admin gave an account an address.
  case emailWished(UserID)
  case emailVerified(UserID)
  case emailSet(UserID)
  /// The account can be signed in to with one elsewhere.
  case identityLinked(UserID)
  case identityUnlinked(UserID)
  /// What a provider said of somebody was not accepted.
  case identityRefused
  case invitationMade(InvitationID, WorkspaceRole)
  case invitationUsed(InvitationID)
  case invitationEnded(InvitationID)
  case workspaceChanged(WorkspaceChange)
  case intelligenceSwitched(ConversationID, isOn: Bool)
  /// In the workspace, or in one conversation. `before` is `nil` where it is not known.
  case retentionChanged(ConversationID?, RetentionWord, before: RetentionWord?)
  case holdSet(HoldSubject)
  case holdLifted(HoldSubject)
  case featureRolledOut(Feature, FeatureRollout)
  /// The share of people who get it, where it was named with it.
  case modelConnected(ModelKind, percentage: Int?)
  case modelDisconnected
  /// A model was asked something, to see whether it answers.
  case modelTried(ModelKind?)
  /// A problem of clients was dealt with.
  case crashRemoved
  case keysRotated
  case pipelineRetried
  case filesMoved
  case backedUp
  /// With the log's former end, where there was a log that could be read.
  case restored(over: AuditHead?)
  /// From another database, which had so many rows, and texts with U+0000 that it is replaced in.
  case workspaceMoved(rows: Int64, replacedTexts: Int64)
  case exported
  /// The whole workspace, by whoever may read the data folder.
  case workspaceExported
  case read(Reading)
  /// What was found to be wrong; `nil` when nothing was.
  case verified(AuditBreak?)
  /// All entries up to this one are gone.
  case entriesForgotten(AuditHead)

  package enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    case accountMade, accountDeleted, accountDisabled, accountEnabled, roleChanged
    case signedIn, signInFailed, failuresOmitted, signedOut, sessionsEnded, sessionRevoked
    case passwordChanged, passwordReset, resetRequested, resetUsed, emailWished, emailVerified, emailSet
    case identityLinked, identityUnlinked, identityRefused
    case invitationMade, invitationUsed, invitationEnded
    case retentionChanged, holdSet, holdLifted
    case workspaceChanged, intelligenceSwitched, featureRolledOut, crashRemoved, keysRotated, pipelineRetried
    case modelConnected, modelDisconnected, modelTried
    case filesMoved
    case backedUp, restored, workspaceMoved, exported, read, verified, entriesForgotten
  }

  /// What stands in the entry.
  struct Words {
    let kind: Kind
    var subject: AuditSubject?
    var detail: String?
  }

  var words: Words {
    switch self {
    case .accountMade(let user, let role): .init(kind: .accountMade, subject: .account(user), detail: role.rawValue)
    case .accountDeleted(let user): .init(kind: .accountDeleted, subject: .account(user))
    case .accountDisabled(let user): .init(kind: .accountDisabled, subject: .account(user))
    case .accountEnabled(let user): .init(kind: .accountEnabled, subject: .account(user))
    case .roleChanged(let user, let role): .init(kind: .roleChanged, subject: .account(user), detail: role.rawValue)
    case .signedIn(let user): .init(kind: .signedIn, subject: .account(user))
    case .signInFailed(let user, let isDisabled):
      .init(
        kind: .signInFailed, subject: user.map { .account($0) },
        detail: isDisabled ? "disabled" : user == nil ? "unknown" : "password")
    case .failuresOmitted(let count): .init(kind: .failuresOmitted, detail: "\(count)")
    case .signedOut(_, let session): .init(kind: .signedOut, subject: .session(session))
    case .sessionsEnded(let user): .init(kind: .sessionsEnded, subject: .account(user))
    case .sessionRevoked(let user): .init(kind: .sessionRevoked, subject: .account(user))
    case .passwordChanged(let user): .init(kind: .passwordChanged, subject: .account(user))
    case .passwordReset(let user): .init(kind: .passwordReset, subject: .account(user))
    case .resetRequested(let user): .init(kind: .resetRequested, subject: .account(user))
    case .resetUsed(let user): .init(kind: .resetUsed, subject: .account(user))
    case .emailWished(let user): .init(kind: .emailWished, subject: .account(user))
    case .emailVerified(let user): .init(kind: .emailVerified, subject: .account(user))
    case .emailSet(let user): .init(kind: .emailSet, subject: .account(user))
    case .identityLinked(let user): .init(kind: .identityLinked, subject: .account(user))
    case .identityUnlinked(let user): .init(kind: .identityUnlinked, subject: .account(user))
    case .identityRefused: .init(kind: .identityRefused)
    case .invitationMade(let id, let role):
      .init(kind: .invitationMade, subject: .invitation(id), detail: role.rawValue)
    case .invitationUsed(let id): .init(kind: .invitationUsed, subject: .invitation(id))
    case .invitationEnded(let id): .init(kind: .invitationEnded, subject: .invitation(id))
    case .workspaceChanged(let change): .init(kind: .workspaceChanged, detail: Self.fields(change))
    case .intelligenceSwitched(let id, let isOn):
      .init(kind: .intelligenceSwitched, subject: .conversation(id), detail: isOn ? "on" : "off")
    case .retentionChanged(let id, let word, let before):
      .init(
        kind: .retentionChanged, subject: id.map { .conversation($0) },
        detail: "\(word)" + (before.map { ",before=\($0)" } ?? ""))
    case .holdSet(let subject): .init(kind: .holdSet, subject: AuditSubject(subject))
    case .holdLifted(let subject): .init(kind: .holdLifted, subject: AuditSubject(subject))
    case .featureRolledOut(let feature, let rollout):
      .init(kind: .featureRolledOut, detail: Self.fields(feature, rollout))
    case .modelConnected(let kind, let percentage):
      .init(kind: .modelConnected, detail: kind.rawValue + (percentage.map { ",share=\($0)%" } ?? ""))
    case .modelDisconnected: .init(kind: .modelDisconnected)
    case .modelTried(let kind): .init(kind: .modelTried, detail: kind?.rawValue ?? "options")
    case .crashRemoved: .init(kind: .crashRemoved)
    case .keysRotated: .init(kind: .keysRotated)
    case .pipelineRetried: .init(kind: .pipelineRetried)
    case .filesMoved: .init(kind: .filesMoved)
    case .backedUp: .init(kind: .backedUp)
    case .restored(let head): .init(kind: .restored, detail: head?.description)
    case .workspaceMoved(let rows, let replaced):
      .init(kind: .workspaceMoved, detail: "rows=\(rows)" + (replaced > 0 ? ",replaced=\(replaced)" : ""))
    case .exported: .init(kind: .exported)
    case .workspaceExported: .init(kind: .exported, detail: "workspace")
    case .read(let reading): .init(kind: .read, detail: reading.rawValue)
    case .verified(let finding): .init(kind: .verified, detail: finding?.word ?? "whole")
    case .entriesForgotten(let head): .init(kind: .entriesForgotten, detail: head.description)
    }
  }

  /// Which settings, and what a registration became: never what somebody typed.
  private static func fields(_ change: WorkspaceChange) -> String {
    var fields: [String] = []
    if change.name != nil { fields.append("name") }
    if let registration = change.registration { fields.append("registration=\(registration.rawValue)") }
    if change.domains != nil { fields.append("domains") }
    if let collects = change.collectsEvents { fields.append("clientEvents=\(collects ? "on" : "off")") }
    return fields.joined(separator: ",")
  }

  /// How many are named, not who: an entry about them would say so.
  private static func fields(_ feature: Feature, _ rollout: FeatureRollout) -> String {
    var fields = ["\(feature.rawValue)=\(rollout.isStopped ? "stopped" : "\(rollout.percentage)%")"]
    if !rollout.people.isEmpty { fields.append("people=\(rollout.people.count)") }
    return fields.joined(separator: ",")
  }
}

/// On whom or what.
package enum AuditSubject: Hashable, Sendable, CustomStringConvertible {
  case account(UserID)
  case session(SessionID)
  case invitation(InvitationID)
  case conversation(ConversationID)

  init(_ subject: HoldSubject) {
    switch subject {
    case .account(let id): self = .account(id)
    case .conversation(let id): self = .conversation(id)
    }
  }

  package var description: String {
    switch self {
    case .account(let id): "account:\(id)"
    case .session(let id): "session:\(id)"
    case .invitation(let id): "invitation:\(id)"
    case .conversation(let id): "conversation:\(id)"
    }
  }
}

/// For how long messages are kept, in a word.
package enum RetentionWord: Hashable, Sendable, CustomStringConvertible {
  case workspace
  case forever
  case days(Int64)

  init(_ retention: Retention?) {
    guard let retention else {
      self = .workspace
      return
    }
    self = retention.days == 0 ? .forever : .days(retention.days)
  }

  package var description: String {
    switch self {
    case .workspace: "workspace"
    case .forever: "forever"
    case .days(let days): "\(days)"
    }
  }
}
