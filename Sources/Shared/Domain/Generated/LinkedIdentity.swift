// Made from wire/people.json: change that and run `make wire`.

/// An account elsewhere with which its owner can sign in here.
public struct LinkedIdentity: Hashable, Sendable, Codable {
  public let provider: IdentityProvider
  public let linkedAt: Timestamp

  public init(provider: IdentityProvider, linkedAt: Timestamp) {
    self.provider = provider
    self.linkedAt = linkedAt
  }
}
