// Made from wire/retention.json: change that and run `make wire`.

/// A conversation that is kept otherwise than the workspace says.
public struct ConversationRetention: Hashable, Sendable, Codable {
  public let conversation: ConversationID
  public let kind: Conversation.Kind
  /// Groups only.
  public let name: String?
  /// Of its own, as in `Retention`. Absent: as the workspace says.
  public let days: Int64?
  /// A legal hold: nothing in it is erased.
  public let isHeld: Bool

  public init(
    conversation: ConversationID, kind: Conversation.Kind, name: String? = nil, days: Int64? = nil, isHeld: Bool
  ) {
    self.conversation = conversation
    self.kind = kind
    self.name = name
    self.days = days
    self.isHeld = isHeld
  }
}
