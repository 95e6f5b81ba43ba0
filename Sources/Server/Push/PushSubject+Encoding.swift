import Domain
import ServerCore

extension PushSubject {
  var isReminder: Bool { if case .reminder = self { true } else { false } }

  /// Writes the ids by which a client finds what the notification is about.
  func encode(to container: inout KeyedEncodingContainer<PushKey>) throws {
    switch self {
    case .message(let reference):
      try container.encode(reference.conversation, forKey: PushKey(NotificationReference.conversationKey))
      try container.encode(reference.message, forKey: PushKey(NotificationReference.messageKey))
      try container.encode(reference.seq, forKey: PushKey(NotificationReference.seqKey))
    case .reminder(let id): try container.encode(id, forKey: PushKey(ReminderNotification.key))
    }
  }
}
