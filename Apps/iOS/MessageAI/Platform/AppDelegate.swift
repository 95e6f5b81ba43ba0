import AppIntents
import Domain
import Foundation
import MessageAIDevice
import UIKit
import ViewModels

/// Hears what the system tells an app: its start, and the device's address.
final class AppDelegate: NSObject, UIApplicationDelegate {
  private(set) lazy var device = Device()
  private(set) lazy var container = AppContainer.launched(device)

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let container = container
    removePicked()
    device.notifications.openConversation = { container.router.conversationInFront }
    device.notifications.start()
    device.background.register { await container.catchUp() }
    device.diagnostics.start()
    let context = ShortcutContext { container.backend?.repositories }
    AppDependencyManager.shared.add(dependency: context)
    MessageAIShortcuts.updateAppShortcutParameters()
    Task { await container.followAnswers(device.notifications.answers()) }
    Task { await container.followTokens(device.notifications.tokens()) }
    Task { await container.followDiagnostics(device.diagnostics.payloads()) }
    Task { await container.tellReports() }
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

  /// What follows from the files that the system has carried takes longer than the system waits:
  /// the app asks to stay awake first.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    guard identifier == SystemUploads.identifier else { return completionHandler() }
    let container = container
    let background = device.background
    device.uploads.woken {
      background.finish { await container.sendWhatWaits() }
      completionHandler()
    }
  }

  /// What was picked before and never sent.
  private func removePicked() {
    guard FileManager.default.fileExists(atPath: Session.pickedFolder.path) else { return }
    do {
      try FileManager.default.removeItem(at: Session.pickedFolder)
    } catch {
      AppLog(.transfers).failed("Files that were picked before stay until the next start", error)
    }
  }

  /// The address may have changed since the last start.
  private func refreshToken(_ application: UIApplication) async {
    if await device.notifications.current() == .allowed { application.registerForRemoteNotifications() }
  }
}
