/// A change of some of a profile: the outer `nil` leaves a value as it is, the inner one clears it.
public struct ProfileChange: Hashable, Sendable {
  public var name: String?
  public var photo: String??
  public var timeZone: String??
  public var locale: String??
  public var language: String??

  public init(
    name: String? = nil, photo: String?? = nil, timeZone: String?? = nil, locale: String?? = nil,
    language: String?? = nil
  ) {
    self.name = name
    self.photo = photo
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
  }
}
