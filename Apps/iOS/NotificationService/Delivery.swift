import Domain
import Foundation
import UserNotifications

/// One notification on its way to the person: handed over exactly once, by whoever is first.
///
/// The handler is taken under the lock, and the content is touched only by who has got it: the
/// system calls from its thread, the answer of the server comes on another.
final class Delivery: @unchecked Sendable {
  private let lock = NSLock()
  private let content: UNNotificationContent
  private var handler: ((UNNotificationContent) -> Void)?

  init(_ content: UNNotificationContent, _ handler: @escaping (UNNotificationContent) -> Void) {
    self.content = content
    self.handler = handler
  }

  /// Shows the notification as `change` makes it.
  func finish(_ change: (UNMutableNotificationContent) -> UNNotificationContent = { $0 }) {
    let handler = lock.withLock {
      defer { self.handler = nil }
      return self.handler
    }
    guard let handler else { return }
    guard let changed = content.mutableCopy() as? UNMutableNotificationContent else { return handler(content) }
    handler(change(changed))
  }
}
