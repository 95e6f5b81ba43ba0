// Made from wire/people.json: change that and run `make wire`.

/// A change of some of the workspace: an absent key leaves a value as it is.
public struct WorkspaceChange: Hashable, Sendable {
  public var name: String?
  public var registration: Registration?
  /// Of `domain`: replaces the former ones.
  public var domains: [String]?
  public var collectsEvents: Bool?
  public static let mostDomains = 50

  public init(
    name: String? = nil, registration: Registration? = nil, domains: [String]? = nil, collectsEvents: Bool? = nil
  ) {
    self.name = name
    self.registration = registration
    self.domains = domains
    self.collectsEvents = collectsEvents
  }
}
