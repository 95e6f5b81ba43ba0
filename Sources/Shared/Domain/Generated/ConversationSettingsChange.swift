// Made from wire/conversations.json: change that and run `make wire`.

/// A change of some of a conversation's settings: an absent key leaves a setting as it is.
public struct ConversationSettingsChange: Hashable, Sendable {
  public var muted: Bool?
  /// Only looked at together with `muted: true`; without it, the mute lasts until it is taken off.
  public var mutedUntil: Timestamp?
  public var archived: Bool?
  public var pinned: Bool?

  public init(muted: Bool? = nil, mutedUntil: Timestamp? = nil, archived: Bool? = nil, pinned: Bool? = nil) {
    self.muted = muted
    self.mutedUntil = mutedUntil
    self.archived = archived
    self.pinned = pinned
  }
}
