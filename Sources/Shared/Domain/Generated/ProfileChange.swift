// Made from wire/people.json: change that and run `make wire`.

/// A change of some of a profile: an absent key leaves a value as it is, `null` clears it.
public struct ProfileChange: Hashable, Sendable {
  public var name: String?
  public var photo: String??
  public var timeZone: String??
  public var locale: String??
  public var language: String??
  public var sendsEvents: Bool?

  public init(
    name: String? = nil, photo: String?? = nil, timeZone: String?? = nil, locale: String?? = nil,
    language: String?? = nil, sendsEvents: Bool? = nil
  ) {
    self.name = name
    self.photo = photo
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
    self.sendsEvents = sendsEvents
  }
}
