// Made from wire/people.json: change that and run `make wire`.

/// What is said of the workspace to whoever comes to it, also without an account.
public struct Workspace: Hashable, Sendable, Codable {
  /// Absent until an admin has given one.
  public var name: String?
  public var registration: Registration
  /// Where the addresses of people are who may have an invitation sent to them, such as
  /// `example.org`.
  public var domains: [String]
  /// Whether it takes what clients tell of how long things take in them.
  public var collectsEvents: Bool
  /// Whether the server sends mail: invitations, and links for new passwords.
  public var sendsMail: Bool
  /// Whether the server's options say who may register, so that nobody can change it here.
  public var isFixed: Bool
  /// Whether nobody has an account yet: the first one administers the workspace.
  public var isNew: Bool
  /// With which other accounts people can sign in.
  public var providers: [IdentityProvider]
  /// Whether people sign in with one of these only, and never with a password.
  public var hasNoPasswords: Bool

  public init(
    name: String? = nil, registration: Registration, domains: [String] = [], collectsEvents: Bool = true,
    sendsMail: Bool = false, isFixed: Bool = false, isNew: Bool = false, providers: [IdentityProvider] = [],
    hasNoPasswords: Bool = false
  ) {
    self.name = name
    self.registration = registration
    self.domains = domains
    self.collectsEvents = collectsEvents
    self.sendsMail = sendsMail
    self.isFixed = isFixed
    self.isNew = isNew
    self.providers = providers
    self.hasNoPasswords = hasNoPasswords
  }
}
