import Domain

/// A screen that is pushed onto the stack of a tab.
enum Route: Hashable {
  case chat(ConversationID)
  case conversationInfo(ConversationID)
  /// A message with everything that answers it.
  case thread(ConversationID, MessageID)
  case profile
  case notifications
  case appearance
  case language
  case sessions
  case changePassword
  case downloadData
  case deleteAccount
  case intelligence(IntelligenceRoute)

  /// The conversation that a chat on the stack shows.
  var chat: ConversationID? {
    if case .chat(let conversation) = self { conversation } else { nil }
  }

  /// For identifiers.
  var name: String {
    switch self {
    case .chat: "chat"
    case .conversationInfo: "info"
    case .thread: "thread"
    case .profile: "profile"
    case .notifications: "notifications"
    case .appearance: "appearance"
    case .language: "language"
    case .sessions: "sessions"
    case .changePassword: "changePassword"
    case .downloadData: "downloadData"
    case .deleteAccount: "deleteAccount"
    case .intelligence(let route): String(describing: route)
    }
  }
}
