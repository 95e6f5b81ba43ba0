import Domain
import Observation

/// What the assistant keeps about me.
@MainActor @Observable
public final class MemoryViewModel: LoadingModel, ActionModel {
  public let loader: Loader<[MemoryEntry]>
  public let action = ActionState()
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    offline: OfflineContext? = nil
  ) {
    self.intelligence = intelligence
    loader = Loader(connection: connection, offline: offline)
  }

  public func load() async {
    await loader.load(kept: { try await $0.keptMemory()?.screen }) { ScreenState(try await intelligence.memory()) }
  }

  public func erase(_ entry: MemoryEntry) async {
    await perform {
      try await intelligence.erase(entry.id)
      loader.show(ScreenState((state.content ?? []).filter { $0.id != entry.id }))
    }
  }

  /// Erases entry by entry; stops at the first that cannot be erased.
  public func eraseAll() async {
    for entry in state.content ?? [] {
      await erase(entry)
      guard problem == nil else { return }
    }
  }
}
