import Domain
import WireProtocol

/// People of the workspace over REST.
struct LiveUserRepository: UserRepository {
  let runtime: ClientRuntime

  func searchUsers(_ query: String) async throws -> [User] {
    let answer = try await runtime.call(.get, "/v1/users?query=\(queryValue(query))&limit=50")
    return try UsersResponse(json: answer).users
  }
}
