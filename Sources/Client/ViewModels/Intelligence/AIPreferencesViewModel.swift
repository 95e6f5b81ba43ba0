import Domain
import Foundation
import Observation

/// What I want of the intelligence, and what it can do.
@MainActor @Observable
public final class AIPreferencesViewModel {
  private static let offeredLanguages = ["de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "uk", "zh"]

  /// The saved preferences and the server's abilities.
  public private(set) var state: ScreenState<AIStatus> = .loading
  /// Being edited; `save` sends it.
  public var preferences = AIPreferences()
  public private(set) var ledger: [LedgerEntry] = []
  /// When only urgent people and words come through.
  public var focus: HoursForm {
    didSet { preferences.focusHours = focus.replacing(firstOf: preferences.focusHours) }
  }
  public var working: HoursForm {
    didSet { preferences.workingHours = working.replacing(firstOf: preferences.workingHours) }
  }
  /// A word that is being typed; `addKeyword` takes it.
  public var keyword = ""
  public private(set) var isSaving = false
  public private(set) var problem: Problem?
  /// Why what is shown could not be loaded again: it may be old.
  public private(set) var reloadProblem: Problem?
  @ObservationIgnored private var saved = AIPreferences()
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let reloading: Reloading
  @ObservationIgnored private let calendar: Calendar

  /// `calendar` reads the times of day in the form.
  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    calendar: Calendar = .current
  ) {
    self.intelligence = intelligence
    self.calendar = calendar
    reloading = Reloading(connection: connection)
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

  /// Loads, and again by itself after a failure when the connection is back, until the task is cancelled.
  public func run() async {
    await reloading.run(load: load) { reloadProblem != nil || state.isFailed }
  }

  /// What is being edited stays.
  public func load() async {
    if state.isFailed { state = .loading }
    do {
      async let status = intelligence.status()
      let kept = try await intelligence.preferences()
      let isEdited = hasChanges
      saved = kept
      if !isEdited { fill(kept) }
      state = .content(try await status)
      reloadProblem = nil
    } catch {
      if let problem = Problem(error) { reloadProblem = state.fail(problem) }
    }
  }

  public func save() async {
    guard hasChanges, !isSaving else { return }
    isSaving = true
    problem = nil
    let sent = preferences
    do {
      try await intelligence.save(sent)
      saved = sent
    } catch {
      problem = Problem(error)
    }
    isSaving = false
  }

  /// Puts the form back to what is saved.
  public func revert() {
    problem = nil
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

  public func dismissProblem() {
    problem = nil
  }

  private func fill(_ preferences: AIPreferences) {
    focus = HoursForm(preferences.focusHours.first, calendar: calendar)
    working = HoursForm(preferences.workingHours.first, calendar: calendar)
    self.preferences = preferences
  }
}
