import Domain

/// What notifications lead to outside of any screen.
public struct NotificationActions: Sendable {
  private let messages: any MessageRepository
  private let push: any PushRepository
  private let features: any ServerFeaturesRepository

  public init(
    messages: any MessageRepository, push: any PushRepository, features: any ServerFeaturesRepository
  ) {
    self.messages = messages
    self.push = push
    self.features = features
  }

  /// The device has an address: tells the server, where it sends notifications; returns whether it
  /// does.
  @discardableResult
  public func register(_ token: PushToken) async throws -> Bool {
    try await push.register(token)
    return try await features.features().notifications
  }

  /// Answers the message from its notification, and has read it thereby. On disk when it returns.
  @discardableResult
  public func reply(_ text: String, to notification: NotificationReference) async throws -> MessageID {
    let message = try await messages.send(
      text, to: notification.conversation, replyTo: notification.message)
    try await markRead(notification)
    return message
  }

  /// The message and all before it have been read.
  public func markRead(_ notification: NotificationReference) async throws {
    try await messages.markRead(notification.conversation, upTo: notification.seq)
  }
}
