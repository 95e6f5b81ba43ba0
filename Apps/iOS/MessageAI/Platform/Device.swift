import Foundation
import MessageAIDevice
import UIKit

/// The device's parts that the app works with, made once at its start.
@MainActor
final class Device {
  let group = DeviceGroup()
  let notifications = DeviceNotifications()
  let background = BackgroundRefresh()
  let uploads = SystemUploads()
  let diagnostics = SystemDiagnostics()

  /// The app's own data: not shown to the person, and part of the device's backup.
  static var folder: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return (folders.first ?? FileManager.default.temporaryDirectory).appendingPathComponent("MessageAI")
  }

  var services: PlatformServices {
    PlatformServices(
      vault: group.vault, permissions: notifications, notifications: notifications, background: background,
      transfers: uploads, images: ImageCompressor(), network: PathMonitor(), clipboard: Pasteboard(),
      settingsURL: URL(string: UIApplication.openSettingsURLString))
  }
}
