import Domain
import ServerCore
import WireProtocol

/// What went wrong in clients.
enum DiagnosticsRoutes {
  static func make(_ diagnostics: DiagnosticsService) -> [Route] {
    [report(diagnostics), list(diagnostics), remove(diagnostics)]
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
      .get, "/v1/diagnostics/crashes",
      .init(
        "listCrashes", "What went wrong in clients, newest first; for admins of the workspace",
        answers: .init(200, .crashGroups))
    ) { _, _ in
      .json(CrashesResponse(crashes: try await diagnostics.crashes()))
    }
  }

  private static func remove(_ diagnostics: DiagnosticsService) -> Route {
    .admin(
      .delete, "/v1/diagnostics/crashes/{id}",
      .init("removeCrash", "Forget a problem that was dealt with; for admins of the workspace", answers: .init(204))
    ) { request, _ in
      try await diagnostics.remove(crash: request.path["id"] ?? "")
      return .noContent
    }
  }
}
