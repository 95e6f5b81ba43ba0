import MessageAIKit

/// A server that the app has opened: its data, and how to let go of it.
struct Backend: Sendable {
  let repositories: Repositories
  let close: @Sendable () async throws -> Void

  init(repositories: Repositories, close: @escaping @Sendable () async throws -> Void = {}) {
    self.repositories = repositories
    self.close = close
  }

  init(_ client: MessageAIClient) {
    self.init(repositories: Repositories(client)) { try await client.close() }
  }
}
