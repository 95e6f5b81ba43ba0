import ClientStore
import Domain

/// Kept answers and deferred requests, from the local store.
struct LiveOfflineRepository: OfflineRepository {
  let runtime: ClientRuntime

  private var store: ClientStore { runtime.store }

  func keptSummary(of conversation: ConversationID) async throws -> KeptAnswer<AIOutput>? {
    try store.keptSummary(of: conversation)
  }

  func keptDigest() async throws -> KeptAnswer<AIOutput>? { try store.keptDigest() }
  func keptAnswer() async throws -> KeptAnswer<AIOutput>? { try store.keptAnswer() }

  func keptPriorities(unreadOnly: Bool) async throws -> KeptAnswer<[PriorityVerdict]>? {
    try store.keptPriorities(unreadOnly: unreadOnly)
  }

  func keptTalk() async throws -> KeptAnswer<[AssistantMessage]>? { try store.keptTalk() }
  func keptMemory() async throws -> KeptAnswer<[MemoryEntry]>? { try store.keptMemory() }
  func keptOutputs() async throws -> KeptAnswer<[AIOutput]>? { try store.keptOutputs() }
  func keptLedger() async throws -> KeptAnswer<[LedgerEntry]>? { try store.keptLedger() }
  func keptPreferences() async throws -> KeptAnswer<AIPreferences>? { try store.keptPreferences() }
  func keptStatus() async throws -> KeptAnswer<AIStatus>? { try store.keptStatus() }

  func observeRequests() -> AsyncStream<[DeferredRequest]> { store.observeRequests() }

  func askLater(_ request: ServerRequest) async throws {
    var request = request
    if case .talk(let text, let conversation, nil) = request {
      request = .talk(text, about: conversation, as: runtime.configuration.ids.next())
    }
    try runtime.enqueue(request)
  }

  func retry(_ request: DeferredRequest.ID) async throws {
    try store.retry(request)
    runtime.engine.handle(.requestsChanged)
  }

  func discard(_ request: DeferredRequest.ID) async throws {
    try store.discard(request)
    runtime.engine.handle(.requestsChanged)
  }
}
