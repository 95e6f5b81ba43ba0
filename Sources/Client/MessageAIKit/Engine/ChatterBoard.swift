import Domain

/// Who types and who is there, as far as heard on this connection. Nothing of it is stored.
struct ChatterBoard {
  /// Seconds after which typing that is not renewed is over.
  static let expiry = 10.0
  /// Milliseconds between typing frames of one conversation.
  static let interval: Int64 = 3_000

  /// What this device says of itself.
  var own = Presence.State.online
  private var typing: [ConversationID: [UserID]] = [:]
  private var presence: [UserID: Presence] = [:]
  private var lastSent: [ConversationID: Timestamp] = [:]

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
      lastSent = [:]
    }
    return typing.keys.sorted()
  }

  /// At most one frame an interval while typing goes on; the end of it at once, and only once.
  mutating func maySendTyping(_ conversation: ConversationID, active: Bool, now: Timestamp) -> Bool {
    let last = lastSent[conversation]
    guard active else {
      lastSent[conversation] = nil
      return last != nil
    }
    if let last, now >= last, now.milliseconds - last.milliseconds < Self.interval { return false }
    lastSent[conversation] = now
    return true
  }
}
