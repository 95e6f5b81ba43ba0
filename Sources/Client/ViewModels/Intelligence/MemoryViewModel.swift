import Domain
import Observation

/// What the assistant keeps about me.
@MainActor @Observable
public final class MemoryViewModel {
  public private(set) var state: ScreenState<[MemoryEntry]> = .loading
  public private(set) var problem: Problem?
  /// Why what is shown could not be loaded again: it may be old.
  public private(set) var reloadProblem: Problem?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let reloading: Reloading

  public init(intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil) {
    self.intelligence = intelligence
    reloading = Reloading(connection: connection)
  }

  /// Loads, and again by itself after a failure when the connection is back, until the task is cancelled.
  public func run() async {
    await reloading.run(load: load) { reloadProblem != nil || state.isFailed }
  }

  public func load() async {
    if state.isFailed { state = .loading }
    do {
      show(try await intelligence.memory())
      reloadProblem = nil
    } catch {
      if let problem = Problem(error) { reloadProblem = state.fail(problem) }
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
