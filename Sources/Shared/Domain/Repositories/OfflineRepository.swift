/// What the device has for when there is no connection: answers that it has kept, and requests that
/// wait.
///
/// An answer is kept under the erasure of what it was made of: it is gone with a message that it
/// cites, with a conversation that is left, with the session, and after 30 days.
public protocol OfflineRepository: Sendable {
  /// The last summary of a conversation.
  func keptSummary(of conversation: ConversationID) async throws -> KeptAnswer<AIOutput>?
  func keptDigest() async throws -> KeptAnswer<AIOutput>?
  /// The answer to the last question.
  func keptAnswer() async throws -> KeptAnswer<AIOutput>?
  /// With the priorities that wait to be corrected.
  func keptPriorities(unreadOnly: Bool) async throws -> KeptAnswer<[PriorityVerdict]>?
  func keptTalk() async throws -> KeptAnswer<[AssistantMessage]>?
  func keptMemory() async throws -> KeptAnswer<[MemoryEntry]>?
  func keptOutputs() async throws -> KeptAnswer<[AIOutput]>?
  func keptLedger() async throws -> KeptAnswer<[LedgerEntry]>?
  /// With those that wait to be saved.
  func keptPreferences() async throws -> KeptAnswer<AIPreferences>?
  func keptStatus() async throws -> KeptAnswer<AIStatus>?

  /// What waits for the server or was refused, in the order in which it was made: now and after
  /// each change.
  func observeRequests() -> AsyncStream<[DeferredRequest]>
  /// Asks once there is a connection, also after a restart. It is on disk when this returns. The
  /// answer is kept: a digest as the last digest, a summary as its conversation's.
  func askLater(_ request: ServerRequest) async throws
  /// Sends again what was refused.
  func retry(_ request: DeferredRequest.ID) async throws
  /// Takes a request out, whether it waits or was refused. What the server has already done stays
  /// done. A group that was not made goes with all that was written into it.
  func discard(_ request: DeferredRequest.ID) async throws
}
