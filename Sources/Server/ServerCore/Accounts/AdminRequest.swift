import Domain
import WireProtocol

/// One administrative act, as the command line asks a server for it, in its own process or through
/// the control socket of a running one.
package enum AdminRequest: Codable, Sendable {
  case list
  /// Without a password one is made up and answered.
  case create(email: String, name: String, password: String?)
  case resetPassword(email: String, password: String?)
  case setDisabled(email: String, Bool)
  case setRole(email: String, WorkspaceRole)
  case endSessions(email: String)
  /// Gives an account an address, which counts as verified; without one, that which it has.
  case setEmail(email: String, to: String?)
  /// How far the AI's work on messages is, and which messages it has given up.
  case pipeline
  /// Has it try again what it has given up.
  case retryPipeline
  /// Makes a new key for access tokens.
  case rotateKeys
  case invite(role: WorkspaceRole, uses: Int64, days: Int64)
  case invitations
  case withdraw(InvitationID)
  /// Changes what is named, and answers the workspace.
  case workspace(name: String?, registration: Registration?, collectsEvents: Bool? = nil)
  case features
  /// Changes what is named; people are named by their addresses.
  case rollOut(Feature, percentage: Int?, people: [String]?, isStopped: Bool?)
  case featurePeople(Feature, after: UserID?)
  /// What went wrong in clients and the server.
  case problems
  /// Forgets a problem that was dealt with, by its id.
  case resolveProblem(String)
  case retention(RetentionRequest)
  case auditList(AuditFilter, limit: Int)
  /// `expecting` is the hash of an entry that the log must have.
  case auditVerify(expecting: [UInt8]?)
  /// Groups after the one that is named.
  case conversations(after: ConversationID?)
  case totals
  case aiUsage(days: Int64)
  /// How long things took in clients.
  case clientEvents(days: Int64)
  case identities(email: String)
  case unlink(email: String, issuer: String)
  /// Says in the audit log what the command line does by itself.
  case record(Deed)

  package enum Deed: String, Codable, Sendable {
    case backedUp, workspaceExported, filesMoved, filesChecked

    var act: AuditAct {
      switch self {
      case .backedUp: .backedUp
      case .workspaceExported: .workspaceExported
      case .filesMoved: .filesMoved
      case .filesChecked: .read(.fileCheck)
      }
    }
  }
}

/// What came of an administrative act.
package struct AdminAnswer: Codable, Sendable {
  /// An account without its secrets.
  package struct Account: Codable, Sendable {
    package let email: String
    package let name: String
    package let role: WorkspaceRole
    package let isDisabled: Bool
    package let isVerified: Bool
    /// Address of who made the invitation that its user came by.
    package let invitedBy: String?
  }

  /// How far the AI's work on messages is.
  package struct Pipeline: Codable, Sendable {
    package struct Message: Codable, Sendable {
      package let conversation: ConversationID
      package let message: MessageID
      /// Never message text.
      package let reason: String
      package let failures: Int
    }

    /// Messages not yet worked on.
    package let due: Int
    /// Of those, waiting for another try.
    package let postponed: Int
    /// All that were given up.
    package let dead: Int
    /// The first of those.
    package let listed: [Message]
  }

  package var accounts: [Account]?
  package var pipeline: Pipeline?
  /// The password that was made up.
  package var password: String?
  package var invitations: [Invitation]?
  /// Of the invitation that was made.
  package var token: String?
  package var workspace: Workspace?
  package var features: [FeatureState]?
  package var people: [FeatureReach]?
  package var problems: [CrashGroup]?
  /// `after` of the next page.
  package var next: UserID?
  package var overviews: [ConversationOverview]?
  /// `after` of the next page of groups.
  package var nextConversation: ConversationID?
  package var totals: WorkspaceTotals?
  package var usage: AIUsage?
  package var events: ClientEventOverview?
  package var identities: [AccountIdentity]?
  package var retention: RetentionOverview?
  package var audit: AuditPage?
  package var verification: AuditVerification?
  /// Why nothing was done.
  package var refusal: String?

  package init(
    accounts: [Account]? = nil, password: String? = nil, pipeline: Pipeline? = nil,
    invitations: [Invitation]? = nil, token: String? = nil, workspace: Workspace? = nil,
    features: [FeatureState]? = nil, people: [FeatureReach]? = nil, next: UserID? = nil,
    overviews: [ConversationOverview]? = nil, nextConversation: ConversationID? = nil, totals: WorkspaceTotals? = nil,
    usage: AIUsage? = nil, events: ClientEventOverview? = nil, identities: [AccountIdentity]? = nil,
    problems: [CrashGroup]? = nil,
    retention: RetentionOverview? = nil, audit: AuditPage? = nil, verification: AuditVerification? = nil,
    refusal: String? = nil
  ) {
    self.accounts = accounts
    self.invitations = invitations
    self.token = token
    self.workspace = workspace
    self.features = features
    self.people = people
    self.next = next
    self.overviews = overviews
    self.nextConversation = nextConversation
    self.totals = totals
    self.usage = usage
    self.events = events
    self.identities = identities
    self.problems = problems
    self.retention = retention
    self.audit = audit
    self.verification = verification
    self.pipeline = pipeline
    self.password = password
    self.refusal = refusal
  }
}

extension AdminService {
  /// Does what is asked; a refusal is part of the answer.
  package func answer(_ request: AdminRequest) async -> AdminAnswer {
    do throws(Refusal) {
      return try await perform(request)
    } catch {
      return AdminAnswer(refusal: error.detail)
    }
  }

