import Domain
import Observation

/// Whether this device shows notifications, and what can be done about it.
@MainActor @Observable
public final class NotificationSettingsModel: ActionModel {
  /// What the screen says.
  public struct Content: Hashable, Sendable {
    public let permission: NotificationPermission
    /// Whether the server can reach a device that is not connected; `nil` when it cannot be asked
    /// now.
    public let isOffered: Bool?

    public var sentence: Phrase {
      switch (permission, isOffered) {
      case (.denied, _): "Notifications are off for this app in the settings of the device."
      case (.notAsked, _): "Notifications are off."
      case (.allowed, true?): "Notifications come also while the app is closed."
      case (.allowed, false?):
        "This server does not send notifications yet. New messages are there when you open the app."
      case (.allowed, nil): "Notifications are on."
      }
    }

    /// The person can be asked.
    public var canAsk: Bool { permission == .notAsked }
    /// Only the device's settings can change it.
    public var needsDeviceSettings: Bool { permission == .denied }
  }

  public private(set) var state: ScreenState<Content> = .loading
  public let action = ActionState()
  @ObservationIgnored private let permissions: any NotificationPermissions
  @ObservationIgnored private let features: any ServerFeaturesRepository

  public init(permissions: any NotificationPermissions, features: any ServerFeaturesRepository) {
    self.permissions = permissions
    self.features = features
  }

  /// Looks again: the person may have been in the device's settings.
  public func load() async {
    await show(await permissions.current())
  }

  /// Asks the person for permission.
  public func allow() async {
    guard !isBusy else { return }
    await perform { await show(try await permissions.ask()) }
  }

  private func show(_ permission: NotificationPermission) async {
    state = .content(Content(permission: permission, isOffered: await isOffered()))
  }

  private func isOffered() async -> Bool? {
    do {
      return try await features.features().notifications
    } catch {
      // Not an error of this screen: it says what is known.
      return nil
    }
  }
}
