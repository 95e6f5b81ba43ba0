import Domain
import ServerCore

/// What the app's notification extension reads. It has ids only; the extension puts the message, or
/// the reminder, in place of the text.
struct APNsContent: Encodable {
  let push: Push

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PushKey.self)
    try push.subject.encode(to: &container)
    var system = container.nestedContainer(keyedBy: PushKey.self, forKey: "aps")
    // The key of the text in the app's languages. It is its English too, for an app without it.
    try system.encode(["loc-key": push.subject.isReminder ? "Reminder" : "New message"], forKey: "alert")
    try system.encode(push.badge, forKey: "badge")
    try system.encode("default", forKey: "sound")
    try system.encode(1, forKey: "mutable-content")
    try system.encode(push.subject.thread, forKey: "thread-id")
    try system.encode(push.subject.isReminder ? "reminder" : "message", forKey: "category")
    if push.isUrgent { try system.encode("time-sensitive", forKey: "interruption-level") }
  }
}
