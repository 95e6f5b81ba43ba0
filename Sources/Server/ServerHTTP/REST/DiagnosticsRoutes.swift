import Domain
import ServerCore
import WireProtocol

/// What went wrong in clients and the server.
enum DiagnosticsRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [report(services.diagnostics), list(services.diagnostics), remove(services), count(services), events(services)]
  }

  private static func report(_ diagnostics: DiagnosticsService) -> Route {
    .signedIn(
      .post, "/v1/diagnostics/crashes",
      .init("reportCrash", "Report what a client did not expect", body: .crashReport, answers: .init(204))
    ) { request, asker in
      try await diagnostics.report(try request.body(), by: asker.user)
      return .noContent
    }
  }

  private static func list(_ diagnostics: DiagnosticsService) -> Route {
    .admin(
      reads: .crashes, .get, "/v1/diagnostics/crashes",
      .init(
        "listCrashes", "What went wrong in clients and the server, newest first; for admins of the workspace",
        answers: .init(200, .crashGroups))
    ) { _, _ in
      .json(CrashesResponse(crashes: try await diagnostics.crashes()))
    }
  }

  private static func remove(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .delete, "/v1/diagnostics/crashes/{id}",
      .init("removeCrash", "Forget a problem that was dealt with; for admins of the workspace", answers: .init(204))
    ) { request, asker in
      try await services.diagnostics.remove(
        crash: request.path["id"] ?? "", as: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func count(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/diagnostics/events",
      .init(
        "countEvents", "Tell how long things took in a client: added up at once, nobody's are kept",
        body: .clientEventBatch, answers: .init(204))
    ) { request, asker in
      try await services.diagnostics.count(try request.body(), by: asker.user)
      return .noContent
    }
  }

  private static func events(_ services: RestServices) -> Route {
    .admin(
      reads: .clientEvents, .get, "/v1/diagnostics/events",
      .init(
        "listEvents", "How long things took in clients, day by day; for admins of the workspace",
        query: [.integer("days")], answers: .init(200, .clientEventOverview))
    ) { request, _ in
      .json(try await services.diagnostics.events(days: try request.number("days") ?? 28))
    }
  }
}
