import SwiftUI
import ViewModels

/// The app of somebody who is signed in: its tabs, the line about the connection, and what stands
/// over them.
struct MainView: View {
  @Environment(Router.self) private var router
  @Environment(Session.self) private var session
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    @Bindable var router = router
    TabView(selection: $router.tab) {
      ChatsTab()
        .tabItem { Label("Chats", systemImage: "bubble.left.and.bubble.right") }
        .badge(session.conversations.badge)
        .tag(AppTab.chats)
      StackTab(tab: .insights) { InsightsScreen() }
        .tabItem { Label("Insights", systemImage: "sparkles") }
        .tag(AppTab.insights)
      StackTab(tab: .assistant) { AssistantScreen() }
        .tabItem { Label("Assistant", systemImage: "wand.and.stars") }
        .tag(AppTab.assistant)
      StackTab(tab: .settings) {
        Lasting {
          session.profile()
        } content: {
          SettingsScreen(model: $0)
        }
      }
      .tabItem { Label("Settings", systemImage: "gearshape") }
      .tag(AppTab.settings)
    }
    .safeAreaInset(edge: .top, spacing: 0) { ConnectionBannerView(model: session.conversations.connection) }
    .sheet(item: $router.sheet) { SheetView(sheet: $0) }
    .task { await session.run() }
    .task { await followLinks() }
    .task { await followReminders() }
    .problemAlert(session.reminders.problem) { session.reminders.dismissProblem() }
    .onChange(of: scenePhase, initial: true) { _, phase in
      Task { await session.sceneChanged(isActive: phase == .active, isInBackground: phase == .background) }
    }
  }

  private func followLinks() async {
    for await link in session.services.notifications.links() { router.open(link) }
  }

  private func followReminders() async {
    for await _ in session.services.notifications.reminders() { router.openReminders() }
  }
}

/// A tab that is one stack of screens.
struct StackTab<Root: View>: View {
  @Environment(Router.self) private var router
  private let tab: AppTab
  private let root: Root

  init(tab: AppTab, @ViewBuilder root: () -> Root) {
    self.tab = tab
    self.root = root()
  }

  var body: some View {
    @Bindable var router = router
    NavigationStack(path: $router[pathOf: tab]) {
      root.navigationDestination(for: Route.self) { RouteView(route: $0) }
    }
  }
}

#if DEBUG
  struct MainView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in MainView() }
    }
  }
#endif