  private func perform(_ request: AdminRequest) async throws(Refusal) -> AdminAnswer {
    switch request {
    case .list:
      let accounts = try await reading(.accounts) { () throws(Refusal) in try await list() }
      let addresses = Dictionary(accounts.map { ($0.user.id, $0.user.email) }, uniquingKeysWith: { first, _ in first })
      return AdminAnswer(
        accounts: accounts.map {
          AdminAnswer.Account(
            email: $0.user.email, name: $0.user.name, role: $0.role, isDisabled: $0.isDisabled,
            isVerified: $0.isVerified, invitedBy: $0.invitedBy.flatMap { addresses[$0] })
        })
    case .create(let email, let name, let password):
      let made = try await create(email: email, name: name, password: password, by: .commandLine)
      return AdminAnswer(password: password == nil ? made.password : nil)
    case .resetPassword(let email, let password):
      let fresh = try await resetPassword(
        of: try await account(email: email).id, to: password, by: .commandLine)
      return AdminAnswer(password: password == nil ? fresh : nil)
    case .setDisabled(let email, let isDisabled):
      try await setDisabled(try await account(email: email).id, isDisabled, by: .commandLine)
    case .setRole(let email, let role):
      try await setRole(of: try await account(email: email).id, role, by: .commandLine)
    case .setEmail(let email, let fresh):
      try await accounts.setEmail(fresh ?? email, of: try await account(email: email).id, by: .commandLine)
    case .endSessions(let email):
      try await endSessions(of: try await account(email: email).id, by: .commandLine)
    case .pipeline:
      return AdminAnswer(pipeline: try await reading(.pipeline) { () throws(Refusal) in try await pipeline() })
    case .retryPipeline: try await retryPipeline(by: .commandLine)
    case .rotateKeys: try await rotateKeys(by: .commandLine)
    case .invite(let role, let uses, let days):
      let form = CreateInvitationRequest(role: role, maximumUses: uses, days: days)
      let made = try await workspaces.invite(form, by: nil, as: .commandLine)
      return AdminAnswer(invitations: [made.invitation], token: made.token)
    case .invitations:
      return AdminAnswer(
        invitations: try await reading(.invitations) { () throws(Refusal) in
          try await workspaces.invitations(for: nil)
        })
    case .withdraw(let invitation): try await workspaces.withdraw(invitation, by: nil, as: .commandLine)
    case .workspace(let name, let registration, let collectsEvents):
      guard name != nil || registration != nil || collectsEvents != nil else {
        return AdminAnswer(
          workspace: try await reading(.workspace) { () throws(Refusal) in try await workspaces.workspace() })
      }
      let change = WorkspaceChange(name: name, registration: registration, collectsEvents: collectsEvents)
      return AdminAnswer(workspace: try await workspaces.change(change, by: nil, as: .commandLine))
    case .features:
      return AdminAnswer(
        features: try await reading(.features) { () throws(Refusal) in try await features.states() })
    case .rollOut(let feature, let percentage, let people, let isStopped):
      return AdminAnswer(features: [try await rollOut(feature, percentage, people, isStopped)])
    case .featurePeople(let feature, let after):
      let page = try await reading(.featurePeople) { () throws(Refusal) in
        try await features.people(of: feature, after: after)
      }
      return AdminAnswer(people: page.people, next: page.next.flatMap { UserID($0) })
    case .conversations(let after):
      let page = try await reading(.conversations) { () throws(Refusal) in
        try await overview.conversations(after: after)
      }
      return AdminAnswer(
        overviews: page.conversations, nextConversation: page.next.flatMap { ConversationID($0) })
    case .totals:
      return AdminAnswer(totals: try await reading(.totals) { () throws(Refusal) in try await overview.totals() })
    case .aiUsage(let days):
      return AdminAnswer(
        usage: try await reading(.aiUsage) { () throws(Refusal) in try await overview.usage(days: days) })
    case .clientEvents(let days):
      return AdminAnswer(
        events: try await reading(.clientEvents) { () throws(Refusal) in try await diagnostics.events(days: days) })
    case .identities(let email):
      let user = try await account(email: email).id
      return AdminAnswer(
        identities: try await reading(.identities) { () throws(Refusal) in try await identities(of: user) })
    case .unlink(let email, let issuer):
      try await unlink(issuer, of: try await account(email: email).id, by: .commandLine)
    case .problems:
      return AdminAnswer(
        problems: try await reading(.crashes) { () throws(Refusal) in try await diagnostics.crashes() })
    case .resolveProblem(let id): try await diagnostics.remove(crash: id, as: .commandLine)
    case .retention(let request): return try await perform(request)
    case .auditList(let filter, let limit):
      return AdminAnswer(
        audit: try await reading(.auditLog) { () throws(Refusal) in
          try await auditLog.page(filter, before: nil, limit: limit)
        })
    case .auditVerify(let head):
      return AdminAnswer(verification: try await auditLog.verify(expecting: head, by: .commandLine))
    case .record(let deed): try await auditLog.record(deed.act, by: .commandLine)
    }
    return AdminAnswer()
  }

  private func rollOut(
    _ feature: Feature, _ percentage: Int?, _ people: [String]?, _ isStopped: Bool?
  ) async throws(Refusal) -> FeatureState {
    guard let former = try await features.states().first(where: { $0.name == feature }) else { throw .notFound }
    var rollout = former.rollout
    if let percentage { rollout.percentage = percentage }
    if let isStopped { rollout.isStopped = isStopped }
    if let people {
      rollout.people = []
      for email in people { rollout.people.append(try await account(email: email).id) }
    }
    return try await features.change(feature, to: rollout, by: nil, as: .commandLine)
  }

  /// What the command line reads is told of before it is answered.
  private func reading<Value: Sendable>(
    _ reading: AuditAct.Reading, _ body: () async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    let value = try await body()
    try await auditLog.record(.read(reading), by: .commandLine)
    return value
  }
}
