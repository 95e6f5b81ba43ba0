// Made from wire/people.json: change that and run `make wire`.

/// A service that says who somebody is, by OpenID Connect.
public struct IdentityProvider: Hashable, Sendable, Codable {
  /// Lowercase letters, digits and hyphens.
  public let id: String
  /// What people call it, such as `Google`.
  public let name: String

  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
