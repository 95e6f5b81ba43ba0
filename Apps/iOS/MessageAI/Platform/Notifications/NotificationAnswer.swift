import Domain

/// What somebody has chosen at a notification.
struct NotificationAnswer: Sendable {
  enum Kind: Hashable, Sendable {
    case reply(String)
    case markRead
  }

  static let replyAction = "reply"
  static let markReadAction = "markRead"

  let kind: Kind
  let notification: NotificationReference
  /// To be called when it has been done, or cannot be: the system lets the app sleep then.
  let finish: @MainActor @Sendable () -> Void
}
