import Domain

/// A screen of the intelligence that is pushed.
enum IntelligenceRoute: Hashable {
  case smartSearch
  case preferences
  /// What text of mine went where.
  case transparency
}

/// A sheet of the intelligence.
enum IntelligenceSheet: Hashable {
  /// Summary, action items, decisions and meeting times of one conversation.
  case catchUp(ConversationID)
}
