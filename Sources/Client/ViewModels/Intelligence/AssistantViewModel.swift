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
  /// What I have said without a connection, in order; also what the server has refused of it.
  public private(set) var waiting: [DeferredRequest] = []
  /// The proposal whose decision is on its way.
  public private(set) var deciding: ActionProposalID?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let offline: OfflineContext?

  /// `conversation` is what I am looking at.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    connection: (any ConnectionRepository)? = nil, offline: OfflineContext? = nil
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.offline = offline
    loader = Loader(connection: connection, offline: offline)
  }

  public var canSend: Bool { pending == nil && !draft.trimmingWhitespace.isEmpty }

  /// What the assistant was allowed or forbidden to do, or waits to be, newest first.
  public var tasks: [ActionProposal] {
    (state.content ?? []).reversed().flatMap { $0.proposals.reversed() }
  }

  /// Whether there is anything to forget.
  public var canErase: Bool { state.content != nil && pending == nil }

  public func load() async {
    await loader.load(kept: { try await $0.keptTalk()?.screen }) { ScreenState(try await intelligence.history()) }
  }

  /// Follows what waits to be said until the task is cancelled; its answers are shown as they come.
  public func followWaiting() async {
    guard let offline else { return }
    for await requests in offline.repository.observeRequests() {
      let before = waiting
      waiting = requests.filter { if case .talk = $0.request { true } else { false } }
      if before.contains(where: { former in !waiting.contains { $0.id == former.id } }) { await load() }
    }
  }

  /// What a request says.
  public nonisolated static func words(of request: DeferredRequest) -> String {
    if case .talk(let text, _) = request.request { text } else { "" }
  }

  /// Takes back what waits or was refused.
  public func discard(_ request: DeferredRequest) async {
    await perform { try await offline?.repository.discard(request.id) }
  }

  public func retry(_ request: DeferredRequest) async {
    await perform { try await offline?.repository.retry(request.id) }
  }

  /// Says what is in `draft`; without a connection, once there is one. When that fails, the words
  /// are in `draft` again.
  public func send() async {
    guard canSend else { return }
    let text = draft.trimmingWhitespace
    draft = ""
    pending = text
    let isSaid: Void? = await perform {
      try await say(text, about: conversation)
    }
    if isSaid == nil { draft = text }
    pending = nil
    growing = nil
  }

  private func say(_ text: String, about conversation: ConversationID?) async throws {
    let later = ServerRequest.talk(text, about: conversation)
    do {
      // What was said before this and waits is said before this.
      guard waiting.allSatisfy({ $0.failure != nil }) else { throw Behind() }
      for try await message in intelligence.talk(text, about: conversation) { growing = message }
    } catch let error where error.meansUnreachable {
      guard let offline else { throw error }
      return try await offline.repository.askLater(later)
    }
    show(try await intelligence.history())
  }

  /// Something else has to be said first.
  private struct Behind: ReachabilityError {
    var meansUnreachable: Bool { true }
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
