import Domain
import Foundation

extension NotificationReference {
  /// The kind of notification that offers to answer and to mark as read.
  public static let category = "message"

  /// Reads what a push carries. `nil` when it is not about a message.
  public init?(userInfo: [AnyHashable: Any]) {
    self.init(
      conversation: userInfo[Self.conversationKey] as? String, message: userInfo[Self.messageKey] as? String,
      seq: (userInfo[Self.seqKey] as? NSNumber)?.int64Value)
  }
}

extension ReminderNotification {
  /// The kind of notification of a reminder.
  public static let category = "reminder"

  /// Reads what a push carries. `nil` when it is not about a reminder.
  public static func id(userInfo: [AnyHashable: Any]) -> ReminderID? {
    (userInfo[key] as? String).flatMap { ReminderID($0) }
  }
}
