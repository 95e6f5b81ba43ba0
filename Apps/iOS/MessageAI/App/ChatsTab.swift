import Domain
import SwiftUI

/// The conversations: one above the other on a phone, side by side where there is room.
struct ChatsTab: View {
  @Environment(\.horizontalSizeClass) private var width
  @Environment(Session.self) private var session

  var body: some View {
    if width == .regular {
      ChatsSplitView()
    } else {
      StackTab(tab: .chats) { ConversationListScreen(session) }
    }
  }
}

/// The list, and the open conversation beside it.
private struct ChatsSplitView: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session

  var body: some View {
    @Bindable var router = router
    NavigationSplitView {
      ConversationListScreen(session)
        .navigationSplitViewColumnWidth(min: 300, ideal: 360, max: 420)
    } detail: {
      NavigationStack(path: $router.detailPath) {
        detail.navigationDestination(for: Route.self) { RouteView(route: $0) }
      }
    }
  }

  @ViewBuilder private var detail: some View {
    if let route = router[pathOf: .chats].first {
      RouteView(route: route).id(route)
    } else {
      EmptyState(
        "Choose a conversation", symbol: "bubble.left.and.bubble.right",
        text: "It opens here, beside the list.", screen: "chats.detail")
    }
  }
}

#if DEBUG
  struct ChatsTab_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in ChatsTab() }
    }
  }
#endif
