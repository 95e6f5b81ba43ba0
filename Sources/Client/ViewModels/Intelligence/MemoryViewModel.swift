import Domain
import Observation

/// What the assistant keeps about me.
@MainActor @Observable
public final class MemoryViewModel {
  public private(set) var state: ScreenState<[MemoryEntry]> = .loading
  public private(set) var problem: Problem?
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(intelligence: any IntelligenceRepository) {
    self.intelligence = intelligence
  }

  public func load() async {
    if state.content == nil { state = .loading }
    do {
      show(try await intelligence.memory())
    } catch {
      if let problem = Problem(error) { state = .failed(problem) }
    }
  }

  public func erase(_ entry: MemoryEntry) async {
    problem = nil
    do {
      try await intelligence.erase(entry.id)
      show((state.content ?? []).filter { $0.id != entry.id })
    } catch {
      problem = Problem(error)
    }
  }

  /// Erases entry by entry; stops at the first that cannot be erased.
  public func eraseAll() async {
    for entry in state.content ?? [] {
      await erase(entry)
      guard problem == nil else { return }
    }
  }

  public func dismissProblem() {
    problem = nil
  }

  private func show(_ entries: [MemoryEntry]) {
    state = entries.isEmpty ? .empty : .content(entries)
  }
}
