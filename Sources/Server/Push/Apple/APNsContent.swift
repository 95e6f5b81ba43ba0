import Domain
import ServerCore

/// What the app's notification extension reads. It has ids only; the extension puts the message in
/// place of the text.
struct APNsContent: Encodable {
  let push: Push

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PushKey.self)
    let reference = push.notification
    try container.encode(reference.conversation, forKey: PushKey(NotificationReference.conversationKey))
    try container.encode(reference.message, forKey: PushKey(NotificationReference.messageKey))
    try container.encode(reference.seq, forKey: PushKey(NotificationReference.seqKey))
    var system = container.nestedContainer(keyedBy: PushKey.self, forKey: "aps")
    // The key of the text in the app's languages. It is its English too, for an app without it.
    try system.encode(["loc-key": "New message"], forKey: "alert")
    try system.encode(push.badge, forKey: "badge")
    try system.encode("default", forKey: "sound")
    try system.encode(1, forKey: "mutable-content")
    try system.encode(reference.conversation, forKey: "thread-id")
    try system.encode("message", forKey: "category")
    if push.isUrgent { try system.encode("time-sensitive", forKey: "interruption-level") }
  }
}
