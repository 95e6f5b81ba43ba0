import Domain

package enum InsightCommand: Sendable {
  /// A member marks one. Its citations must be readable messages of the conversation: else
  /// `invalid`. The same id again answers the existing one.
  case put(asker: UserID, conversation: ConversationID, Insight)
  /// `notFound` for unknown and withdrawn ones. An owner must be a present member: else `invalid`.
  case change(asker: UserID, conversation: ConversationID, id: InsightID, InsightChange)
  /// Off: nothing of the conversation is due any more, and its embeddings, signals and found
  /// insights are erased. On: all its messages are due.
  case setIntelligence(asker: UserID, conversation: ConversationID, isOn: Bool)
}
