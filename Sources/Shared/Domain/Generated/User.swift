// Made from wire/people.json: change that and run `make wire`.

/// A person of the workspace as everyone in it may see them.
public struct User: Hashable, Sendable, Identifiable, Codable {
  public let id: UserID
  public var name: String
  public var email: String
  /// Reference to a photo; initials are shown without one.
  public var photo: String?
  /// IANA name, such as `Europe/Berlin`.
  public var timeZone: String?

  public init(id: UserID, name: String, email: String, photo: String? = nil, timeZone: String? = nil) {
    self.id = id
    self.name = name
    self.email = email
    self.photo = photo
    self.timeZone = timeZone
  }
}
