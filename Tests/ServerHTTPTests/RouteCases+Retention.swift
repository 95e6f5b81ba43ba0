import Domain
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let retention = [
    RouteCase("getRetention") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/retention"), .forbidden)
      let overview = try RetentionOverview(json: await workspace.ada.ok("GET", "/v1/retention"))
      #expect(overview == RetentionOverview(days: 0, conversations: [], people: []), "kept for ever at first")
    },
    RouteCase("setRetention") { workspace async throws in
      let path = "/v1/retention"
      try expectProblem(await workspace.bob.send("PUT", path, Retention(days: 1)), .forbidden)
      for days: Int64 in [-1, 3_651] {
        try expectProblem(await workspace.ada.send("PUT", path, Retention(days: days)), .invalid)
      }
      #expect(try await workspace.ada.send("PUT", path, Retention(days: 3_650)).status == 204)
      #expect(try RetentionOverview(json: await workspace.ada.ok("GET", path)).days == 3_650)
    },
    RouteCase("setConversationRetention") { workspace async throws in
      let path = "/v1/retention/conversations/\(workspace.group)"
      let unknown = "/v1/retention/conversations/\(ConversationID(high: 1, low: 1))"
      try expectProblem(await workspace.bob.send("PUT", path, Retention(days: 1)), .forbidden)
      try expectProblem(await workspace.ada.send("PUT", path, Retention(days: 3_651)), .invalid)
      try expectProblem(await workspace.ada.send("PUT", unknown, Retention(days: 1)), .notFound)
      #expect(try await workspace.ada.send("PUT", path, Retention(days: 0)).status == 204)
      let overview = try RetentionOverview(json: await workspace.ada.ok("GET", "/v1/retention"))
      #expect(overview.conversations.map(\.conversation) == [workspace.group])
      #expect(overview.conversations.map(\.days) == [0] && overview.conversations.map(\.isHeld) == [false])
    },
    RouteCase("resetConversationRetention") { workspace async throws in
      let path = "/v1/retention/conversations/\(workspace.group)"
      #expect(try await workspace.ada.send("PUT", path, Retention(days: 5)).status == 204)
      try expectProblem(await workspace.bob.send("DELETE", path), .forbidden)
      #expect(try await workspace.ada.send("DELETE", path).status == 204)
      let overview = try RetentionOverview(json: await workspace.ada.ok("GET", "/v1/retention"))
      #expect(overview.conversations.isEmpty)
    },
    RouteCase("holdConversation") { workspace async throws in
      let path = "/v1/holds/conversations/\(workspace.group)"
      try expectProblem(await workspace.bob.send("PUT", path, HoldRequest(isHeld: true)), .forbidden)
      #expect(try await workspace.ada.send("PUT", path, HoldRequest(isHeld: true)).status == 204)
      let overview = try RetentionOverview(json: await workspace.ada.ok("GET", "/v1/retention"))
      #expect(overview.conversations.map(\.isHeld) == [true] && overview.conversations.map(\.days) == [nil])
      let message = try #require(try await workspace.ada.window(workspace.group).messages.first)
      let deletion = "/v1/conversations/\(workspace.group)/messages/\(message.id)"
      try expectProblem(await workspace.ada.send("DELETE", deletion), .conflict)
    },
    RouteCase("holdPerson") { workspace async throws in
      let path = "/v1/holds/people/\(workspace.bob.id)"
      let unknown = "/v1/holds/people/\(UserID(high: 1, low: 1))"
      try expectProblem(await workspace.bob.send("PUT", path, HoldRequest(isHeld: false)), .forbidden)
      try expectProblem(await workspace.ada.send("PUT", unknown, HoldRequest(isHeld: true)), .notFound)
      #expect(try await workspace.ada.send("PUT", path, HoldRequest(isHeld: true)).status == 204)
      let overview = try RetentionOverview(json: await workspace.ada.ok("GET", "/v1/retention"))
      #expect(overview.people.map(\.id) == [workspace.bob.id])
      let form = DeleteAccountRequest(password: "correct horse bob")
      try expectProblem(await workspace.bob.send("DELETE", "/v1/me", form), .conflict)
    },
    RouteCase("getConversationRetention") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/retention"
      func days() async throws -> Int64 { try Retention(json: await workspace.bob.ok("GET", path)).days }
      #expect(try await days() == 0)
      #expect(try await workspace.ada.send("PUT", "/v1/retention", Retention(days: 30)).status == 204)
      #expect(try await days() == 30)
      let own = "/v1/retention/conversations/\(workspace.group)"
      #expect(try await workspace.ada.send("PUT", own, Retention(days: 7)).status == 204)
      #expect(try await days() == 7)
    },
  ]
}
