import Domain
import ServerCore
import WireProtocol

/// What admins of the workspace do with the accounts of others.
enum AdminRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [list(services), change(services), password(services), endSessions(services)]
  }

  private static func list(_ services: RestServices) -> Route {
    .admin(
      .get, "/v1/accounts",
      .init("listAccounts", "All accounts; for admins of the workspace", answers: .init(200, .accounts))
    ) { _, _ in
      .json(AccountsResponse(accounts: try await services.admin.list()))
    }
  }

  private static func change(_ services: RestServices) -> Route {
    .admin(
      .patch, "/v1/accounts/{id}",
      .init(
        "updateAccount", "Change what somebody may do; for admins of the workspace", body: .accountPatchRequest,
        answers: .init(204))
    ) { request, _ in
      let form: AccountPatchRequest = try request.body()
      try await services.admin.change(try request.id("id"), role: form.role, isDisabled: form.isDisabled)
      return .noContent
    }
  }

  private static func password(_ services: RestServices) -> Route {
    .admin(
      .post, "/v1/accounts/{id}/password",
      .init(
        "resetPassword", "Make up a new password and end all sessions; for admins of the workspace",
        answers: .init(200, .madePassword))
    ) { request, _ in
      .json(MadePassword(password: try await services.admin.resetPassword(of: try request.id("id"), to: nil)))
    }
  }

  private static func endSessions(_ services: RestServices) -> Route {
    .admin(
      .delete, "/v1/accounts/{id}/sessions",
      .init("endSessions", "Sign somebody out everywhere; for admins of the workspace", answers: .init(204))
    ) { request, _ in
      try await services.admin.endSessions(of: try request.id("id"))
      return .noContent
    }
  }
}
