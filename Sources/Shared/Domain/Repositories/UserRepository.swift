/// People of the workspace.
public protocol UserRepository: Sendable {
  /// By name words or e-mail, by prefix; at most 50, best first. Needs the network.
  func searchUsers(_ query: String) async throws -> [User]
}
