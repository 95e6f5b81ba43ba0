import Domain
import ServerCore
import WireProtocol

/// The people of the workspace.
enum UserRoutes {
  private static let standardLimit = 20
  private static let maximumLimit = 100
  private static let maximumQuery = 200

  static func make(_ services: RestServices) -> [Route] {
    [search(services), one(services)]
  }

  private static func search(_ services: RestServices) -> Route {
    .signedIn(
      .get, "/v1/users",
      .init(
        "searchUsers", "Everybody by name, or those whose name or e-mail address has the query in it",
        query: [.text("query"), .integer("limit")],
        answers: .init(200, .users))
    ) { request, _ in
      let query = (request.query["query"] ?? "").trimmingWhitespace
      guard TextLength.isWithin(maximumQuery, query) else { throw Refusal(.invalid, "The query is too long.") }
      let limit = try request.limit(standard: standardLimit, maximum: maximumLimit)
      return .json(UsersResponse(users: try await services.reader.read { try $0.searchUsers(query, limit: limit) }))
    }
  }

  private static func one(_ services: RestServices) -> Route {
    .signedIn(.get, "/v1/users/{id}", .init("getUser", "A person", answers: .init(200, .user))) { request, _ in
      let user: UserID = try request.id("id")
      return .json(try await services.reader.read { try $0.user(user) })
    }
  }
}
