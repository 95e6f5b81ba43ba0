/// What a server offers beyond messages. A client asks before it shows a way to use it.
public struct ServerFeatures: Hashable, Sendable {
  /// What images may be sent; `nil` when the server takes none.
  public let attachments: AttachmentLimits?
  /// Whether the server can reach a device that is not connected.
  public let notifications: Bool

  public init(attachments: AttachmentLimits?, notifications: Bool) {
    self.attachments = attachments
    self.notifications = notifications
  }

  /// A server that speaks only what version 1 of the protocol says.
  public static let messagesOnly = ServerFeatures(attachments: nil, notifications: false)

  /// The refusal of an image where the server takes none.
  public static let noAttachments = Refusal(.invalid, "This server does not take attachments yet.")

  /// The refusal of everything about notifications where the server sends none.
  public static let noNotifications = Refusal(.invalid, "This server does not send notifications yet.")
}
