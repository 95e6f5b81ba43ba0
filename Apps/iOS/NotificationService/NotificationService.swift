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
    guard let reference = NotificationReference(userInfo: request.content.userInfo) else { return delivery.finish() }
    Task { [composer] in
      delivery.finish(with: await composer.message(reference))
    }
  }

  override func serviceExtensionTimeWillExpire() {
    delivery?.finish()
  }
}
