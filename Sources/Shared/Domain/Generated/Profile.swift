// Made from wire/people.json: change that and run `make wire`.

/// What a user sees of themselves: the profile row of their private feed.
public struct Profile: Hashable, Sendable, Identifiable, Codable {
  public let id: UserID
  public var rev: Int64
  public var email: String
  public var name: String
  public var photo: String?
  /// IANA name, such as `Europe/Berlin`.
  public var timeZone: String?
  /// Such as `en-GB`; formats dates and numbers.
  public var locale: String?
  /// ISO 639-1 code of the language that the user reads.
  public var language: String?
  public var workspaceRole: WorkspaceRole
  /// Which of the features that admins roll out they do not have.
  public var disabledFeatures: [String]
  /// Whether clients of this user tell how long things take in them (`ClientEvent`).
  public var sendsEvents: Bool
  public let createdAt: Timestamp
  /// When they last showed that the address is theirs.
  public var emailVerifiedAt: Timestamp?

  public init(
    id: UserID, rev: Int64, email: String, name: String, photo: String? = nil, timeZone: String? = nil,
    locale: String? = nil, language: String? = nil, workspaceRole: WorkspaceRole, disabledFeatures: [String] = [],
    sendsEvents: Bool = true, createdAt: Timestamp, emailVerifiedAt: Timestamp? = nil
  ) {
    self.id = id
    self.rev = rev
    self.email = email
    self.name = name
    self.photo = photo
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
    self.workspaceRole = workspaceRole
    self.disabledFeatures = disabledFeatures
    self.sendsEvents = sendsEvents
    self.createdAt = createdAt
    self.emailVerifiedAt = emailVerifiedAt
  }
}
