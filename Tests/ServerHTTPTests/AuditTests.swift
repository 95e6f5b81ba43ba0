import Domain
import Foundation
import ServerCore
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("The audit log")
struct AuditTests {
  /// What the entry of each route for admins says: its kind, and what was read.
  private static let admins: [String: AuditAct.Kind] = [
    "listAccounts": .read, "updateAccount": .roleChanged, "resetPassword": .passwordReset,
    "endSessions": .sessionsEnded, "listAuditEntries": .read, "verifyAuditLog": .verified,
    "updateWorkspace": .workspaceChanged, "createInvitation": .invitationMade, "listInvitations": .read,
    "listFeatures": .read, "rollOutFeature": .featureRolledOut, "listFeaturePeople": .read,
    "getModelConnection": .read, "connectModel": .modelConnected, "disconnectModel": .modelDisconnected,
    "findModelServers": .read, "tryModel": .modelTried, "compareModel": .modelTried,
    "getRetention": .read, "setRetention": .retentionChanged, "setConversationRetention": .retentionChanged,
    "resetConversationRetention": .retentionChanged, "holdConversation": .holdSet, "holdPerson": .holdSet,
    "listCrashes": .read, "removeCrash": .crashRemoved, "listEvents": .read,
    "listGroups": .read, "getTotals": .read, "getUsage": .read, "listIdentities": .read,
    "removeIdentity": .identityUnlinked,
    "withdrawInvitation": .invitationEnded, "listMailOutcomes": .read, "listPushOutcomes": .read,
  ]

  @Test("every route for admins is told of")
  func complete() async throws {
    try await TestServer.run { server in
      let routes = server.instance.routes.routes.filter { $0.access == .admin }.map(\.documentation.operationID)
      #expect(Set(routes) == Set(Self.admins.keys))
    }
  }

  @Test("what an admin does or looks at has an entry with who, where and what", arguments: admins.keys.sorted())
  func admin(_ operation: String) async throws {
    let item = try #require(RouteCase.all.first { $0.operation == operation })
    let kind = try #require(Self.admins[operation])
    try await TestWorkspace.run { workspace in
      let before = try await workspace.stored(AuditFilter()).first?.number ?? 0
      try await item.check(workspace)
      // Not by the route: Ada may be no admin any more.
      let told = try await workspace.stored(AuditFilter(kind: kind)).filter {
        $0.number > before && $0.actor == "account:\(workspace.ada.id)" && $0.outcome == AuditEntry.done
      }
      #expect(!told.isEmpty)
      #expect(told.allSatisfy { $0.session != nil && $0.address?.text == "127.0.0.1" })
    }
  }

  @Test("signing in, failing to and signing out are told of, and no word that anybody typed")
  func sessions() async throws {
    try await TestWorkspace.run { workspace in
      let http = workspace.server.http
      func signIn(_ email: String, _ password: String) async throws -> Int {
        let form = SignInRequest(email: email, password: password, device: "a canary")
        return try await http.send("POST", "/v1/sessions", body: form.json()).status
      }
      #expect(try await signIn("bob@example.org", "a canary password") == 401)
      #expect(try await signIn("canary@example.org", "a canary password") == 401)
      #expect(try await signIn("bob@example.org", "correct horse bob") == 201)
      #expect(try await workspace.bob.send("DELETE", "/v1/sessions/current").status == 204)
      let told = try await workspace.entries().filter { $0.kind != "read" }.prefix(4)
      #expect(told.map(\.kind) == ["signedOut", "signedIn", "signInFailed", "signInFailed"])
      let bob = "account:\(workspace.bob.id)"
      #expect(told.map(\.actor) == [bob, bob, "nobody", "nobody"])
      #expect(told.map(\.subject) == ["session:\(workspace.bob.session.session)", bob, nil, bob])
      #expect(told.map(\.detail) == [nil, nil, "unknown", "password"])
      #expect(told.allSatisfy { $0.address == "127.0.0.1" })
      let all = try await workspace.ada.ok("GET", "/v1/audit?limit=200")
      for word in ["canary", "bob@", "example.org", "horse"] {
        #expect(!String(decoding: all, as: UTF8.self).contains(word))
      }
    }
  }

  @Test("a group's admin who switches the AI, and whoever asks for a link, are told of")
  func others() async throws {
    try await TestWorkspace.run { workspace in
      let path = "/v1/conversations/\(workspace.group)/intelligence"
      #expect(try await workspace.ada.send("PUT", path, SwitchRequest(isOn: false)).status == 204)
      let switched = try #require(try await workspace.entries(.intelligenceSwitched).first)
      #expect(switched.subject == "conversation:\(workspace.group)" && switched.detail == "off")
      #expect(switched.session != nil && switched.address != nil)
      let form = PasswordResetRequest(email: "bob@example.org")
      _ = try await workspace.server.http.send("POST", "/v1/password-resets", body: form.json())
      let asked = try #require(try await workspace.entries(.resetRequested).first)
      #expect(asked.actor == "nobody" && asked.subject == "account:\(workspace.bob.id)")
      let deletion = DeleteAccountRequest(password: "correct horse bob")
      #expect(try await workspace.bob.send("DELETE", "/v1/me", deletion).status == 204)
      let left = try await workspace.entries(person: workspace.bob.id)
      #expect(left.first?.kind == "accountDeleted" && left.count > 2)
      #expect(left.allSatisfy { $0.address == nil && $0.salt == nil }, "where they were is not kept")
    }
  }

