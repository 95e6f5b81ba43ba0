import Domain
import ServerCore
import WireProtocol

/// Whom features reach.
enum FeatureRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [list(services.features), change(services), people(services.features)]
  }

  private static func list(_ features: FeatureService) -> Route {
    .admin(
      reads: .features, .get, "/v1/features",
      .init(
        "listFeatures", "All features, and whom they reach; for admins of the workspace",
        answers: .init(200, .featureStates))
    ) { _, _ in
      .json(FeaturesResponse(features: try await features.states()))
    }
  }

  private static func change(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .put, "/v1/features/{name}",
      .init(
        "rollOutFeature", "Say whom a feature reaches; for admins of the workspace", body: .featureRollout,
        answers: .init(200, .featureState))
    ) { request, asker in
      let rollout: FeatureRollout = try request.replacement()
      return .json(
        try await services.features.change(
          try feature(request), to: rollout, by: asker.user, as: services.actor(asker, at: request.address)))
    }
  }

  private static func people(_ features: FeatureService) -> Route {
    .admin(
      reads: .featurePeople, .get, "/v1/features/{name}/people",
      .init(
        "listFeaturePeople", "Whom a feature reaches, by name; for admins of the workspace",
        query: [.text("after")], answers: .init(200, .featurePeople))
    ) { request, _ in
      var after: UserID?
      if let text = request.query["after"], !text.isEmpty {
        guard let user = UserID(text) else { throw Refusal(.invalid, "after is the next of an earlier answer.") }
        after = user
      }
      return .json(try await features.people(of: try feature(request), after: after))
    }
  }

  /// One that cannot be read does not exist.
  private static func feature(_ request: RestRequest) throws(Refusal) -> Feature {
    guard let feature = request.path["name"].flatMap(Feature.init(rawValue:)) else { throw .notFound }
    return feature
  }
}
