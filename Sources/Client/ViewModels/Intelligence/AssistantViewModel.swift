import Domain
import Observation

/// The talk with the assistant.
@MainActor @Observable
public final class AssistantViewModel {
  public private(set) var state: ScreenState<[AssistantMessage]> = .loading
  /// My words, until the assistant's answer to them is there.
  public private(set) var pending: String?
  /// The answer as far as it has come.
  public private(set) var growing: AssistantMessage?
  public private(set) var memory: [MemoryEntry] = []
  public private(set) var problem: Problem?
  /// Why what is shown could not be loaded again: it may be old.
  public private(set) var reloadProblem: Problem?
  public var draft = ""
  /// The proposal whose decision is on its way.
  public private(set) var deciding: ActionProposalID?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let reloading: Reloading

  /// `conversation` is what I am looking at.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    connection: (any ConnectionRepository)? = nil
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    reloading = Reloading(connection: connection)
  }

  public var canSend: Bool { pending == nil && !draft.trimmingWhitespace.isEmpty }

  /// What the assistant was allowed or forbidden to do, or waits to be, newest first.
  public var tasks: [ActionProposal] {
    (state.content ?? []).reversed().flatMap { $0.proposals.reversed() }
  }

  /// Whether there is anything to forget.
  public var canErase: Bool { state.content != nil && pending == nil }

  /// Loads, and again by itself after a failure when the connection is back, until the task is cancelled.
  public func run() async {
    await reloading.run(load: load) { reloadProblem != nil || state.isFailed }
  }

  public func load() async {
    if state.isFailed { state = .loading }
    do {
      show(try await intelligence.history())
    } catch {
      if let problem = Problem(error) { reloadProblem = state.fail(problem) }
    }
  }

  /// Says what is in `draft`. When that fails, the words are in `draft` again.
  public func send() async {
    guard canSend else { return }
    let text = draft.trimmingWhitespace
    draft = ""
    pending = text
    problem = nil
    do {
      for try await message in intelligence.talk(text, about: conversation) { growing = message }
      show(try await intelligence.history())
    } catch {
      problem = Problem(error)
      draft = text
    }
    pending = nil
    growing = nil
  }

  /// Says `text` as if it had been typed; what is in `draft` stays.
  public func say(_ text: String) async {
    let kept = draft
    draft = text
    await send()
    if draft.isEmpty { draft = kept }
  }

  /// Lets exactly this change happen, or forbids it.
  public func decide(_ proposal: ActionProposal, isApproved: Bool) async {
    guard deciding == nil else { return }
    deciding = proposal.id
    defer { deciding = nil }
    await perform {
      _ = try await intelligence.decide(proposal.id, isApproved: isApproved)
      show(try await intelligence.history())
    }
  }

  public func dismissProblem() {
    problem = nil
  }

  public func eraseHistory() async {
    await perform {
      try await intelligence.eraseHistory()
      show([])
    }
  }

  public func erase(_ entry: MemoryEntry) async {
    await perform {
      try await intelligence.erase(entry.id)
      memory.removeAll { $0.id == entry.id }
    }
  }

  private func show(_ messages: [AssistantMessage]) {
    reloadProblem = nil
    state = messages.isEmpty ? .empty : .content(messages)
  }

  private func perform(_ body: () async throws -> Void) async {
    problem = nil
    do { try await body() } catch { problem = Problem(error) }
  }
}
