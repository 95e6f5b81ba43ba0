import AppIntents
import Domain
import Foundation
import MessageAIDevice
import UIKit
import ViewModels

/// Hears what the system tells an app: its start, the device's address, uploads that went on
/// without it.
final class AppDelegate: NSObject, UIApplicationDelegate {
  private(set) lazy var device = Device()
  private(set) lazy var container = AppContainer.launched(device)

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let container = container
    device.notifications.openConversation = { container.router.conversationInFront }
    device.notifications.start()
    device.background.register { await container.catchUp() }
    let context = ShortcutContext { container.backend?.repositories }
    AppDependencyManager.shared.add(dependency: context)
    MessageAIShortcuts.updateAppShortcutParameters()
    Task { await container.followAnswers(device.notifications.answers()) }
    Task { await container.followTokens(device.notifications.tokens()) }
    Task { await refreshToken(application) }
    return true
  }

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    device.notifications.took(deviceToken)
  }

  func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
    device.notifications.tokenFailed(error)
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    guard identifier == BackgroundUploader.identifier else { return completionHandler() }
    nonisolated(unsafe) let completionHandler = completionHandler
    device.uploads.takeOver { completionHandler() }
  }

  /// The address may have changed since the last start.
  private func refreshToken(_ application: UIApplication) async {
    if await device.notifications.current() == .allowed { application.registerForRemoteNotifications() }
  }
}
