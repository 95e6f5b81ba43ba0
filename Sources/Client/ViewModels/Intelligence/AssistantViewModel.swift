import Domain
import Observation

/// The talk with the assistant.
@MainActor @Observable
public final class AssistantViewModel: LoadingModel, ActionModel {
  public let loader: Loader<[AssistantMessage]>
  public let action = ActionState()
  /// My words, until the assistant's answer to them is there.
  public private(set) var pending: String?
  /// The answer as far as it has come.
  public private(set) var growing: AssistantMessage?
  public var draft = ""
  /// The proposal whose decision is on its way.
  public private(set) var deciding: ActionProposalID?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  /// `conversation` is what I am looking at.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    connection: (any ConnectionRepository)? = nil
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    loader = Loader(connection: connection)
  }

  public var canSend: Bool { pending == nil && !draft.trimmingWhitespace.isEmpty }

  /// What the assistant was allowed or forbidden to do, or waits to be, newest first.
  public var tasks: [ActionProposal] {
    (state.content ?? []).reversed().flatMap { $0.proposals.reversed() }
  }

  /// Whether there is anything to forget.
  public var canErase: Bool { state.content != nil && pending == nil }

  public func load() async {
    await loader.load { ScreenState(try await intelligence.history()) }
  }

  /// Says what is in `draft`. When that fails, the words are in `draft` again.
  public func send() async {
    guard canSend else { return }
    let text = draft.trimmingWhitespace
    draft = ""
    pending = text
    let isSaid: Void? = await perform {
      for try await message in intelligence.talk(text, about: conversation) { growing = message }
      show(try await intelligence.history())
    }
    if isSaid == nil { draft = text }
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

  public func eraseHistory() async {
    await perform {
      try await intelligence.eraseHistory()
      show([])
    }
  }

  private func show(_ messages: [AssistantMessage]) {
    loader.show(ScreenState(messages), isFresh: true)
  }
}
