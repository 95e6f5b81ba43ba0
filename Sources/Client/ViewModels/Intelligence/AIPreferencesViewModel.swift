import Domain
import Observation

/// What I want of the intelligence, and what it can do.
@MainActor @Observable
public final class AIPreferencesViewModel {
  /// The saved preferences and the server's abilities.
  public private(set) var state: ScreenState<AIStatus> = .loading
  /// Being edited; `save` sends it.
  public var preferences = AIPreferences()
  public private(set) var ledger: [LedgerEntry] = []
  public private(set) var isSaving = false
  public private(set) var problem: Problem?
  @ObservationIgnored private var saved = AIPreferences()
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(intelligence: any IntelligenceRepository) {
    self.intelligence = intelligence
  }

  public var hasChanges: Bool { preferences != saved }

  public func load() async {
    do {
      async let status = intelligence.status()
      let kept = try await intelligence.preferences()
      saved = kept
      preferences = kept
      state = .content(try await status)
    } catch {
      if let problem = Problem(error) { state = .failed(problem) }
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

  /// What text of mine went where.
  public func loadLedger() async {
    problem = nil
    do { ledger = try await intelligence.ledger() } catch { problem = Problem(error) }
  }
}
