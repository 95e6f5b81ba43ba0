import ViewModels

@testable import MessageAIApp

/// Every screen that the states test goes through. A new route, sheet or tab does not compile
/// before it is named here, and a name not before it has a row in `ScreenTable`.
enum ScreenName: String, CaseIterable, Sendable {
  // Before anybody is signed in
  case signIn
  // Tabs, and their parts
  case conversations, messageSearch, missed, priority, actions, decisions, assistant, settings
  // Routes
  case chat, conversationInfo, thread, profile, notifications, appearance, language, sessions, changePassword
  case downloadData, deleteAccount, smartSearch, answer, aiPreferences, ledger, memory, earlier, reminders
  case waiting
  // Sheets, and their parts
  case newConversation, profileSetUp, messageDetails, addMembers, summary, conversationActions, conversationDecisions
  case meeting, mark, newTask
  // Sheets of one screen
  case receipt, insightEdit, insightReason, earlierOutput, assistantTasks
}

extension AppTab {
  var screens: [ScreenName] {
    switch self {
    case .chats: [.conversations, .messageSearch]
    case .insights: [.missed, .priority, .actions, .decisions, .insightEdit, .insightReason]
    case .assistant: [.assistant, .assistantTasks]
    case .settings: [.settings]
    }
  }
}

extension Route {
  var screens: [ScreenName] {
    switch self {
    case .chat: [.chat]
    case .conversationInfo: [.conversationInfo]
    case .thread: [.thread]
    case .profile: [.profile]
    case .notifications: [.notifications]
    case .appearance: [.appearance]
    case .language: [.language]
    case .sessions: [.sessions]
    case .changePassword: [.changePassword]
    case .downloadData: [.downloadData]
    case .deleteAccount: [.deleteAccount]
    case .intelligence(.smartSearch): [.smartSearch, .answer]
    case .intelligence(.preferences): [.aiPreferences]
    case .intelligence(.transparency): [.ledger]
    case .intelligence(.memory): [.memory]
    case .intelligence(.earlier): [.earlier, .earlierOutput]
    case .intelligence(.reminders): [.reminders]
    case .intelligence(.waiting): [.waiting]
    }
  }
}

extension Sheet {
  var screens: [ScreenName] {
    switch self {
    case .newConversation: [.newConversation]
    case .profileSetUp: [.profileSetUp]
    case .messageDetails: [.messageDetails]
    case .addMembers: [.addMembers]
    case .intelligence(.catchUp):
      [.summary, .conversationActions, .newTask, .conversationDecisions, .meeting, .receipt]
    case .intelligence(.record): [.conversationActions, .conversationDecisions]
    case .intelligence(.meet): [.meeting]
    case .intelligence(.mark): [.mark]
    }
  }
}

/// The parts of the screens that have some.
extension CatchUpView.Part {
  var screen: ScreenName {
    switch self {
    case .summary: .summary
    case .actions: .conversationActions
    case .decisions: .conversationDecisions
    case .meet: .meeting
    }
  }
}

extension InsightsDashboard.Part {
  var screen: ScreenName {
    switch self {
    case .missed: .missed
    case .priority: .priority
    case .actions: .actions
    case .decisions: .decisions
    }
  }
}

extension AppContainer {
  /// The screens of the place where the user is.
  var place: [ScreenName] {
    guard auth.me != nil else { return [.signIn] }
    if let sheet = router.sheet { return sheet.screens }
    return router[pathOf: router.tab].last?.screens ?? router.tab.screens
  }
}
