#if DEBUG
  import Domain

  /// A device that has kept nothing, and two requests that wait.
  struct SampleOffline: OfflineRepository {
    func keptSummary(of conversation: ConversationID) async throws -> KeptAnswer<AIOutput>? { nil }
    func keptDigest() async throws -> KeptAnswer<AIOutput>? { nil }
    func keptAnswer() async throws -> KeptAnswer<AIOutput>? { nil }
    func keptPriorities(unreadOnly: Bool) async throws -> KeptAnswer<[PriorityVerdict]>? { nil }
    func keptTalk() async throws -> KeptAnswer<[AssistantMessage]>? { nil }
    func keptMemory() async throws -> KeptAnswer<[MemoryEntry]>? { nil }
    func keptOutputs() async throws -> KeptAnswer<[AIOutput]>? { nil }
    func keptLedger() async throws -> KeptAnswer<[LedgerEntry]>? { nil }
    func keptPreferences() async throws -> KeptAnswer<AIPreferences>? { nil }
    func keptStatus() async throws -> KeptAnswer<AIStatus>? { nil }

    func observeRequests() -> AsyncStream<[DeferredRequest]> {
      sampleStream([
        DeferredRequest(id: 1, request: .digest, createdAt: PreviewSamples.now),
        DeferredRequest(
          id: 2, request: .ask("Who books the room?"), createdAt: PreviewSamples.now,
          failure: Refusal(.forbidden, "The AI is off here.")),
      ])
    }

    func askLater(_ request: ServerRequest) async throws {}
    func retry(_ request: DeferredRequest.ID) async throws {}
    func discard(_ request: DeferredRequest.ID) async throws {}
  }
#endif
