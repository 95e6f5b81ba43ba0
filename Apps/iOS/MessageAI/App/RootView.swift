import SwiftUI
import ViewModels

/// The first view: signing in, or the app.
struct RootView: View {
  @Environment(AppContainer.self) private var container

  var body: some View {
    content
      .task(id: ObjectIdentifier(container.auth)) { await container.run() }
      .onChange(of: container.auth.me) { container.userChanged() }
      .onChange(of: container.auth.needsProfile) { container.userChanged() }
      .onOpenURL { container.router.open($0) }
      .preferredColorScheme(container.preferences.appearance.colorScheme)
  }

  @ViewBuilder private var content: some View {
    switch container.phase {
    case .failed(let problem):
      FailedView(message: problem.sentence, screen: "root") { container.start() }
    case .restoring:
      ProgressView()
        .controlSize(.large)
        .accessibilityLabel("Loading")
        .accessibilityIdentifier("root.loading")
    case .signedOut:
      SignInScreen()
    case .signedIn(let session):
      MainView()
        .environment(session)
        .id(session.me)
    }
  }
}

#if DEBUG
  struct RootView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in RootView() }
    }
  }
#endif
