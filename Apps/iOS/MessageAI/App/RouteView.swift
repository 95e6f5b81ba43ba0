import SwiftUI

/// The screen of a route.
struct RouteView: View {
  @Environment(Session.self) private var session
  let route: Route

  var body: some View {
    switch route {
    case .chat(let conversation):
      ChatScreen(model: session.chat(conversation), attachments: session.attachments(conversation))
    case .conversationInfo(let conversation):
      ConversationInfoScreen(model: session.chat(conversation))
    case .thread(let conversation, let message):
      ThreadScreen(model: session.thread(of: message, in: conversation))
    case .profile:
      ProfileScreen(model: session.profile())
    case .notifications:
      NotificationsScreen(model: session.notifications())
    case .appearance:
      AppearanceScreen()
    case .language:
      LanguageScreen(model: session.profile())
    case .sessions:
      SessionsScreen(model: session.settings())
    case .changePassword:
      ChangePasswordScreen(model: session.settings())
    case .deleteAccount:
      DeleteAccountScreen(model: session.settings())
    case .intelligence(let route):
      IntelligenceRouteView(route: route)
    }
  }
}

/// What a sheet shows.
struct SheetView: View {
  @Environment(Session.self) private var session
  let sheet: Sheet

  var body: some View {
    switch sheet {
    case .newConversation:
      NewConversationSheet(model: session.newConversation())
    case .profileSetUp:
      ProfileSetUpSheet(model: session.profile())
    case .messageDetails(let conversation, let message):
      MessageDetailsSheet(model: session.chat(conversation), message: message)
    case .addMembers(let conversation):
      AddMembersSheet(model: session.newConversation(), chat: session.chat(conversation))
    case .intelligence(let sheet):
      IntelligenceSheetView(sheet: sheet)
    }
  }
}
