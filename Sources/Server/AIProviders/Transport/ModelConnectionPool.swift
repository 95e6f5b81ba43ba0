import AsyncHTTPClient

/// Connections to providers of any address. Whoever makes it calls `shutdown` once at the end, and
/// nothing of it is asked after that.
package struct ModelConnectionPool: Sendable {
  let client: HTTPClient

  /// Connects to nothing yet.
  package init() {
    client = HTTPModelTransport.client()
  }

  /// Ends requests under way and closes all connections.
  package func shutdown() async throws {
    try await client.shutdown()
  }
}
