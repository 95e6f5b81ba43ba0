import SwiftUI

/// The app. What the device gives it comes from its delegate, which hears of the start first.
struct MessageAIApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup {
      RootView()
        .environment(delegate.container)
        .environment(delegate.container.router)
    }
  }
}
