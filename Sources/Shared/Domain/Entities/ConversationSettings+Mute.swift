extension ConversationSettings {
  public func isMuted(at now: Timestamp) -> Bool {
    guard muted else { return false }
    guard let mutedUntil else { return true }
    return now < mutedUntil
  }
}
