import Domain
import Synchronization

/// What a client throws without a connection.
package struct Unreachable: ReachabilityError {
  package init() {}

  package var meansUnreachable: Bool { true }
}

/// A device that has kept what a test says, and notes what waits.
package final class FakeOffline: OfflineRepository {
  package struct State {
    package var summary: KeptAnswer<AIOutput>?
    package var digest: KeptAnswer<AIOutput>?
    package var answer: KeptAnswer<AIOutput>?
    package var priorities: KeptAnswer<[PriorityVerdict]>?
    package var talk: KeptAnswer<[AssistantMessage]>?
    package var preferences: KeptAnswer<AIPreferences>?
    package var status: KeptAnswer<AIStatus>?
    package var requests: [DeferredRequest] = []
    package var retried: [DeferredRequest.ID] = []
    package var lastID: Int64 = 0
    package var observers: [AsyncStream<[DeferredRequest]>.Continuation] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func withState<Value>(_ body: (inout State) -> Value) -> Value {
    state.withLock { body(&$0) }
  }

  package func keptSummary(of conversation: ConversationID) async throws -> KeptAnswer<AIOutput>? {
    state.withLock(\.summary)
  }
  package func keptDigest() async throws -> KeptAnswer<AIOutput>? { state.withLock(\.digest) }
  package func keptAnswer() async throws -> KeptAnswer<AIOutput>? { state.withLock(\.answer) }
  package func keptPriorities(unreadOnly: Bool) async throws -> KeptAnswer<[PriorityVerdict]>? {
    unreadOnly ? state.withLock(\.priorities) : nil
  }
  package func keptTalk() async throws -> KeptAnswer<[AssistantMessage]>? { state.withLock(\.talk) }
  package func keptMemory() async throws -> KeptAnswer<[MemoryEntry]>? { nil }
  package func keptOutputs() async throws -> KeptAnswer<[AIOutput]>? { nil }
  package func keptLedger() async throws -> KeptAnswer<[LedgerEntry]>? { nil }
  package func keptPreferences() async throws -> KeptAnswer<AIPreferences>? { state.withLock(\.preferences) }
  package func keptStatus() async throws -> KeptAnswer<AIStatus>? { state.withLock(\.status) }

  package func observeRequests() -> AsyncStream<[DeferredRequest]> {
    let (stream, continuation) = AsyncStream<[DeferredRequest]>.makeStream()
    state.withLock { state in
      state.observers.append(continuation)
      continuation.yield(state.requests)
    }
    return stream
  }

  package func askLater(_ request: ServerRequest) async throws {
    change { state in
      state.lastID += 1
      state.requests.append(
        DeferredRequest(id: state.lastID, request: request, createdAt: Timestamp(milliseconds: 0)))
    }
  }

  package func retry(_ request: DeferredRequest.ID) async throws {
    change { $0.retried.append(request) }
  }

  package func discard(_ request: DeferredRequest.ID) async throws {
    change { $0.requests.removeAll { $0.id == request } }
  }

  /// The server refuses the request.
  package func refuse(_ request: DeferredRequest.ID, _ refusal: Refusal) {
    change { state in
      state.requests = state.requests.map { entry in
        guard entry.id == request else { return entry }
        return DeferredRequest(
          id: entry.id, request: entry.request, createdAt: entry.createdAt, failure: refusal)
      }
    }
  }

  /// Everybody who observes is told.
  package func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      for observer in state.observers { observer.yield(state.requests) }
    }
  }

  package var requests: [ServerRequest] { state.withLock { $0.requests.map(\.request) } }
}
