import Domain
import ServerCore
import WireProtocol

/// What admins of the workspace do with the accounts of others.
enum AdminRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      list(services), change(services), password(services), endSessions(services), auditLog(services),
      verify(services),
    ]
  }

  private static func list(_ services: RestServices) -> Route {
    .admin(
      reads: .accounts, .get, "/v1/accounts",
      .init("listAccounts", "All accounts; for admins of the workspace", answers: .init(200, .accounts))
    ) { _, _ in
      .json(AccountsResponse(accounts: try await services.admin.list()))
    }
  }

  private static func change(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .patch, "/v1/accounts/{id}",
      .init(
        "updateAccount", "Change what somebody may do; for admins of the workspace", body: .accountPatchRequest,
        answers: .init(204))
    ) { request, asker in
      let form: AccountPatchRequest = try request.body()
      try await services.admin.change(
        try request.id("id"), role: form.role, isDisabled: form.isDisabled, email: form.email,
        by: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func password(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .post, "/v1/accounts/{id}/password",
      .init(
        "resetPassword", "Make up a new password and end all sessions; for admins of the workspace",
        answers: .init(200, .madePassword))
    ) { request, asker in
      .json(
        MadePassword(
          password: try await services.admin.resetPassword(
            of: try request.id("id"), to: nil, by: services.actor(asker, at: request.address))))
    }
  }

  private static func endSessions(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .delete, "/v1/accounts/{id}/sessions",
      .init("endSessions", "Sign somebody out everywhere; for admins of the workspace", answers: .init(204))
    ) { request, asker in
      try await services.admin.endSessions(of: try request.id("id"), by: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func auditLog(_ services: RestServices) -> Route {
    .admin(
      reads: .auditLog, .get, "/v1/audit",
      .init(
        "listAuditEntries", "Who did what, newest first; for admins of the workspace",
        query: [.text("kind"), .text("person"), .integer("since"), .integer("before"), .integer("limit")],
        answers: .init(200, .auditPage))
    ) { request, _ in
      let limit = try request.limit(standard: 50, maximum: AuditLog.maximumPage)
      return .json(
        try await services.admin.auditLog.page(
          filter(request), before: try request.number("before"), limit: limit))
    }
  }

  private static func filter(_ request: RestRequest) throws(Refusal) -> AuditFilter {
    var filter = AuditFilter(since: try request.moment("since"))
    if let word = request.query["kind"], !word.isEmpty {
      guard let kind = AuditAct.Kind(rawValue: word) else { throw Refusal(.invalid, "There is no such kind of entry.") }
      filter.kind = kind
    }
    if let text = request.query["person"], !text.isEmpty {
      guard let person = UserID(text) else { throw Refusal(.invalid, "person is the id of an account.") }
      filter.person = person
    }
    return filter
  }

  /// Nothing is changed but the log, which tells of it.
  private static func verify(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .post, "/v1/audit/verification",
      .init(
        "verifyAuditLog", "Follow the whole audit log; for admins of the workspace",
        answers: .init(200, .auditVerification))
    ) { request, asker in
      let found = try await services.admin.auditLog.verify(
        expecting: nil, by: services.actor(asker, at: request.address))
      return .json(
        AuditVerificationBody(
          entries: found.entries, number: found.head.number, hash: found.head.hash.hexadecimal,
          finding: found.finding))
    }
  }
}
