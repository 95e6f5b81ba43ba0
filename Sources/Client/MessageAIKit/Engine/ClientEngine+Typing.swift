import Domain
import WireProtocol

/// Typing and presence.
extension ClientEngine {
  func sendTyping(_ conversation: ConversationID, _ active: Bool) {
    guard isResumed else { return }
    switch typingState.setOwnTyping(active, in: conversation, now: clock.now) {
    case .send(let active): send(.typing(conversation: conversation, active: active))
    case .later(let seconds): timers.start(.ownTyping(conversation), seconds: seconds)
    case .nothing: break
    }
  }

  func heardTyping(_ conversation: ConversationID, _ user: UserID, _ active: Bool) {
    if active {
      timers.start(.typing(conversation, user), seconds: TypingState.expiry)
    } else {
      timers.cancel(.typing(conversation, user))
    }
    output?.typingChanged(conversation, typingState.setTyping(user, in: conversation, active: active))
  }
}
