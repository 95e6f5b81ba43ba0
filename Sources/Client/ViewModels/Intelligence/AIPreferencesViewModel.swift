import Domain
import Foundation
import Observation

/// What I want of the AI, and what it can do.
@MainActor @Observable
public final class AIPreferencesViewModel: LoadingModel, ActionModel {
  private static let offeredLanguages = ["de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "uk", "zh"]

  /// The saved preferences and the server's abilities.
  public let loader: Loader<AIStatus>
  public let action = ActionState()
  /// Being edited; `save` sends it.
  public var preferences = AIPreferences()
  /// When only urgent people and words come through.
  public var focus: HoursForm {
    didSet { preferences.focusHours = focus.replacing(firstOf: preferences.focusHours) }
  }
  public var working: HoursForm {
    didSet { preferences.workingHours = working.replacing(firstOf: preferences.workingHours) }
  }
  /// Days of the digest, and its time, which is the start.
  public var digestHours: HoursForm {
    didSet {
      var times = preferences.digestTimes
      times.days = digestHours.days.sorted()
      times.time = digestHours.startMinute
      preferences.digest = times
    }
  }
  /// At which time of the day tasks remind that are due on a day: the start.
  public var reminderHour: HoursForm {
    didSet {
      var times = preferences.reminderTimes
      times.time = reminderHour.startMinute
      preferences.reminders = times
    }
  }
  /// A word that is being typed; `addKeyword` takes it.
  public var keyword = ""
  @ObservationIgnored private var saved = AIPreferences()
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let calendar: Calendar

  /// `calendar` reads the times of day in the form.
  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    calendar: Calendar = .current, offline: OfflineContext? = nil
  ) {
    self.intelligence = intelligence
    self.calendar = calendar
    loader = Loader(connection: connection, offline: offline)
    focus = HoursForm(nil, calendar: calendar)
    working = HoursForm(nil, calendar: calendar)
    digestHours = Self.form(AIPreferences().digestTimes, calendar)
    reminderHour = Self.form(AIPreferences().reminderTimes, calendar)
  }

  private static func form(_ times: AIPreferences.DigestTimes, _ calendar: Calendar) -> HoursForm {
    HoursForm(AIPreferences.Hours(days: times.days, start: times.time, end: times.time), calendar: calendar)
  }

  private static func form(_ times: AIPreferences.ReminderTimes, _ calendar: Calendar) -> HoursForm {
    HoursForm(AIPreferences.Hours(days: [1], start: times.time, end: times.time), calendar: calendar)
  }

  public var remindsOfTasks: Bool {
    get { preferences.reminderTimes.isOn }
    set { preferences.reminders = preferences.reminderTimes.changed { $0.isOn = newValue } }
  }

  public var minutesBefore: Int {
    get { preferences.reminderTimes.minutesBefore }
    set { preferences.reminders = preferences.reminderTimes.changed { $0.minutesBefore = newValue } }
  }

  public var daysBefore: Int {
    get { preferences.reminderTimes.daysBefore }
    set { preferences.reminders = preferences.reminderTimes.changed { $0.daysBefore = newValue } }
  }

  public var hasDigestInApp: Bool {
    get { preferences.digestTimes.inApp }
    set { preferences.digest = preferences.digestTimes.changed { $0.inApp = newValue } }
  }

  public var hasDigestByMail: Bool {
    get { preferences.digestTimes.byMail }
    set { preferences.digest = preferences.digestTimes.changed { $0.byMail = newValue } }
  }

  public var hasChanges: Bool { preferences != saved }

  /// ISO 639-1 codes that can be chosen with their names, and the chosen one in any case.
  public var languages: [(code: String, name: String)] {
    var codes = Self.offeredLanguages
    if let chosen = preferences.language, !codes.contains(chosen) { codes.append(chosen) }
    return codes.map { ($0, Locale(identifier: $0).localizedString(forLanguageCode: $0) ?? $0) }
  }

  /// What is being edited stays.
  public func load() async {
    await loader.load(
      kept: { offline in
        guard let status = try await offline.keptStatus(), let kept = try await offline.keptPreferences() else {
          return nil
        }
        self.show(kept.value)
        return KeptAnswer(.content(status.value), savedAt: kept.savedAt)
      },
      {
        async let status = intelligence.status()
        show(try await intelligence.preferences())
        return .content(try await status)
      })
  }

  private func show(_ preferences: AIPreferences) {
    let isEdited = hasChanges
    saved = preferences
    if !isEdited { fill(preferences) }
  }

  public func save() async {
    guard hasChanges, !isBusy else { return }
    let sent = preferences
    await perform {
      try await intelligence.save(sent)
      saved = sent
    }
  }

  /// Puts the form back to what is saved.
  public func revert() {
    dismissProblem()
    fill(saved)
  }

  public var canAddKeyword: Bool { !keyword.trimmingWhitespace.isEmpty }

  /// Takes what is typed, each word once.
  public func addKeyword() {
    for word in keyword.split(separator: ",").map({ String($0).trimmingWhitespace }) where !word.isEmpty {
      let isKnown = preferences.urgentKeywords.contains { $0.lowercased() == word.lowercased() }
      if !isKnown { preferences.urgentKeywords.append(word) }
    }
    keyword = ""
  }

  public func removeKeyword(_ word: String) {
    preferences.urgentKeywords.removeAll { $0 == word }
  }

  public func isUrgent(_ user: UserID) -> Bool {
    preferences.urgentContacts.contains(user)
  }

  public func setUrgent(_ isUrgent: Bool, _ user: UserID) {
    guard isUrgent != self.isUrgent(user) else { return }
    if isUrgent {
      preferences.urgentContacts.append(user)
    } else {
      preferences.urgentContacts.removeAll { $0 == user }
    }
  }

  private func fill(_ preferences: AIPreferences) {
    focus = HoursForm(preferences.focusHours.first, calendar: calendar)
    working = HoursForm(preferences.workingHours.first, calendar: calendar)
    digestHours = Self.form(preferences.digestTimes, calendar)
    reminderHour = Self.form(preferences.reminderTimes, calendar)
    self.preferences = preferences
  }
}

extension AIPreferences.ReminderTimes {
  fileprivate func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension AIPreferences.DigestTimes {
  fileprivate func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
