/// An insight with the conversation it belongs to.
public struct PlacedInsight: Hashable, Sendable, Identifiable, Codable {
  public let conversation: ConversationID
  public var insight: Insight

  public var id: InsightID { insight.id }

  public init(conversation: ConversationID, insight: Insight) {
    self.conversation = conversation
    self.insight = insight
  }
}
