import Domain

/// What can stand over everything else, one at a time.
enum Sheet: Hashable, Identifiable {
  case newConversation
  case profileSetUp
  case messageDetails(ConversationID, MessageID)
  case addMembers(ConversationID)
  case intelligence(IntelligenceSheet)

  var id: Sheet { self }
}
