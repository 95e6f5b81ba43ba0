import Domain
import Observation

/// Earlier outputs that are still kept for me.
@MainActor @Observable
public final class OutputHistoryViewModel {
  /// Newest first, without those dismissed or expired.
  public private(set) var state: ScreenState<[AIOutput]> = .loading
  public private(set) var problem: Problem?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let clock: any WallClock

  /// `conversation` shows only its outputs.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository, clock: any WallClock = SystemClock()
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.clock = clock
  }

  public func load() async {
    if state.content == nil { state = .loading }
    do {
      show(try await intelligence.outputs())
    } catch {
      if let problem = Problem(error) { state = .failed(problem) }
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
