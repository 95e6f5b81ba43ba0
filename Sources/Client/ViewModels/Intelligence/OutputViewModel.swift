import Domain
import Observation

/// One output of the AI: making it, and what its reader does with it.
///
/// Summaries, digests, answers and meeting proposals differ only in what is asked.
@MainActor @Observable
public final class OutputViewModel: ActionModel {
  public typealias Request = @Sendable () async throws -> AIOutput

  /// `.empty` before anything was asked.
  public private(set) var state: ScreenState<AIOutput> = .empty
  /// Feedback, sharing and dismissing.
  public let action = ActionState()
  public private(set) var isShared = false
  /// What would be posted, while that is asked; `nil` when it is not.
  public private(set) var sharePreview: String?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private var request: Request?
  @ObservationIgnored private var asked = 0

  public init(intelligence: any IntelligenceRepository) {
    self.intelligence = intelligence
  }

  /// Asks; a newer question gives up an older one. `retry` asks `again`, where that is something
  /// else.
  public func ask(again: Request? = nil, _ request: @escaping Request) async {
    self.request = again ?? request
    asked += 1
    let mine = asked
    state = .loading
    dismissProblem()
    isShared = false
    sharePreview = nil
    do {
      let output = try await request()
      guard mine == asked else { return }
      isShared = output.sharedAs != nil
      state = .content(output)
    } catch {
      guard mine == asked else { return }
      state = Problem(error).map { .failed($0) } ?? .empty
    }
  }

  /// Shows an earlier output; there is nothing to ask again then.
  public func show(_ output: AIOutput) {
    asked += 1
    request = nil
    dismissProblem()
    isShared = output.sharedAs != nil
    state = .content(output)
  }

  /// As before anything was asked; what is on its way is given up.
  public func clear() {
    asked += 1
    request = nil
    dismissProblem()
    isShared = false
    sharePreview = nil
    state = .empty
  }

  /// Whether nothing has been asked or shown yet.
  public var isUnasked: Bool { state == .empty && request == nil }

  /// Asks the same again.
  public func retry() async {
    guard let request else { return }
    await ask(request)
  }

  /// Saying the same twice takes it back.
  public func setFeedback(_ feedback: AIOutput.Feedback) async {
    guard let output = state.content else { return }
    await send(output.feedback == feedback ? nil : feedback, note: nil, of: output)
  }

  /// Says in words what the feedback is about; without feedback yet it means that the output did
  /// not help.
  public func setNote(_ note: String) async {
    guard let output = state.content else { return }
    let note = note.trimmingWhitespace
    await send(output.feedback ?? .unhelpful, note: note.isEmpty ? nil : note, of: output)
  }

  private func send(_ feedback: AIOutput.Feedback?, note: String?, of output: AIOutput) async {
    await perform {
      try await intelligence.setFeedback(feedback, note: note, of: output.id)
      guard var shown = state.content, shown.id == output.id else { return }
      shown.feedback = feedback
      shown.feedbackNote = note
      state = .content(shown)
    }
  }

  public func dismiss() async {
    guard let output = state.content else { return }
    await perform {
      try await intelligence.dismiss(output.id)
      state = .empty
    }
  }

  /// Fetches what sharing would post, to be read before it is posted.
  public func previewShare() async {
    guard let output = state.content, canShare else { return }
    await perform { sharePreview = try await intelligence.sharePreview(output.id) }
  }

  /// Posts in its conversation what the preview showed. Outputs that span several cannot be shared.
  public func share() async {
    guard let output = state.content, let conversation = output.conversation, !isShared, sharePreview != nil
    else { return }
    sharePreview = nil
    await perform {
      try await intelligence.share(output.id, to: conversation)
      isShared = true
    }
  }

  /// Posts nothing.
  public func cancelShare() { sharePreview = nil }

  public var canShare: Bool { state.content?.conversation != nil && !isShared }

  /// What it cost and where its text went, in a sentence; `nil` without an output.
  public var receiptText: Phrase? { state.content.map { ReceiptText.sentence(for: $0.receipt) } }
}
