import Domain

/// Who types and who is there, as far as heard on this connection. Nothing of it is stored.
struct TypingState {
  /// Seconds after which typing that is not renewed is over.
  static let expiry = 10.0
  /// What this device says of itself.
  var own = Presence.State.online
  private var typing: [ConversationID: [UserID]] = [:]
  private var presence: [UserID: Presence] = [:]
  /// What this device tells of its own typing.
  private var signals: [ConversationID: TypingSignal] = [:]

  /// Who types in the conversation after the change, in the order in which they began.
  mutating func setTyping(_ user: UserID, in conversation: ConversationID, active: Bool) -> [UserID] {
    var users = typing[conversation, default: []]
    if !active {
      users.removeAll { $0 == user }
    } else if !users.contains(user) {
      users.append(user)
    }
    typing[conversation] = users.isEmpty ? nil : users
    return users
  }

  mutating func merge(_ changes: [Presence]) -> [UserID: Presence] {
    for change in changes { presence[change.user] = change }
    return presence
  }

  /// Forgets everything heard; returns the conversations in which someone typed.
  mutating func clear() -> [ConversationID] {
    defer {
      typing = [:]
      presence = [:]
      signals = [:]
    }
    return typing.keys.sorted()
  }

  /// The user types in the conversation, or no longer does.
  mutating func setOwnTyping(_ active: Bool, in conversation: ConversationID, now: Timestamp) -> TypingSignal.Action {
    signals[conversation, default: TypingSignal()].set(active, now: now)
  }

  /// The wait of `.later` is over; whether to tell that the user types.
  mutating func ownTypingIsDue(in conversation: ConversationID, now: Timestamp) -> Bool {
    signals[conversation]?.isDue(now: now) ?? false
  }
}
