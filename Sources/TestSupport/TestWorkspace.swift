import AIProviders
import Domain
import Intelligence
import ServerCore
import ServerHTTP
import WireProtocol

/// A server with people on it: Ada is the admin of a group that Bob is in; Eve is in nothing.
package struct TestWorkspace: Sendable {
  package let server: TestServer
  package let ada: TestUser
  package let bob: TestUser
  package let eve: TestUser
  package let group: ConversationID
  /// Bob's, in the group, with seq 1.
  package let message: Message

  /// Runs `body` in a fresh workspace.
  package static func run<Value>(
    hasher: any PasswordHashing = PlainHasher(), clock: any WallClock = SystemClock(),
    engine: OnBoxEngine = OnBoxEngine(), model: (any TextModel)? = nil, peers: ClusterPeers? = nil,
    configure: (inout ServerConfiguration) -> Void = { _ in }, _ body: (TestWorkspace) async throws -> Value
  ) async throws -> Value {
    try await TestServer.run(
      hasher: hasher, clock: clock, engine: engine, model: model, peers: peers, configure: configure
    ) { server in
      let ada = try await server.user("ada")
      let bob = try await server.user("bob")
      let eve = try await server.user("eve")
      let group = try await ada.group("Team", bob)
      let message = try await bob.post("hello team", in: group)
      return try await body(
        TestWorkspace(server: server, ada: ada, bob: bob, eve: eve, group: group, message: message))
    }
  }

  /// Throws unless the server says that it is well and a message still gets through.
  package func expectStillServing() async throws {
    try await expect(server.isHealthy(), "the server is not well")
    try await bob.post("still here", in: group)
  }
}
