/// What each screen shows in each state.
@MainActor
enum ScreenTable {
  static func spec(of screen: ScreenName) -> ScreenSpec {
    switch screen {
    case .signIn: signIn
    case .conversations: conversations
    case .messageSearch: messageSearch
    case .missed: missed
    case .priority: priority
    case .actions: actions
    case .decisions: decisions
    case .assistant: assistant
    case .settings: settings
    case .chat: chat
    case .conversationInfo: conversationInfo
    case .thread: thread
    case .profile: profile
    case .notifications: notifications
    case .appearance: appearance
    case .language: language
    case .sessions: sessions
    case .changePassword: changePassword
    case .downloadData: downloadData
    case .deleteAccount: deleteAccount
    case .smartSearch: smartSearch
    case .answer: answer
    case .aiPreferences: aiPreferences
    case .ledger: ledger
    case .memory: memory
    case .earlier: earlier
    case .reminders: reminders
    case .waiting: waiting
    case .newConversation: newConversation
    case .profileSetUp: profileSetUp
    case .messageDetails: messageDetails
    case .addMembers: addMembers
    case .summary: summary
    case .conversationActions: conversationActions
    case .conversationDecisions: conversationDecisions
    case .meeting: meeting
    case .mark: mark
    case .newTask: newTask
    case .receipt: receipt
    case .insightEdit: insightEdit
    case .insightReason: insightReason
    case .earlierOutput: earlierOutput
    case .assistantTasks: assistantTasks
    }
  }
}
