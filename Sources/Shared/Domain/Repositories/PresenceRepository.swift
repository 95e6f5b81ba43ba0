/// Typing and presence: never stored.
public protocol PresenceRepository: Sendable {
  /// Who is typing in the conversation, without me; entries expire after 10 s.
  func observeTyping(_ conversation: ConversationID) -> AsyncStream<[UserID]>
  /// Last known presence by user.
  func observePresence() -> AsyncStream<[UserID: Presence]>
  /// Say it at each change of the text: the server hears it once in 3 s, and of the end at once.
  /// Lost when offline.
  func setTyping(_ active: Bool, in conversation: ConversationID) async
  func setPresence(_ state: Presence.State) async
}
