import Domain
import Observation

/// Earlier outputs that are still kept for me.
@MainActor @Observable
public final class OutputHistoryViewModel {
  /// Newest first, without those dismissed or expired.
  public private(set) var state: ScreenState<[AIOutput]> = .loading
  public private(set) var problem: Problem?
  /// Why what is shown could not be loaded again: it may be old.
  public private(set) var reloadProblem: Problem?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let reloading: Reloading
  @ObservationIgnored private let clock: any WallClock

  /// `conversation` shows only its outputs.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    connection: (any ConnectionRepository)? = nil, clock: any WallClock = SystemClock()
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.clock = clock
    reloading = Reloading(connection: connection)
  }

  /// Loads, and again by itself after a failure when the connection is back, until the task is cancelled.
  public func run() async {
    await reloading.run(load: load) { reloadProblem != nil || state.isFailed }
  }

  public func load() async {
    if state.isFailed { state = .loading }
    do {
      show(try await intelligence.outputs())
      reloadProblem = nil
    } catch {
      if let problem = Problem(error) { reloadProblem = state.fail(problem) }
    }
  }

  public func dismiss(_ output: AIOutput) async {
    problem = nil
    do {
      try await intelligence.dismiss(output.id)
      show((state.content ?? []).filter { $0.id != output.id })
    } catch {
      problem = Problem(error)
    }
  }

  public func dismissProblem() {
    problem = nil
  }

  private func show(_ outputs: [AIOutput]) {
    let now = clock.now
    let kept = outputs.filter { output in
      !output.isDismissed && output.expiresAt > now && (conversation == nil || output.conversation == conversation)
    }
    state = kept.isEmpty ? .empty : .content(kept)
  }
}
