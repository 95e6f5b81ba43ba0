/// Typing and presence: never stored.
public protocol PresenceRepository: Sendable {
  /// Who is typing in the conversation, without me; entries expire after 10 s.
  func observeTyping(_ conversation: ConversationID) -> AsyncStream<[UserID]>
  /// Last known presence by user.
  func observePresence() -> AsyncStream<[UserID: Presence]>
  /// Throttled to one frame per 3 s; lost when offline.
  func setTyping(_ active: Bool, in conversation: ConversationID) async
  func setPresence(_ state: Presence.State) async
}
