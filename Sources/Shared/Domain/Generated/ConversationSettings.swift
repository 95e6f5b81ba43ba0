// Made from wire/conversations.json: change that and run `make wire`.

/// How one user keeps one conversation: a row of the user's private feed.
public struct ConversationSettings: Hashable, Sendable, Codable {
  public let conversation: ConversationID
  public var rev: Int64
  public var muted: Bool
  /// End of the mute; a mute without one lasts until it is taken off.
  public var mutedUntil: Timestamp?
  public var archived: Bool
  /// Since when; absent too when it was archived by a version that did not keep the time.
  public var archivedAt: Timestamp?
  public var pinned: Bool

  public init(
    conversation: ConversationID, rev: Int64 = 0, muted: Bool = false, mutedUntil: Timestamp? = nil,
    archived: Bool = false, archivedAt: Timestamp? = nil, pinned: Bool = false
  ) {
    self.conversation = conversation
    self.rev = rev
    self.muted = muted
    self.mutedUntil = mutedUntil
    self.archived = archived
    self.archivedAt = archivedAt
    self.pinned = pinned
  }
}
