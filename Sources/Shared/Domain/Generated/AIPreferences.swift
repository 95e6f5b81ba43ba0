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
    public static let daysRange: ClosedRange<Int> = 1...7
    public static let startRange: ClosedRange<Int> = 0...1_440
    public static let endRange: ClosedRange<Int> = 0...1_440

    public init(days: [Int], start: Int, end: Int) {
      self.days = days
      self.start = start
      self.end = end
    }
  }

  /// When somebody is reminded of their tasks.
  public struct ReminderTimes: Hashable, Sendable, Codable {
    public var isOn: Bool
    /// Of a task that is due at a time.
    public var minutesBefore: Int
    /// Of a task that is due on a day.
    public var daysBefore: Int
    /// On that day, in minutes after midnight on the user's clock.
    public var time: Int
    public static let minutesBeforeRange: ClosedRange<Int> = 0...10_080
    public static let daysBeforeRange: ClosedRange<Int> = 0...7
    public static let timeRange: ClosedRange<Int> = 0...1_439

    public init(isOn: Bool = true, minutesBefore: Int = 60, daysBefore: Int = 1, time: Int = 540) {
      self.isOn = isOn
      self.minutesBefore = minutesBefore
      self.daysBefore = daysBefore
      self.time = time
    }
  }

  /// When somebody gets a digest by itself.
  public struct DigestTimes: Hashable, Sendable, Codable {
    /// 1 is Monday, 7 Sunday.
    public var days: [Int]
    /// Minutes after midnight on the user's clock.
    public var time: Int
    public var inApp: Bool
    /// To the user's verified address, where the server sends mail.
    public var byMail: Bool
    public static let daysRange: ClosedRange<Int> = 1...7
    public static let timeRange: ClosedRange<Int> = 0...1_439

    public init(days: [Int] = [1, 2, 3, 4, 5], time: Int = 480, inApp: Bool = false, byMail: Bool = false) {
      self.days = days
      self.time = time
      self.inApp = inApp
      self.byMail = byMail
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
  /// In a change, what is absent stays.
  public var reminders: ReminderTimes?
  /// In a change, what is absent stays.
  public var digest: DigestTimes?

  public init(
    isOn: Bool = true, allowsRemoteModels: Bool = true, urgentContacts: [UserID] = [], urgentKeywords: [String] = [],
    focusHours: [Hours] = [], workingHours: [Hours] = [Hours(days: [1, 2, 3, 4, 5], start: 540, end: 1050)],
    tone: Tone = .neutral, language: String? = nil, reminders: ReminderTimes? = nil, digest: DigestTimes? = nil
  ) {
    self.isOn = isOn
    self.allowsRemoteModels = allowsRemoteModels
    self.urgentContacts = urgentContacts
    self.urgentKeywords = urgentKeywords
    self.focusHours = focusHours
    self.workingHours = workingHours
    self.tone = tone
    self.language = language
    self.reminders = reminders
    self.digest = digest
  }
}
