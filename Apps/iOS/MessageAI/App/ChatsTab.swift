import Domain
import SwiftUI

/// The list, and the open conversation: one above the other on a phone, side by side where there is
/// room. One tree of views for both, so that turning the device loses nothing.
struct ChatsTab: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session

  var body: some View {
    @Bindable var router = router
    NavigationSplitView(preferredCompactColumn: column) {
      ConversationListScreen(session)
        .navigationSplitViewColumnWidth(min: 300, ideal: 360, max: 420)
    } detail: {
      NavigationStack(path: $router.detailPath) {
        detail.navigationDestination(for: Route.self) { RouteView(route: $0) }
      }
    }
  }

  /// Where there is room for one column only: the conversation once one is open, and going back
  /// closes it.
  private var column: Binding<NavigationSplitViewColumn> {
    Binding {
      router[pathOf: .chats].isEmpty ? .sidebar : .detail
    } set: { column in
      if column == .sidebar, !router[pathOf: .chats].isEmpty { router[pathOf: .chats] = [] }
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
