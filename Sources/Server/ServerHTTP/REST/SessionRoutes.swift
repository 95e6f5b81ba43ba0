import Domain
import ServerCore
import WireProtocol

/// Signing in, staying signed in, and devices.
enum SessionRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [signIn(services), refresh(services), list(services), end(services)]
  }

  private static func signIn(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/sessions",
      .init("signIn", "Sign in", body: .signInRequest, answers: .init(201, .session))
    ) { request in
      let form: SignInRequest = try request.body()
      let signedIn = try await services.accounts.signIn(
        email: form.email, password: form.password, device: form.device, address: request.address)
      return .json(SessionResponse(signedIn), status: 201)
    }
  }

  private static func refresh(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/sessions/refresh",
      .init("refresh", "Exchange a refresh token", body: .refreshRequest, answers: .init(200, .session))
    ) { request in
      let form: RefreshRequest = try request.body()
      return .json(SessionResponse(try await services.accounts.refresh(form.refreshToken, address: request.address)))
    }
  }

  private static func list(_ services: RestServices) -> Route {
    .signedIn(.get, "/v1/sessions", .init("listSessions", "My devices", answers: .init(200, .sessions))) { _, asker in
      .json(SessionsResponse(sessions: try await services.accounts.sessions(for: asker)))
    }
  }

  private static func end(_ services: RestServices) -> Route {
    .signedIn(
      .delete, "/v1/sessions/{id}",
      .init("endSession", "Sign a device out; `current` names this one", answers: .init(204))
    ) { request, asker in
      let session: SessionID = request.path["id"] == "current" ? asker.session : try request.id("id")
      try await services.accounts.endSession(
        session, of: asker.user, by: services.actor(asker, at: request.address))
      return .noContent
    }
  }
}
