import Foundation

/// Whether a new message may disturb somebody who gets it. `Web/src/notices.js` is the same rule in
/// the web client, and both keep Fixtures/disturbance.json.
public enum Disturbance: Hashable, Sendable {
  public enum Silence: String, Sendable, CaseIterable {
    case archived, muted, focus
  }

  /// Why a message is urgent to its reader.
  public enum Urgency: Hashable, Sendable {
    case contact
    /// The reader's word for it.
    case keyword(String)

    public var reason: String {
      switch self {
      case .contact: "urgent contact"
      case .keyword(let word): "“\(word)”"
      }
    }
  }

  /// `isFocused`: the reader is in hours of focus, and it comes through because it is urgent.
  case allowed(Urgency?, isFocused: Bool)
  case silent(Silence)

  /// `settings` are the reader's in the conversation; `nil` stands for the standard ones.
  public static func decide(
    sender: UserID, text: String, settings: ConversationSettings?, preferences: AIPreferences, timeZone: TimeZone,
    now: Timestamp
  ) -> Disturbance {
    if settings?.archived == true { return .silent(.archived) }
    if settings?.isMuted(at: now) == true { return .silent(.muted) }
    let isFocused = preferences.focusHours.contains { $0.contains(now.date, in: timeZone) }
    let urgency = urgency(sender: sender, text: text, preferences)
    return isFocused && urgency == nil ? .silent(.focus) : .allowed(urgency, isFocused: isFocused)
  }

  private static func urgency(sender: UserID, text: String, _ preferences: AIPreferences) -> Urgency? {
    if preferences.urgentContacts.contains(sender) { return .contact }
    guard !preferences.urgentKeywords.isEmpty else { return nil }
    let folded = text.lowercased()
    return preferences.urgentKeywords.first { folded.contains($0.lowercased()) }.map { .keyword($0) }
  }
}

extension AIPreferences.Hours {
  /// Whether a moment is in these hours on the clock of `timeZone`. Hours that go past midnight
  /// belong to the day on which they begin.
  public func contains(_ moment: Date, in timeZone: TimeZone) -> Bool {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents([.weekday, .hour, .minute], from: moment)
    guard let weekday = parts.weekday, let hour = parts.hour, let minute = parts.minute else { return false }
    let (day, now) = ((weekday + 5) % 7 + 1, hour * 60 + minute)
    if start < end { return days.contains(day) && (start..<end).contains(now) }
    let before = (day + 5) % 7 + 1
    return (days.contains(day) && now >= start) || (days.contains(before) && now < end)
  }
}
