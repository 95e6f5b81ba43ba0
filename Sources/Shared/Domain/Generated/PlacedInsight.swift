// Made from wire/intelligence.json: change that and run `make wire`.

/// An insight with the conversation it belongs to.
public struct PlacedInsight: Hashable, Sendable, Codable {
  public let conversation: ConversationID
  public var insight: Insight

  public init(conversation: ConversationID, insight: Insight) {
    self.conversation = conversation
    self.insight = insight
  }
}
