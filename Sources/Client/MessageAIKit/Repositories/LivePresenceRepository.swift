import Domain

/// Typing and presence over the socket.
struct LivePresenceRepository: PresenceRepository {
  let runtime: ClientRuntime

  func observeTyping(_ conversation: ConversationID) -> AsyncStream<[UserID]> {
    runtime.engine.typing(in: conversation).stream()
  }

  func observePresence() -> AsyncStream<[UserID: Presence]> {
    runtime.engine.presence.stream()
  }

  func setTyping(_ active: Bool, in conversation: ConversationID) async {
    runtime.engine.handle(.typing(conversation, active: active))
  }

  func setPresence(_ state: Presence.State) async {
    runtime.engine.handle(.presence(state))
  }
}
