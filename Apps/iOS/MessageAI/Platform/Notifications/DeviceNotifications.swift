import Domain
import Foundation
import Intents
import MessageAIDevice
import UIKit
import UserNotifications

/// The device's notifications: permission, the icon's number, what is tapped and answered, and the
/// device's address.
final class DeviceNotifications: NSObject, Sendable {
  private let linkRelay = Relay<MessageLink>()
  private let reminderRelay = Relay<ReminderID>()
  private let answerRelay = Relay<NotificationAnswer>()
  private let tokenRelay = Relay<PushToken>()
  private let log = AppLog(.notifications)
  /// The conversation that somebody looks at now: its messages need no banner.
  @MainActor var openConversation: () -> ConversationID? = { nil }

  /// Takes over what the system has to say, and offers to answer at a notification. Before the app
  /// has finished launching.
  @MainActor
  func start() {
    let center = UNUserNotificationCenter.current()
    center.delegate = self
    center.setNotificationCategories([Self.messages, Self.reminders])
  }

  /// Replies and marks, as they are chosen. One observer at a time.
  func answers() -> AsyncStream<NotificationAnswer> {
    answerRelay.stream()
  }

  /// The device's address, as often as the system tells it. One observer at a time.
  func tokens() -> AsyncStream<PushToken> {
    tokenRelay.stream()
  }

  /// The system has told the device's address.
  func took(_ deviceToken: Data) {
    do {
      tokenRelay.send(try PushToken(deviceToken, environment: Self.environment))
    } catch {
      log.failed("The device's address is not usable", error)
    }
  }

  /// The system could not get an address.
  func tokenFailed(_ error: any Error) {
    log.failed("The device has no address for notifications", error)
  }

  private static var reminders: UNNotificationCategory {
    UNNotificationCategory(
      identifier: ReminderNotification.category, actions: [], intentIdentifiers: [],
      hiddenPreviewsBodyPlaceholder: String(localized: "Reminder"), options: [])
  }

  private static var messages: UNNotificationCategory {
    let reply = UNTextInputNotificationAction(
      identifier: NotificationAnswer.replyAction, title: String(localized: "Reply"), options: [],
      textInputButtonTitle: String(localized: "Send"), textInputPlaceholder: String(localized: "Message"))
    let markRead = UNNotificationAction(
      identifier: NotificationAnswer.markReadAction, title: String(localized: "Mark as read"), options: [])
    return UNNotificationCategory(
      identifier: NotificationReference.category, actions: [reply, markRead], intentIdentifiers: [],
      hiddenPreviewsBodyPlaceholder: String(localized: "New message"), options: [])
  }

  private static var environment: PushEnvironment {
    #if DEBUG
      .development
    #else
      .production
    #endif
  }
}

extension DeviceNotifications: NotificationCentre {
  func setBadge(_ count: Int) async {
    do {
      try await UNUserNotificationCenter.current().setBadgeCount(max(0, count))
    } catch {
      log.failed("The icon's number was not set", error)
    }
  }

  func forget() {
    INInteraction.deleteAll { [log] error in
      if let error { log.failed("What the system knows of who writes was not taken back", error) }
    }
  }

  func links() -> AsyncStream<MessageLink> {
    linkRelay.stream()
  }

  func reminders() -> AsyncStream<ReminderID> {
    reminderRelay.stream()
  }
}

extension DeviceNotifications: NotificationPermissions {
  func current() async -> NotificationPermission {
    switch await UNUserNotificationCenter.current().notificationSettings().authorizationStatus {
    case .notDetermined: .notAsked
    case .denied: .denied
    default: .allowed
    }
  }

  func ask() async throws -> NotificationPermission {
    _ = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound])
    let permission = await current()
    if permission == .allowed { await UIApplication.shared.registerForRemoteNotifications() }
    return permission
  }
}

// The forms with a completion handler: those that are `async` come back on a thread of their own,
// and the system wants to be called back on the main one.
extension DeviceNotifications: UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    let reference = NotificationReference(userInfo: notification.request.content.userInfo)
    Task { @MainActor in
      let isOpen = reference != nil && reference?.conversation == openConversation()
      completionHandler(isOpen ? [] : [.banner, .list, .sound])
    }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    let userInfo = response.notification.request.content.userInfo
    guard let reference = NotificationReference(userInfo: userInfo) else {
      if response.actionIdentifier == UNNotificationDefaultActionIdentifier,
        let reminder = ReminderNotification.id(userInfo: userInfo)
      {
        reminderRelay.send(reminder)
      }
      return completionHandler()
    }
    switch response.actionIdentifier {
    case NotificationAnswer.replyAction:
      guard let text = (response as? UNTextInputNotificationResponse)?.userText else { return completionHandler() }
      answerRelay.send(.init(kind: .reply(text), notification: reference) { completionHandler() })
    case NotificationAnswer.markReadAction:
      answerRelay.send(.init(kind: .markRead, notification: reference) { completionHandler() })
    case UNNotificationDefaultActionIdentifier:
      linkRelay.send(MessageLink(conversation: reference.conversation, message: reference.message))
      completionHandler()
    default:
      completionHandler()
    }
  }
}