  @Test("pages follow one another; what is no kind, no person and no number is refused")
  func pages() async throws {
    try await TestWorkspace.run { workspace in
      var numbers: [Int64] = []
      var next: Int64?
      repeat {
        let query = next.map { "&before=\($0)" } ?? ""
        let page: AuditPage = try await workspace.ada.ask("GET", "/v1/audit?kind=signedIn&limit=1\(query)")
        numbers += page.entries.map(\.number)
        next = page.next
      } while next != nil
      #expect(numbers == numbers.sorted(by: >) && Set(numbers).count == 3)
      for query in ["kind=nothing", "person=ada", "before=x", "limit=0", "since=-1"] {
        try expectProblem(await workspace.ada.send("GET", "/v1/audit?\(query)"), .invalid)
      }
      try expectProblem(await workspace.bob.send("GET", "/v1/audit"), .forbidden)
      try expectProblem(await workspace.bob.send("POST", "/v1/audit/verification"), .forbidden)
    }
  }

  @Test("a flood of failed attempts is counted, and costs no more than its bound")
  func flood() async throws {
    let clock = SettableClock()
    let configure: (inout ServerConfiguration) -> Void = { $0.hasRateLimits = false }
    try await TestWorkspace.run(clock: clock, configure: configure) { workspace in
      let form = SignInRequest(email: "nobody@example.org", password: "wrong", device: nil).json()
      for _ in 0..<1_005 { _ = try await workspace.server.http.send("POST", "/v1/sessions", body: form) }
      clock.advance(seconds: 61)
      try await eventually("the rest is counted") {
        try await workspace.entries(.failuresOmitted).first?.detail == "5"
      }
      var failed = 0
      var before: Int64?
      repeat {
        let query = before.map { "&before=\($0)" } ?? ""
        let page: AuditPage = try await workspace.ada.ask("GET", "/v1/audit?kind=signInFailed&limit=200\(query)")
        failed += page.entries.count
        before = page.next
      } while before != nil
      #expect(failed == 1_000)
    }
  }

  @Test("entries go after 400 days, and the log is whole without them")
  func age() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      #expect(try await workspace.entries(.accountMade).count == 3)
      clock.advance(seconds: 401 * 86_400)
      // Whoever was signed in then is no more.
      @Sendable func kinds() async throws -> [String] { try await workspace.stored(AuditFilter()).map(\.kind) }
      try await eventually("they are forgotten") { try await kinds().first == "entriesForgotten" }
      #expect(try await !kinds().contains("accountMade"))
    }
  }
}

extension TestWorkspace {
  /// Newest first.
  fileprivate func stored(_ filter: AuditFilter) async throws -> [AuditEntry] {
    try await server.instance.accounts.reader.read { store in
      guard let store = store as? any AuditStore else { return [] }
      return try store.auditEntries(filter, before: nil, limit: 200)
    }
  }

  /// Newest first, at most 200.
  func entries(_ kind: AuditAct.Kind? = nil, person: UserID? = nil) async throws -> [AuditEntryBody] {
    let query = [kind.map { "kind=\($0.rawValue)" }, person.map { "person=\($0)" }, "limit=200"].compactMap(\.self)
    let page: AuditPage = try await ada.ask("GET", "/v1/audit?\(query.joined(separator: "&"))")
    return page.entries
  }
}

extension RouteCase {
  static let audit = [
    RouteCase("listAuditEntries") { workspace async throws in
      let page: AuditPage = try await workspace.ada.ask("GET", "/v1/audit?kind=accountMade")
      #expect(
        page.entries.map(\.subject) == [workspace.eve, workspace.bob, workspace.ada].map { "account:\($0.id)" })
      #expect(page.entries.map(\.detail) == ["member", "member", "admin"])
    },
    RouteCase("verifyAuditLog") { workspace async throws in
      let found: AuditVerificationBody = try await workspace.ada.ask("POST", "/v1/audit/verification")
      #expect(found.finding == nil && found.entries >= 6 && found.number > found.entries)
      let newest: AuditPage = try await workspace.ada.ask("GET", "/v1/audit?kind=verified")
      #expect(newest.entries.map(\.hash) == [found.hash])
      #expect(newest.entries.map(\.detail) == ["whole"])
    },
  ]
}
