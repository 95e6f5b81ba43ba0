import Domain
import MessageAIDevice
import UserNotifications

/// Called by the system for each push before it is shown: at most 30 seconds, then what is there is
/// shown.
final class NotificationService: UNNotificationServiceExtension {
  private let composer = NotificationComposer(group: DeviceGroup())
  private var delivery: Delivery?

  override func didReceive(
    _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    let delivery = Delivery(request.content, contentHandler)
    self.delivery = delivery
    let userInfo = request.content.userInfo
    if let reminder = ReminderNotification.id(userInfo: userInfo) {
      Task { [composer] in
        let found = await composer.reminder(reminder)
        delivery.finish { content in
          if let found { content.show(found) }
          return content
        }
      }
    } else if let reference = NotificationReference(userInfo: userInfo) {
      Task { [composer] in
        let found = await composer.message(reference)
        delivery.finish { content in
          guard let found else { return content }
          content.show(found.message)
          return found.applied(to: content)
        }
      }
    } else {
      delivery.finish()
    }
  }

  override func serviceExtensionTimeWillExpire() {
    delivery?.finish()
  }
}
