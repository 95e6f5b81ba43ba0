// Made from wire/people.json: change that and run `make wire`.

/// What is said of the workspace to whoever comes to it, also without an account.
public struct Workspace: Hashable, Sendable, Codable {
  /// Absent until an admin has given one.
  public var name: String?
  public var registration: Registration
  /// Whether the server's options say who may register, so that nobody can change it here.
  public var isFixed: Bool
  /// Whether nobody has an account yet: the first one administers the workspace.
  public var isNew: Bool

  public init(name: String? = nil, registration: Registration, isFixed: Bool = false, isNew: Bool = false) {
    self.name = name
    self.registration = registration
    self.isFixed = isFixed
    self.isNew = isNew
  }
}
