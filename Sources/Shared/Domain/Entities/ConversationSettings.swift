/// How one user keeps one conversation: a row of the user's private feed.
public struct ConversationSettings: Hashable, Sendable, Codable {
  public let conversation: ConversationID
  public var rev: Int64
  public var muted: Bool
  /// End of the mute; `nil` while muted means until unmuted.
  public var mutedUntil: Timestamp?
  public var archived: Bool
  public var pinned: Bool

  public init(
    conversation: ConversationID, rev: Int64 = 0, muted: Bool = false, mutedUntil: Timestamp? = nil,
    archived: Bool = false, pinned: Bool = false
  ) {
    self.conversation = conversation
    self.rev = rev
    self.muted = muted
    self.mutedUntil = mutedUntil
    self.archived = archived
    self.pinned = pinned
  }

  public func isMuted(at now: Timestamp) -> Bool {
    guard muted else { return false }
    guard let mutedUntil else { return true }
    return now < mutedUntil
  }
}
