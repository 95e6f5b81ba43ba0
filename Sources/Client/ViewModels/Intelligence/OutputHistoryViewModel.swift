import Domain
import Observation

/// Earlier outputs that are still kept for me.
@MainActor @Observable
public final class OutputHistoryViewModel: LoadingModel, ActionModel {
  /// Newest first, without those dismissed or expired.
  public let loader: Loader<[AIOutput]>
  public let action = ActionState()
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let clock: any WallClock

  /// `conversation` shows only its outputs.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    connection: (any ConnectionRepository)? = nil, clock: any WallClock = SystemClock(),
    offline: OfflineContext? = nil
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.clock = clock
    loader = Loader(connection: connection, offline: offline)
  }

  public func load() async {
    await loader.load(
      kept: { offline in
        try await offline.keptOutputs().map { KeptAnswer(self.shown($0.value), savedAt: $0.savedAt) }
      },
      { shown(try await intelligence.outputs()) })
  }

  private func shown(_ outputs: [AIOutput]) -> ScreenState<[AIOutput]> {
    let now = clock.now
    return ScreenState(
      outputs.filter { output in
        !output.isDismissed && output.expiresAt > now
          && (conversation == nil || output.conversation == conversation)
      })
  }

  public func dismiss(_ output: AIOutput) async {
    await perform {
      try await intelligence.dismiss(output.id)
      loader.show(ScreenState((state.content ?? []).filter { $0.id != output.id }))
    }
  }
}
