import Domain
import Intelligence
import ServerCore
import WireProtocol

/// The language model that admins connect.
enum ModelRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      state(services.models), connect(services), disconnect(services), servers(services.models), trial(services),
      compare(services),
    ]
  }

  private static func state(_ models: ModelConnections) -> Route {
    .admin(
      reads: .modelConnection, .get, "/v1/model",
      .init(
        "getModelConnection", "Which language model is asked, and who says so; for admins of the workspace",
        answers: .init(200, .modelConnectionState))
    ) { _, _ in
      .json(try await models.state())
    }
  }

  private static func connect(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .put, "/v1/model",
      .init(
        "connectModel", "Connect a language model, which is asked from then on; for admins of the workspace",
        body: .modelConnectionForm, answers: .init(200, .modelConnectionState))
    ) { request, asker in
      let form: ModelConnectionForm = try request.body()
      return .json(
        try await services.models.connect(form, by: asker.user, as: services.actor(asker, at: request.address)))
    }
  }

  private static func disconnect(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .delete, "/v1/model",
      .init(
        "disconnectModel", "Forget the connected language model and its key; for admins of the workspace",
        answers: .init(204))
    ) { request, asker in
      try await services.models.disconnect(by: asker.user, as: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func servers(_ models: ModelConnections) -> Route {
    .admin(
      reads: .modelServers, .get, "/v1/model/servers",
      .init(
        "findModelServers", "Servers of language models on the server's own machine; for admins of the workspace",
        answers: .init(200, .modelServers))
    ) { _, _ in
      .json(try await models.servers())
    }
  }

  private static func trial(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .post, "/v1/model/trial",
      .init(
        "tryModel", "Ask a language model one small question; for admins of the workspace", body: .modelTrialForm,
        answers: .init(200, .modelTrial))
    ) { request, asker in
      let form: ModelTrialForm = try request.body()
      return .json(
        try await services.models.trial(form, for: asker.user, as: services.actor(asker, at: request.address)))
    }
  }

  private static func compare(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .post, "/v1/model/comparison",
      .init(
        "compareModel",
        "Have the connected model and the server's own engine read one of my conversations; for admins of the workspace",
        body: .modelComparisonForm, answers: .init(200, .modelComparison))
    ) { request, asker in
      let form: ModelComparisonForm = try request.body()
      return .json(
        try await services.models.compare(form, for: asker.user, as: services.actor(asker, at: request.address)))
    }
  }
}
