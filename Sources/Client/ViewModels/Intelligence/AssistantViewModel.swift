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
  /// What I have said without a connection, in order; also what the server has refused of it. Words
  /// that stand in the talk already do not stand here too: only their answer was lost.
  public var waiting: [DeferredRequest] { said.filter { $0.failure != nil || !isInTalk($0) } }
  private var said: [DeferredRequest] = []
  /// The proposal whose decision is on its way.
  public private(set) var deciding: ActionProposalID?
  @ObservationIgnored private let conversation: ConversationID?
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let offline: OfflineContext?
  @ObservationIgnored private let ids: any IdentifierSource

  /// `conversation` is what I am looking at.
  public init(
    conversation: ConversationID? = nil, intelligence: any IntelligenceRepository,
    connection: (any ConnectionRepository)? = nil, offline: OfflineContext? = nil,
    ids: any IdentifierSource = RandomIdentifierSource()
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.offline = offline
    self.ids = ids
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
      let before = said
      said = requests.filter { if case .talk = $0.request { true } else { false } }
      if before.contains(where: { former in !said.contains { $0.id == former.id } }) { await load() }
    }
  }

  private func isInTalk(_ request: DeferredRequest) -> Bool {
    guard case .talk(_, _, let id?) = request.request else { return false }
    return state.content?.contains { $0.id == id } ?? false
  }

  /// What a request says.
  public nonisolated static func words(of request: DeferredRequest) -> String {
    if case .talk(let text, _, _) = request.request { text } else { "" }
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
    // The words are the same when they are sent again, because their answer was lost.
    let id: AssistantMessageID = ids.next()
    do {
      // What was said before this and waits is said before this.
      guard said.allSatisfy({ $0.failure != nil }) else { throw Behind() }
      for try await message in intelligence.talk(text, about: conversation, as: id) { growing = message }
    } catch let error where error.meansUnreachable {
      guard let offline else { throw error }
      return try await offline.repository.askLater(.talk(text, about: conversation, as: id))
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
