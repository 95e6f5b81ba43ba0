import Domain
import WireProtocol

extension Rules.Workspaces {
  /// Invitations that may be used at the same time.
  package static let maximumInvitations = 500
  private static let maximumConversations = 50

  /// Throws `forbidden` unless the asker is an admin of the workspace.
  package static func authorize(_ asker: Profile) throws(Refusal) {
    guard asker.workspaceRole == .admin else {
      throw Refusal(.forbidden, "Only admins of the workspace may do this.")
    }
  }

  /// Throws `invalid` for a bad name.
  package static func change(_ workspace: Workspace, _ change: WorkspaceChange) throws(Refusal) -> Workspace {
    var workspace = workspace
    if let name = change.name { workspace.name = try AccountRules.validatedName(name) }
    if let registration = change.registration { workspace.registration = registration }
    if let domains = change.domains { workspace.domains = try checked(domains) }
    if let collectsEvents = change.collectsEvents { workspace.collectsEvents = collectsEvents }
    guard workspace.registration != .domain || !workspace.domains.isEmpty else {
      throw Refusal(.invalid, "Name the domains whose people may register.")
    }
    return workspace
  }

  private static func checked(_ domains: [String]) throws(Refusal) -> [String] {
    guard domains.count <= WorkspaceChange.mostDomains else {
      throw Refusal(.invalid, "At most \(WorkspaceChange.mostDomains) domains.")
    }
    var tidy: [String] = []
    for domain in domains.map({ $0.trimmingWhitespace.lowercased() }) where !tidy.contains(domain) {
      // What is no address's domain could never be matched.
      guard domain.contains("."), (try? AccountRules.validatedEmail("a@\(domain)")) == "a@\(domain)" else {
        throw Refusal(.invalid, "A domain is a name such as example.org.")
      }
      tidy.append(domain)
    }
    return tidy
  }

  /// Throws `forbidden` for an address to which no invitation is sent, and `conflict` where there
  /// are so many that admins could make none any more.
  package static func checkWish(
    for email: String?, to workspace: Workspace, fixed: Registration?, living: Int
  ) throws(Refusal) {
    guard living < maximumInvitations / 2 else {
      throw Refusal(.conflict, "Too many invitations wait already. Ask an administrator for one.")
    }
    guard (fixed ?? workspace.registration) == .domain, isAtDomain(email, of: workspace) else {
      throw Refusal(.forbidden, "Nobody with this address may register here.")
    }
  }

  private static func isAtDomain(_ email: String?, of workspace: Workspace) -> Bool {
    email?.split(separator: "@").last.map { workspace.domains.contains(String($0)) } ?? false
  }

  /// `living` is how many others may be used now. Throws `invalid` for values out of bounds, and
  /// `conflict` where there are too many.
  package static func invite(
    _ draft: InvitationDraft, by asker: UserID?, living: Int, at time: Timestamp
  ) throws(Refusal) -> Invitation {
    let (uses, days) = (CreateInvitationRequest.maximumUsesRange, CreateInvitationRequest.daysRange)
    guard uses ~= draft.maximumUses else {
      throw Refusal(.invalid, "An invitation is for \(uses.lowerBound) to \(uses.upperBound) people.")
    }
    guard draft.email == nil || draft.maximumUses == 1 else {
      throw Refusal(.invalid, "An invitation to one address is for one person.")
    }
    guard days ~= draft.days else {
      throw Refusal(.invalid, "An invitation lasts \(days.lowerBound) to \(days.upperBound) days.")
    }
    guard draft.conversations.count <= maximumConversations else {
      throw Refusal(.invalid, "An invitation names at most \(maximumConversations) conversations.")
    }
    guard living < maximumInvitations else {
      throw Refusal(.conflict, "There are \(living) invitations already: withdraw some first.")
    }
    return Invitation(
      id: draft.id, createdAt: time, createdBy: asker, role: draft.role, conversations: draft.conversations,
      email: draft.email, maximumUses: draft.maximumUses, uses: 0, expiresAt: time.adding(seconds: draft.days * 86_400))
  }

  package static func withdraw(_ invitation: Invitation, at time: Timestamp) -> Invitation {
    var invitation = invitation
    invitation.endedAt = invitation.endedAt ?? time
    return invitation
  }

  /// The role that whoever comes in gets, where the invitation says so. Throws `forbidden` for whom
  /// the workspace does not let in. `invitation` is the one that the admission's token belongs to.
  package static func admit(
    _ admission: Admission, to workspace: Workspace, invitation: Invitation?, as email: String,
    at time: Timestamp
  ) throws(Refusal) -> WorkspaceRole? {
    guard case .user(let hash, let fixed, let isVerified) = admission else { return nil }
    switch fixed ?? workspace.registration {
    case .closed: throw Refusal(.forbidden, "New accounts are made by an administrator here.")
    // As good as an invitation that was sent there.
    case .domain where isVerified && isAtDomain(email, of: workspace): break
    // Nobody is there who could invite the first one.
    case .invitation where hash == nil && !workspace.isNew, .domain where hash == nil && !workspace.isNew:
      throw Refusal(.forbidden, "Only people with an invitation can join this workspace.")
    case .open, .invitation, .domain: break
    }
    guard hash != nil else { return nil }
    try checkUse(of: invitation, at: time)
    if let only = invitation?.email, only != email {
      throw Refusal(.forbidden, "This invitation is for another address.")
    }
    return invitation?.role
  }

  package static let unknownInvitation = Refusal(.forbidden, "This invitation is not known here.")

  /// Throws `forbidden` when nobody comes in by it any more.
  package static func checkUse(of invitation: Invitation?, at time: Timestamp) throws(Refusal) {
    guard let invitation else { throw unknownInvitation }
    switch invitation.state(at: time) {
    case .usable: break
    case .withdrawn: throw Refusal(.forbidden, "This invitation was withdrawn.")
    case .expired: throw Refusal(.forbidden, "This invitation has expired.")
    case .used: throw Refusal(.forbidden, "This invitation has been used.")
    }
  }
}
