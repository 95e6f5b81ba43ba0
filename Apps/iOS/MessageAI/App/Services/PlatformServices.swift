import Domain
import Foundation
import MessageAIKit
import ViewModels

/// What the device gives the app, behind protocols: the composition root chooses the
/// implementations.
struct PlatformServices: Sendable {
  /// Keeps the session's tokens.
  var vault: any SessionVault
  /// Whether notifications may come.
  var permissions: any NotificationPermissions
  var notifications: any NotificationCentre
  var background: any BackgroundRefreshing
  /// `nil` where nobody carries uploads on.
  var transfers: (any BackgroundTransfers)?
  /// Makes pictures ready to be sent.
  var images: any ImagePreparer
  var network: any NetworkMonitoring
  var clipboard: any Clipboard
  /// The page of the device's settings that is about this app.
  var settingsURL: URL?
  var clock: any WallClock = SystemClock()
  var pauses: any Clock<Duration> = ContinuousClock()
  var texts = TimeTexts()
}
