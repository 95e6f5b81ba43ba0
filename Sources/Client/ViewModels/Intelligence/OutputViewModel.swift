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
  /// It is posted once there is a connection.
  public private(set) var sharing: DeferredRequest?
  /// What would be posted, while that is asked; `nil` when it is not.
  public private(set) var sharePreview: String?
  /// That what is shown is an earlier answer, and of when; `nil` while it is the one that was asked
  /// for.
  public private(set) var notice: Phrase?
  /// What was asked without a connection: it is answered here once there is one.
  public private(set) var waiting: DeferredRequest?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let offline: OfflineContext?
  @ObservationIgnored private var request: Request?
  @ObservationIgnored private var deferral: Deferral?
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var followingShare: Task<Void, Never>?
  @ObservationIgnored private var asked = 0

  /// How a question waits for the connection, and where its answer is kept.
  public struct Deferral: Sendable {
    public typealias Kept = @Sendable (any OfflineRepository) async throws -> KeptAnswer<AIOutput>?

    let request: ServerRequest
    let kept: Kept
    let showsLast: Bool

    /// `showsLast`: what is kept answers much the same, so that it may be shown until then.
    public init(_ request: ServerRequest, showsLast: Bool = true, kept: @escaping Kept) {
      self.request = request
      self.showsLast = showsLast
      self.kept = kept
    }
  }

  public init(intelligence: any IntelligenceRepository, offline: OfflineContext? = nil) {
    self.intelligence = intelligence
    self.offline = offline
  }

  /// Asks; a newer question gives up an older one. `retry` asks `again`, where that is something
  /// else. Without a connection the question waits as `deferral` says, and the answer that is kept
  /// is shown until then.
  public func ask(again: Request? = nil, later deferral: Deferral? = nil, _ request: @escaping Request) async {
    self.request = again ?? request
    self.deferral = deferral
    begin(.loading)
    let mine = asked
    do {
      let output = try await request()
      guard mine == asked else { return }
      isShared = output.sharedAs != nil
      state = .content(output)
    } catch {
      guard mine == asked else { return }
      if error.meansUnreachable, let offline, let deferral {
        await wait(deferral, offline)
      } else {
        state = Problem(error).map { .failed($0) } ?? .empty
      }
    }
  }

  /// What was on its way or shown is given up.
  private func begin(_ state: ScreenState<AIOutput>) {
    asked += 1
    following?.cancel()
    following = nil
    followingShare?.cancel()
    followingShare = nil
    sharing = nil
    waiting = nil
    notice = nil
    dismissProblem()
    isShared = false
    sharePreview = nil
    self.state = state
  }

  /// Shows an earlier output; there is nothing to ask again then.
  public func show(_ output: AIOutput) {
    request = nil
    begin(.content(output))
    isShared = output.sharedAs != nil
  }

  /// As before anything was asked; what is on its way is given up.
  public func clear() {
    request = nil
    begin(.empty)
  }

  /// Whether nothing has been asked or shown yet.
  public var isUnasked: Bool { state == .empty && request == nil }

  /// Asks the same again.
  public func retry() async {
    guard let request else { return }
    await ask(later: deferral, request)
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
    guard let output = state.content, let conversation = output.conversation, canShare, sharePreview != nil
    else { return }
    sharePreview = nil
    await perform {
      try await intelligence.share(output.id, to: conversation)
      guard let offline, let mine = await Self.share(of: output.id, offline) else { return isShared = true }
      sharing = mine
      followingShare = Task { [weak self] in
        for await requests in offline.repository.observeRequests() {
          guard let self, !Task.isCancelled, followShare(requests, of: output.id) else { return }
        }
      }
    }
  }

  /// Posts nothing.
  public func cancelShare() { sharePreview = nil }

  public var canShare: Bool { state.content?.conversation != nil && !isShared && sharing == nil }

  /// What it cost and where its text went, in a sentence; `nil` without an output.
  public var receiptText: Phrase? { state.content.flatMap { ReceiptText.sentence(for: $0.receipt) } }
}

// MARK: - Without a connection

extension OutputViewModel {
  /// Leaves the question in the outbox, shows what is kept, and follows what becomes of it.
  private func wait(_ deferral: Deferral, _ offline: OfflineContext) async {
    let mine = asked
    do {
      let last = try await deferral.kept(offline.repository)
      try await offline.repository.askLater(deferral.request)
      guard mine == asked else { return }
      let shown = deferral.showsLast ? last : nil
      state = shown.map { .content($0.value) } ?? .empty
      notice = shown.map { offline.notice($0.savedAt) }
      isShared = shown?.value.sharedAs != nil
      following = Task { [weak self] in
        for await requests in offline.repository.observeRequests() {
          guard let self, await follow(requests, deferral, offline, after: last?.savedAt) else { return }
        }
      }
    } catch {
      guard mine == asked else { return }
      state = Problem(error).map { .failed($0) } ?? .empty
    }
  }

  /// Whether there is more to come. The answer is what is kept after `last`.
  private func follow(
    _ requests: [DeferredRequest], _ deferral: Deferral, _ offline: OfflineContext, after last: Timestamp?
  ) async -> Bool {
    guard !Task.isCancelled else { return false }
    if let mine = requests.last(where: { $0.request == deferral.request }) {
      waiting = mine.failure == nil ? mine : nil
      if let refusal = mine.failure { state = .failed(Problem(refusal)) }
      return true
    }
    waiting = nil
    do {
      let kept = try await deferral.kept(offline.repository)
      guard !Task.isCancelled, let kept, last.map({ kept.savedAt > $0 }) ?? true else { return false }
      notice = nil
      isShared = kept.value.sharedAs != nil
      state = .content(kept.value)
    } catch {
      if let problem = Problem(error), !Task.isCancelled { state = .failed(problem) }
    }
    return false
  }

  /// What waits to be posted of an output.
  private static func share(of output: AIOutputID, _ offline: OfflineContext) async -> DeferredRequest? {
    for await requests in offline.repository.observeRequests() { return requests.last { isShare($0, of: output) } }
    return nil
  }

  private static func isShare(_ request: DeferredRequest, of output: AIOutputID) -> Bool {
    if case .share(output, _) = request.request { request.failure == nil } else { false }
  }

  /// Whether there is more to come. What is refused is told, and can be shared again.
  private func followShare(_ requests: [DeferredRequest], of output: AIOutputID) -> Bool {
    guard let former = sharing else { return false }
    if let mine = requests.last(where: { Self.isShare($0, of: output) }) {
      sharing = mine
      return true
    }
    sharing = nil
    if let refusal = requests.first(where: { $0.id == former.id })?.failure {
      action.problem = Problem(refusal)
    } else {
      isShared = true
    }
    return false
  }

  /// Posts nothing after all.
  public func cancelSharing() async {
    guard let sharing, let offline else { return }
    // What follows it ends with this: it is gone, and not posted.
    self.sharing = nil
    await perform { try await offline.repository.discard(sharing.id) }
  }

  /// Takes back what waits.
  public func cancelWaiting() async {
    guard let waiting, let offline else { return }
    await perform { try await offline.repository.discard(waiting.id) }
  }
}
