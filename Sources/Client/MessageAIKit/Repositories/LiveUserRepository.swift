import Domain
import WireProtocol

/// People of the workspace over REST; without a connection those whom the device knows.
struct LiveUserRepository: UserRepository {
  let runtime: ClientRuntime

  func searchUsers(_ query: String) async throws -> [User] {
    do {
      let answer = try await runtime.call(.get, "/v1/users?query=\(queryValue(query))&limit=50")
      return try UsersResponse(json: answer).users
    } catch ClientError.offline {
      let known = try runtime.store.knownPeople(query)
      guard !known.isEmpty else { throw ClientError.offline }
      return known
    }
  }
}
