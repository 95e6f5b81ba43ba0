/// Everything that can be done to a conversation or to something in it. Every route and frame names
/// one.
package enum ConversationAction: String, Sendable, CaseIterable {
  case read
  case search
  case post
  case editMessage
  case deleteMessage
  case advanceWatermark
  case type
  case changeSettings
  case rename
  case addMember
  case removeMember
  case changeRole
  case leave
  /// Summaries, search by meaning, suggestions.
  case askIntelligence
  /// Marking, editing, assigning, completing and dismissing insights.
  case changeInsight
  /// Switching the AI on or off for the conversation.
  case switchIntelligence
}
