import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let workspaces = [
    RouteCase("getWorkspace") { workspace async throws in
      let answer = try await workspace.server.http.send("GET", "/v1/workspace")
      let providers = workspace.server.identities.providers.map(\.shown)
      #expect(
        try Workspace(json: answer.body) == Workspace(registration: .open, sendsMail: true, providers: providers))
    },
    RouteCase("updateWorkspace") { workspace async throws in
      let change = WorkspaceChange(name: "Kites", registration: .invitation)
      try expectProblem(await workspace.bob.send("PATCH", "/v1/workspace", change), .forbidden)
      let changed = try Workspace(json: await workspace.ada.ok("PATCH", "/v1/workspace", change))
      let providers = workspace.server.identities.providers.map(\.shown)
      #expect(
        changed == Workspace(name: "Kites", registration: .invitation, sendsMail: true, providers: providers))
      let form = SignUpRequest(email: "carol@example.org", password: "correct horse carol", name: "Carol")
      try expectProblem(await workspace.server.http.send("POST", "/v1/accounts", body: form.json()), .forbidden)
    },
    RouteCase("createInvitation") { workspace async throws in
      let form = CreateInvitationRequest(conversations: [workspace.group], maximumUses: 3, days: 2)
      try expectProblem(await workspace.bob.send("POST", "/v1/invitations", form), .forbidden)
      let made: CreatedInvitation = try await workspace.ada.ask("POST", "/v1/invitations", form)
      #expect(made.invitation.maximumUses == 3 && made.invitation.createdBy == workspace.ada.id)
      try await workspace.ada.ok("PATCH", "/v1/workspace", WorkspaceChange(registration: .invitation))
      let carol = SignUpRequest(
        email: "carol@example.org", password: "correct horse carol", name: "Carol", invitation: made.token)
      let answer = try await workspace.server.http.send("POST", "/v1/accounts", body: carol.json())
      #expect(answer.status == 201)
      let session = try SessionResponse(json: answer.body)
      #expect(try await workspace.bob.window(workspace.group).members.contains { $0.user == session.user.id })
    },
    RouteCase("listInvitations") { workspace async throws in
      let made: CreatedInvitation = try await workspace.ada.ask("POST", "/v1/invitations", CreateInvitationRequest())
      let answer = try await workspace.ada.ok("GET", "/v1/invitations")
      #expect(try InvitationsResponse(json: answer).invitations == [made.invitation])
      #expect(!String(decoding: answer, as: UTF8.self).contains(made.token), "the token is said once")
      try expectProblem(await workspace.bob.send("GET", "/v1/invitations"), .forbidden)
    },
    RouteCase("withdrawInvitation") { workspace async throws in
      let made: CreatedInvitation = try await workspace.ada.ask("POST", "/v1/invitations", CreateInvitationRequest())
      let path = "/v1/invitations/\(made.invitation.id)"
      try expectProblem(await workspace.bob.send("DELETE", path), .forbidden)
      #expect(try await workspace.ada.send("DELETE", path).status == 204)
      let form = InvitationLookupRequest(token: made.token)
      try expectProblem(
        await workspace.server.http.send("POST", "/v1/invitations/lookup", body: form.json()), .forbidden)
    },
    RouteCase("listAccounts") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/accounts"), .forbidden)
      let made: CreatedInvitation = try await workspace.ada.ask("POST", "/v1/invitations", CreateInvitationRequest())
      let carol = SignUpRequest(
        email: "carol@example.org", password: "correct horse carol", name: "Carol", invitation: made.token)
      _ = try await workspace.server.http.send("POST", "/v1/accounts", body: carol.json())
      let accounts = try AccountsResponse(json: await workspace.ada.ok("GET", "/v1/accounts")).accounts
      #expect(accounts.map(\.user.name) == ["ada", "bob", "eve", "Carol"])
      #expect(accounts.map(\.role) == [.admin, .member, .member, .member])
      #expect(accounts.map(\.invitedBy) == [nil, nil, nil, workspace.ada.id])
    },
    RouteCase("updateAccount") { workspace async throws in
      let path = "/v1/accounts/\(workspace.bob.id)"
      try expectProblem(await workspace.bob.send("PATCH", path, AccountPatchRequest(role: .admin)), .forbidden)
      let own = "/v1/accounts/\(workspace.ada.id)"
      try expectProblem(await workspace.ada.send("PATCH", own, AccountPatchRequest(role: .member)), .conflict)
      #expect(try await workspace.ada.send("PATCH", path, AccountPatchRequest(role: .admin)).status == 204)
      #expect(try await workspace.bob.send("PATCH", own, AccountPatchRequest(role: .member)).status == 204)
      try expectProblem(await workspace.ada.send("GET", "/v1/accounts"), .forbidden)
      let eve = "/v1/accounts/\(workspace.eve.id)"
      #expect(try await workspace.bob.send("PATCH", eve, AccountPatchRequest(isDisabled: true)).status == 204)
      try expectProblem(await workspace.eve.send("GET", "/v1/me"), .sessionRevoked)
      #expect(try await workspace.bob.send("PATCH", eve, AccountPatchRequest(isDisabled: false)).status == 204)
      let gone = "/v1/accounts/\(TestUser.newID() as UserID)"
      for form in [AccountPatchRequest(isDisabled: true), AccountPatchRequest()] {
        try expectProblem(await workspace.bob.send("PATCH", gone, form), .notFound)
      }
      try expectProblem(await workspace.bob.send("DELETE", gone + "/sessions"), .notFound)
    },
    RouteCase("resetPassword") { workspace async throws in
      let path = "/v1/accounts/\(workspace.bob.id)/password"
      try expectProblem(await workspace.eve.send("POST", path), .forbidden)
      let made: MadePassword = try await workspace.ada.ask("POST", path)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .sessionRevoked)
      let form = SignInRequest(email: "bob@example.org", password: made.password)
      #expect(try await workspace.server.http.send("POST", "/v1/sessions", body: form.json()).status == 201)
    },
    RouteCase("endSessions") { workspace async throws in
      let path = "/v1/accounts/\(workspace.bob.id)/sessions"
      try expectProblem(await workspace.eve.send("DELETE", path), .forbidden)
      #expect(try await workspace.ada.send("DELETE", path).status == 204)
      try expectProblem(await workspace.bob.send("GET", "/v1/me"), .sessionRevoked)
    },
    RouteCase("lookUpInvitation") { workspace async throws in
      try await workspace.ada.ok("PATCH", "/v1/workspace", WorkspaceChange(name: "Kites"))
      let made: CreatedInvitation = try await workspace.ada.ask("POST", "/v1/invitations", CreateInvitationRequest())
      let form = InvitationLookupRequest(token: made.token)
      let answer = try await workspace.server.http.send("POST", "/v1/invitations/lookup", body: form.json())
      let preview = try InvitationPreview(json: answer.body)
      #expect(preview == InvitationPreview(workspace: "Kites", invitedBy: "ada", expiresAt: made.invitation.expiresAt))
      for token in ["", "x", made.token.reversed() + "", String(repeating: "A", count: 43)] {
        let form = InvitationLookupRequest(token: token)
        try expectProblem(
          await workspace.server.http.send("POST", "/v1/invitations/lookup", body: form.json()), .forbidden)
      }
    },
  ]
}
