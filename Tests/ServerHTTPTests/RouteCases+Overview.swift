import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let overviews = [
    RouteCase("listGroups") { workspace async throws in
      let path = "/v1/workspace/conversations"
      try expectProblem(await workspace.bob.send("GET", path), .forbidden)
      try expectProblem(await workspace.ada.send("GET", path + "?after=nobody"), .invalid)
      let page = try ConversationOverviews(json: await workspace.ada.ok("GET", path))
      let group = try #require(page.conversations.first { $0.id == workspace.group })
      #expect(group.messages > 0 && group.members > 1 && group.isIntelligenceOn && page.next == nil)
      let last = try #require(page.conversations.last?.id)
      let rest = try ConversationOverviews(json: await workspace.ada.ok("GET", path + "?after=\(last)"))
      #expect(rest.conversations.isEmpty)
    },
    RouteCase("getTotals") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/workspace/totals"), .forbidden)
      let totals = try WorkspaceTotals(json: await workspace.ada.ok("GET", "/v1/workspace/totals"))
      #expect(totals.people >= 2 && totals.groups >= 1 && totals.messages >= 1)
    },
    RouteCase("getUsage") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/ai/usage"), .forbidden)
      for days in ["0", "91", "-1"] {
        try expectProblem(await workspace.ada.send("GET", "/v1/ai/usage?days=\(days)"), .invalid)
      }
      try await workspace.bob.tell("POST", "/v1/conversations/\(workspace.group)/summary", SummaryRequest())
      let usage = try AIUsage(json: await workspace.ada.ok("GET", "/v1/ai/usage?days=1"))
      #expect(usage.uses.map(\.feature) == ["summarizeThread"] && usage.uses.map(\.requests) == [1])
    },
    RouteCase("listIdentities") { workspace async throws in
      try await workspace.bob.link("7")
      let path = "/v1/accounts/\(workspace.bob.id)/identities"
      try expectProblem(await workspace.bob.send("GET", path), .forbidden)
      let found = try LinkedIdentitiesResponse(json: await workspace.ada.ok("GET", path))
      #expect(found.identities.map(\.provider.id) == ["acme"] && found.hasPassword)
    },
    RouteCase("removeIdentity") { workspace async throws in
      try await workspace.bob.link("7")
      let path = "/v1/accounts/\(workspace.bob.id)/identities/acme"
      try expectProblem(await workspace.bob.send("DELETE", path), .forbidden)
      #expect(try await workspace.ada.send("DELETE", path).status == 204)
      try expectProblem(await workspace.ada.send("DELETE", path), .notFound)
      let signedIn = try OpenIDClaimResponse(
        json: await workspace.server.claim(vouching: "7", email: "new@acme.example").body)
      #expect(signedIn.next == .account)
    },
  ]
}
