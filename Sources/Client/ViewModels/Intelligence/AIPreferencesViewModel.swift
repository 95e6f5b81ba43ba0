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
  /// A word that is being typed; `addKeyword` takes it.
  public var keyword = ""
  @ObservationIgnored private var saved = AIPreferences()
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let calendar: Calendar

  /// `calendar` reads the times of day in the form.
  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    calendar: Calendar = .current
  ) {
    self.intelligence = intelligence
    self.calendar = calendar
    loader = Loader(connection: connection)
    focus = HoursForm(nil, calendar: calendar)
    working = HoursForm(nil, calendar: calendar)
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
    await loader.load {
      async let status = intelligence.status()
      let kept = try await intelligence.preferences()
      let isEdited = hasChanges
      saved = kept
      if !isEdited { fill(kept) }
      return .content(try await status)
    }
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
    self.preferences = preferences
  }
}
