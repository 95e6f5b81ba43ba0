// Made from wire/retention.json: change that and run `make wire`.

/// For how long messages are kept, and what is held.
public struct RetentionOverview: Hashable, Sendable, Codable {
  /// In the workspace; 0 keeps them for ever.
  public let days: Int64
  /// With a rule of their own, or held; oldest first.
  public let conversations: [ConversationRetention]
  /// Held: nothing that they wrote is erased.
  public let people: [User]

  public init(days: Int64, conversations: [ConversationRetention], people: [User]) {
    self.days = days
    self.conversations = conversations
    self.people = people
  }
}
