import Domain
import Foundation
import UserNotifications

/// One notification on its way to the person: handed over exactly once, by whoever is first.
///
/// The content and its handler are touched under the lock only: the system calls from its thread, the answer of the server
/// comes on another.
final class Delivery: @unchecked Sendable {
  private let lock = NSLock()
  private let content: UNNotificationContent
  private var handler: ((UNNotificationContent) -> Void)?

  init(_ content: UNNotificationContent, _ handler: @escaping (UNNotificationContent) -> Void) {
    self.content = content
    self.handler = handler
  }

  /// Shows the message, or the notification as it came when there is none.
  func finish(with message: MessageNotification? = nil) {
    lock.withLock {
      guard let handler else { return }
      self.handler = nil
      guard let message, let changed = content.mutableCopy() as? UNMutableNotificationContent else {
        return handler(content)
      }
      changed.show(message)
      handler(changed)
    }
  }
}
