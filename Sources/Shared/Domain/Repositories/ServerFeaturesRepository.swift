/// What the server offers.
public protocol ServerFeaturesRepository: Sendable {
  /// Needs the network unless it is known already.
  func features() async throws -> ServerFeatures
}
