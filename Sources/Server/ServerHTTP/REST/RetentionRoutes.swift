import Domain
import ServerCore
import WireProtocol

/// For how long messages are kept.
enum RetentionRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      overview(services.retention), change(services), changeConversation(services), resetConversation(services),
      holdConversation(services), holdPerson(services), read(services.retention),
    ]
  }

  private static func overview(_ retention: RetentionService) -> Route {
    .admin(
      reads: .retention, .get, "/v1/retention",
      .init(
        "getRetention", "For how long messages are kept, and what is held; for admins of the workspace",
        answers: .init(200, .retentionOverview))
    ) { _, _ in
      .json(try await retention.overview())
    }
  }

  private static func change(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .put, "/v1/retention",
      .init(
        "setRetention", "Say for how long messages are kept; for admins of the workspace", body: .retention,
        answers: .init(204))
    ) { request, asker in
      try await services.retention.change(
        to: try request.replacement(), by: asker.user, as: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func changeConversation(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .put, "/v1/retention/conversations/{conversation}",
      .init(
        "setConversationRetention", "Say it for one conversation; for admins of the workspace", body: .retention,
        answers: .init(204))
    ) { request, asker in
      try await services.retention.change(
        try request.id("conversation"), to: try request.replacement(), by: asker.user,
        as: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func resetConversation(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .delete, "/v1/retention/conversations/{conversation}",
      .init(
        "resetConversationRetention", "Have a conversation kept as the workspace says; for admins of the workspace",
        answers: .init(204))
    ) { request, asker in
      try await services.retention.change(
        try request.id("conversation"), to: nil, by: asker.user, as: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func holdConversation(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .put, "/v1/holds/conversations/{conversation}",
      .init(
        "holdConversation", "Set or lift a legal hold on a conversation; for admins of the workspace",
        body: .holdRequest, answers: .init(204))
    ) { request, asker in
      try await hold(.conversation(try request.id("conversation")), request, asker, services)
    }
  }

  private static func holdPerson(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .put, "/v1/holds/people/{user}",
      .init(
        "holdPerson", "Set or lift a legal hold on a person; for admins of the workspace", body: .holdRequest,
        answers: .init(204))
    ) { request, asker in
      try await hold(.account(try request.id("user")), request, asker, services)
    }
  }

  private static func hold(
    _ subject: HoldSubject, _ request: RestRequest, _ asker: AuthenticatedSession, _ services: RestServices
  ) async throws -> RestResponse {
    let form: HoldRequest = try request.body()
    try await services.retention.hold(
      subject, isHeld: form.isHeld, by: asker.user, as: services.actor(asker, at: request.address))
    return .noContent
  }

  private static func read(_ retention: RetentionService) -> Route {
    .conversation(
      .read, .get, "/v1/conversations/{id}/retention",
      .init(
        "getConversationRetention", "For how long the messages of a conversation are kept",
        answers: .init(200, .retention))
    ) { _, asker, conversation in
      .json(try await retention.retention(of: conversation, for: asker.user))
    }
  }
}
