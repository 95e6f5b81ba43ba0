// Made from wire/overview.json: change that and run `make wire`.

/// A group, as an admin who is not in it sees it.
public struct ConversationOverview: Hashable, Sendable, Identifiable, Codable {
  public let id: ConversationID
  public let name: String
  /// People who are in it now.
  public let members: Int
  /// All that were ever posted; deleted ones count.
  public let messages: Int
  public let createdAt: Timestamp
  public let lastMessageAt: Timestamp?
  public let isIntelligenceOn: Bool

  public init(
    id: ConversationID, name: String, members: Int, messages: Int, createdAt: Timestamp,
    lastMessageAt: Timestamp? = nil, isIntelligenceOn: Bool
  ) {
    self.id = id
    self.name = name
    self.members = members
    self.messages = messages
    self.createdAt = createdAt
    self.lastMessageAt = lastMessageAt
    self.isIntelligenceOn = isIntelligenceOn
  }
}
