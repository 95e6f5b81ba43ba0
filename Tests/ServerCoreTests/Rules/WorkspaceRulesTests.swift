import Domain
import ServerCore
import Testing

@Suite("Rules of the workspace")
struct WorkspaceRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Workspaces

  private func invitation(uses: Int64 = 0, of maximum: Int64 = 1) throws(Refusal) -> Invitation {
    var made = try Rule.invite(draft(uses: maximum), by: It.ada, living: 0, at: It.now)
    made.uses = uses
    return made
  }

  private func draft(
    uses: Int64 = 1, days: Int64 = 7, conversations: Int = 0, role: WorkspaceRole = .member
  ) -> InvitationDraft {
    InvitationDraft(
      id: InvitationID(high: 1, low: 1), hash: [1], role: role,
      conversations: (0..<conversations).map { ConversationID(high: 2, low: UInt64($0)) }, maximumUses: uses, days: days
    )
  }

  private func admit(
    _ token: Bool, _ registration: Registration, fixed: Registration? = nil, isNew: Bool = false,
    _ invitation: Invitation? = nil, as email: String = "eve@kites.example"
  ) throws(Refusal) -> WorkspaceRole? {
    try Rule.admit(
      .user(invitation: token ? [1] : nil, fixed: fixed), to: Workspace(registration: registration, isNew: isNew),
      invitation: invitation, as: email, at: It.now)
  }

  @Test("an open workspace takes everybody, a closed one nobody, and the command line makes any account")
  func registration() throws {
    #expect(try admit(false, .open) == nil)
    #expect(refusal { try admit(false, .closed) } == .forbidden)
    #expect(refusal { try admit(true, .closed, invitation()) } == .forbidden)
    #expect(refusal { try admit(false, .closed, isNew: true) } == .forbidden)
    #expect(
      try Rule.admit(.administrator, to: Workspace(registration: .closed), invitation: nil, as: "e@x", at: It.now)
        == nil)
  }

  @Test("an address at one of the workspace's domains that a provider has verified needs no invitation")
  func verified() throws {
    func admit(_ registration: Registration, as email: String, verified: Bool) throws(Refusal) -> WorkspaceRole? {
      try Rule.admit(
        .user(verified: verified), to: Workspace(registration: registration, domains: ["kites.example"]),
        invitation: nil, as: email, at: It.now)
    }
    #expect(try admit(.domain, as: "eve@kites.example", verified: true) == nil)
    #expect(refusal { try admit(.domain, as: "eve@kites.example", verified: false) } == .forbidden)
    #expect(refusal { try admit(.domain, as: "eve@kites.example.org", verified: true) } == .forbidden)
    #expect(refusal { try admit(.invitation, as: "eve@kites.example", verified: true) } == .forbidden)
    #expect(refusal { try admit(.closed, as: "eve@kites.example", verified: true) } == .forbidden)
  }

  @Test("what the server's options say goes before what the workspace says")
  func fixed() throws {
    #expect(try admit(false, .closed, fixed: .open) == nil)
    #expect(refusal { try admit(false, .open, fixed: .closed) } == .forbidden)
    #expect(refusal { try admit(false, .open, fixed: .invitation) } == .forbidden)
  }

  @Test("by invitation only: a token that is good, or the very first account")
  func byInvitation() throws {
    #expect(refusal { try admit(false, .invitation) } == .forbidden)
    #expect(try admit(false, .invitation, isNew: true) == nil)
    #expect(try admit(true, .invitation, invitation()) == .member)
    #expect(refusal { try admit(true, .invitation) } == .forbidden, "a token of nothing")
    #expect(refusal { try admit(true, .open) } == .forbidden, "a bad token is said, also where none is needed")
    let admin = try Rule.invite(draft(role: .admin), by: It.ada, living: 0, at: It.now)
    #expect(try admit(true, .open, admin) == .admin)
  }

  @Test("an invitation ends by its last use, with its time, and when it is withdrawn")
  func ends() throws {
    #expect(try admit(true, .open, invitation(uses: 1, of: 2)) == .member)
    #expect(refusal { try admit(true, .open, invitation(uses: 2, of: 2)) } == .forbidden)
    let made = try invitation()
    #expect(made.state(at: made.expiresAt.adding(milliseconds: -1)) == .usable)
    #expect(made.state(at: made.expiresAt) == .expired)
    let withdrawn = Rule.withdraw(made, at: It.now)
    #expect(refusal { try admit(true, .open, withdrawn) } == .forbidden)
    #expect(Rule.withdraw(withdrawn, at: It.now.adding(seconds: 9)).endedAt == It.now)
  }

  @Test("an invitation is for 1 to 1,000 people, 1 to 365 days and 50 groups, and there are 500 at most")
  func bounds() throws {
    for uses: Int64 in [1, 1_000] {
      #expect(try Rule.invite(draft(uses: uses), by: nil, living: 0, at: It.now).uses == 0)
    }
    for uses: Int64 in [0, -1, 1_001] {
      #expect(refusal { try Rule.invite(draft(uses: uses), by: nil, living: 0, at: It.now) } == .invalid)
    }
    #expect(
      try Rule.invite(draft(days: 365), by: nil, living: 0, at: It.now).expiresAt
        == It.now.adding(seconds: 365 * 86_400))
    for days: Int64 in [0, 366] {
      #expect(refusal { try Rule.invite(draft(days: days), by: nil, living: 0, at: It.now) } == .invalid)
    }
    #expect(try Rule.invite(draft(conversations: 50), by: nil, living: 499, at: It.now).conversations.count == 50)
    #expect(refusal { try Rule.invite(draft(conversations: 51), by: nil, living: 0, at: It.now) } == .invalid)
    #expect(refusal { try Rule.invite(draft(), by: nil, living: 500, at: It.now) } == .conflict)
  }

  @Test("admins alone look after the workspace, and its name is a name")
  func admins() throws {
    #expect(refusal { try Rule.authorize(It.account().profile) } == .forbidden)
    try Rule.authorize(Rules.Accounts.setWorkspaceRole(of: It.account(), to: .admin).changed ?? It.account().profile)
    let now = Workspace(name: "Kites", registration: .open)
    #expect(try Rule.change(now, WorkspaceChange()) == now)
    #expect(try Rule.change(now, WorkspaceChange(name: " Boats ")).name == "Boats")
    #expect(try Rule.change(now, WorkspaceChange(registration: .closed)).registration == .closed)
    #expect(refusal { try Rule.change(now, WorkspaceChange(name: "")) } == .invalid)
  }

  @Test("by domain: only with an invitation, which only addresses at its domains have sent to them")
  func byDomain() throws {
    #expect(refusal { try admit(false, .domain) } == .forbidden)
    #expect(try admit(false, .domain, isNew: true) == nil)
    #expect(try admit(true, .domain, invitation()) == .member)
    let workspace = Workspace(registration: .domain, domains: ["kites.example"])
    func wish(_ email: String?, _ workspace: Workspace, fixed: Registration? = nil, living: Int = 0) -> ErrorCode? {
      refusal { try Rule.checkWish(for: email, to: workspace, fixed: fixed, living: living) }
    }
    #expect(wish("eve@kites.example", workspace) == nil)
    #expect(wish("eve@kites.example", Workspace(registration: .open, domains: ["kites.example"])) == .forbidden)
    #expect(wish("eve@kites.example", workspace, fixed: .closed) == .forbidden)
    #expect(
      wish("eve@kites.example", Workspace(registration: .open, domains: ["kites.example"]), fixed: .domain) == nil)
    for other in ["eve@example", "eve@evil.kites.example", "kites.example@evil.example", nil] {
      #expect(wish(other, workspace) == .forbidden)
    }
    #expect(wish("eve@kites.example", workspace, living: Rule.maximumInvitations / 2 - 1) == nil)
    #expect(wish("eve@kites.example", workspace, living: Rule.maximumInvitations / 2) == .conflict)
  }

  @Test("domains are tidied, and there is one where they decide")
  func domains() throws {
    func change(_ domains: [String]?, _ registration: Registration = .domain) throws(Refusal) -> Workspace {
      try Rule.change(
        Workspace(registration: .open), WorkspaceChange(registration: registration, domains: domains))
    }
    #expect(try change([" Kites.Example ", "kites.example", "b.example"]).domains == ["kites.example", "b.example"])
    for bad in [[], ["kites"], ["a@b.example"], ["a b.example"], [""]] {
      #expect(refusal { try change(bad) } == .invalid)
    }
    #expect(refusal { try change(nil) } == .invalid)
    #expect(try change([], .open).domains == [])
    let most = (0..<WorkspaceChange.mostDomains).map { "d\($0).example" }
    #expect(try change(most).domains.count == most.count)
    #expect(refusal { try change(most + ["one.more.example"]) } == .invalid)
  }

  @Test("an invitation to one address is for that one, once")
  func toOneAddress() throws {
    func draft(_ uses: Int64) -> InvitationDraft {
      InvitationDraft(
        id: InvitationID(high: 1, low: 1), hash: [1], email: "eve@kites.example", maximumUses: uses)
    }
    #expect(refusal { try Rule.invite(draft(2), by: It.ada, living: 0, at: It.now) } == .invalid)
    let made = try Rule.invite(draft(1), by: It.ada, living: 0, at: It.now)
    #expect(made.email == "eve@kites.example")
    #expect(try admit(true, .invitation, made) == .member)
    #expect(refusal { try admit(true, .invitation, made, as: "dan@kites.example") } == .forbidden)
  }
}
