// Made from wire/intelligence.json: change that and run `make wire`.

/// What a user wants of the AI: private to them.
public struct AIPreferences: Hashable, Sendable, Codable {
  /// Hours of some days of the week, on the user's clock.
  public struct Hours: Hashable, Sendable, Codable {
    /// 1 is Monday, 7 Sunday.
    public var days: [Int]
    /// Minutes after midnight. An end before the start is on the next day.
    public var start: Int
    public var end: Int

    public init(days: [Int], start: Int, end: Int) {
      self.days = days
      self.start = start
      self.end = end
    }
  }

  public enum Tone: String, Sendable, Codable, CaseIterable {
    case neutral
    case brief
    case friendly
    case formal
  }

  /// Off: nothing is shown, computed for, or sent on behalf of this user.
  public var isOn: Bool
  /// Whether text that this user can read may go to the model that the server's owner has chosen.
  /// Off: everything stays on the box.
  public var allowsRemoteModels: Bool
  public var urgentContacts: [UserID]
  public var urgentKeywords: [String]
  /// Only urgent contacts and keywords are urgent then.
  public var focusHours: [Hours]
  public var workingHours: [Hours]
  public var tone: Tone
  /// Of summaries and answers by a model, ISO 639-1; the profile's without one.
  public var language: String?

  public init(
    isOn: Bool = true, allowsRemoteModels: Bool = true, urgentContacts: [UserID] = [], urgentKeywords: [String] = [],
    focusHours: [Hours] = [], workingHours: [Hours] = [Hours(days: [1, 2, 3, 4, 5], start: 540, end: 1050)],
    tone: Tone = .neutral, language: String? = nil
  ) {
    self.isOn = isOn
    self.allowsRemoteModels = allowsRemoteModels
    self.urgentContacts = urgentContacts
    self.urgentKeywords = urgentKeywords
    self.focusHours = focusHours
    self.workingHours = workingHours
    self.tone = tone
    self.language = language
  }
}
