import SwiftUI

/// The screen of a route.
struct RouteView: View {
  @Environment(Session.self) private var session
  let route: Route

  var body: some View {
    switch route {
    case .chat(let conversation):
      Lasting {
        session.chatWithPicker(conversation)
      } content: {
        ChatScreen(model: $0.chat, records: $0.records, picker: $0.picker)
      }
    case .conversationInfo(let conversation):
      Lasting {
        session.chat(conversation)
      } content: {
        ConversationInfoScreen(model: $0)
      }
    case .thread(let conversation, let message):
      Lasting {
        session.thread(of: message, in: conversation)
      } content: {
        ThreadScreen(model: $0)
      }
    case .profile:
      Lasting {
        session.profile()
      } content: {
        ProfileScreen(model: $0)
      }
    case .notifications:
      Lasting {
        session.notifications()
      } content: {
        NotificationsScreen(model: $0)
      }
    case .appearance:
      AppearanceScreen()
    case .language:
      Lasting {
        session.profile()
      } content: {
        LanguageScreen(model: $0)
      }
    case .sessions:
      Lasting {
        session.settings()
      } content: {
        SessionsScreen(model: $0)
      }
    case .changePassword:
      Lasting {
        session.settings()
      } content: {
        ChangePasswordScreen(model: $0)
      }
    case .downloadData:
      Lasting {
        session.settings()
      } content: {
        DownloadDataScreen(model: $0)
      }
    case .deleteAccount:
      Lasting {
        session.settings()
      } content: {
        DeleteAccountScreen(model: $0)
      }
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
      Lasting {
        session.newConversation()
      } content: {
        NewConversationSheet(model: $0)
      }
    case .profileSetUp:
      Lasting {
        session.profile()
      } content: {
        ProfileSetUpSheet(model: $0)
      }
    case .messageDetails(let conversation, let message):
      Lasting {
        session.chat(conversation)
      } content: {
        MessageDetailsSheet(model: $0, message: message)
      }
    case .addMembers(let conversation):
      Lasting {
        (people: session.newConversation(), chat: session.chat(conversation))
      } content: {
        AddMembersSheet(model: $0.people, chat: $0.chat)
      }
    case .intelligence(let sheet):
      IntelligenceSheetView(sheet: sheet)
    }
  }
}
