import Domain
import ServerCore
import WireProtocol

/// What admins of the workspace see of it as a whole.
enum OverviewRoutes {
  static func make(_ services: RestServices) -> [Route] {
    let overview = services.admin.overview
    return [conversations(overview), totals(overview), usage(overview), identities(services), unlink(services)]
  }

  private static func conversations(_ overview: OverviewService) -> Route {
    .admin(
      reads: .conversations, .get, "/v1/workspace/conversations",
      .init(
        "listGroups", "All groups without what is in them; for admins of the workspace",
        query: [.text("after")], answers: .init(200, .conversationOverviews))
    ) { request, _ in
      var after: ConversationID?
      if let text = request.query["after"], !text.isEmpty {
        guard let conversation = ConversationID(text) else {
          throw Refusal(.invalid, "after is the next of an earlier answer.")
        }
        after = conversation
      }
      return .json(try await overview.conversations(after: after))
    }
  }

  private static func totals(_ overview: OverviewService) -> Route {
    .admin(
      reads: .totals, .get, "/v1/workspace/totals",
      .init("getTotals", "How much the workspace has; for its admins", answers: .init(200, .workspaceTotals))
    ) { _, _ in
      .json(try await overview.totals())
    }
  }

  private static func usage(_ overview: OverviewService) -> Route {
    .admin(
      reads: .aiUsage, .get, "/v1/ai/usage",
      .init(
        "getUsage", "What the AI did for all, what it cost, and how people found it; for admins of the workspace",
        query: [.integer("days")], answers: .init(200, .aiUsage))
    ) { request, _ in
      .json(try await overview.usage(days: try request.number("days") ?? 30))
    }
  }

  private static func identities(_ services: RestServices) -> Route {
    .admin(
      reads: .identities, .get, "/v1/accounts/{id}/identities",
      .init(
        "listIdentities", "Accounts elsewhere with which somebody can sign in; for admins of the workspace",
        answers: .init(200, .linkedIdentities))
    ) { request, _ in
      .json(try await services.identities.identities(of: try request.id("id")))
    }
  }

  private static func unlink(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .delete, "/v1/accounts/{id}/identities/{provider}",
      .init(
        "removeIdentity", "Unlink an account elsewhere from somebody's; for admins of the workspace",
        answers: .init(204))
    ) { request, asker in
      try await services.identities.unlink(
        request.path["provider"] ?? "", of: try request.id("id"),
        by: services.actor(asker, at: request.address))
      return .noContent
    }
  }
}
