import SwiftUI

/// The app.
struct MessageAIApp: App {
  @State private var container = AppContainer.live()

  var body: some Scene {
    WindowGroup {
      RootView()
        .environment(container)
        .environment(container.router)
    }
  }
}
