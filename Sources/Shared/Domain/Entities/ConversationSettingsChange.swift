/// A change of some of a conversation's settings: `nil` leaves a setting as it is.
public struct ConversationSettingsChange: Hashable, Sendable {
  public var muted: Bool?
  /// Only looked at together with `muted: true`; `nil` then means until unmuted.
  public var mutedUntil: Timestamp?
  public var archived: Bool?
  public var pinned: Bool?

  public init(
    muted: Bool? = nil, mutedUntil: Timestamp? = nil, archived: Bool? = nil, pinned: Bool? = nil
  ) {
    self.muted = muted
    self.mutedUntil = mutedUntil
    self.archived = archived
    self.pinned = pinned
  }
}
