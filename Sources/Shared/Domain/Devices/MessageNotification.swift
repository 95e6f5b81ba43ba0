/// A message as a notification shows it.
public struct MessageNotification: Hashable, Sendable {
  /// Unicode scalar values of a message in a notification.
  public static let maximumLength = 240

  public let reference: NotificationReference
  public let sender: UserID
  /// The sender's photo; `nil` when they have none.
  public let photo: AttachmentID?
  /// The sender's name.
  public let title: String
  /// The group; `nil` for a direct conversation.
  public let subtitle: String?
  /// `nil` when the message has been deleted.
  public let body: String?
  /// The files of a message; `nil` when it has none.
  public let files: AttachmentBrief?
  /// Notifications with the same one are shown together.
  public var thread: String { reference.conversation.description }

  /// `nil` when the window does not hold the message.
  public init?(_ reference: NotificationReference, window: FeedDelta) {
    guard let conversation = window.conversation, conversation.id == reference.conversation,
      let message = window.messages.first(where: { $0.id == reference.message })
    else { return nil }
    self.reference = reference
    let sender = window.members.first { $0.user == message.sender }
    self.sender = message.sender
    photo = sender?.photo.flatMap { AttachmentID($0) }
    title = sender?.name ?? conversation.name ?? ""
    subtitle = conversation.kind == .group ? conversation.name : nil
    body = message.isDeleted ? nil : Self.shortened(message.text)
    files = message.isDeleted ? nil : AttachmentBrief(message.attachments)
  }

  private static func shortened(_ text: String) -> String {
    guard !TextLength.isWithin(maximumLength, text) else { return text }
    return TextLength.cut(text, to: maximumLength - 1) + "…"
  }
}

extension MessageNotification {
  /// What it says in English, also of a message that has files only; empty for a deleted one.
  public var words: String {
    guard let body, body.isEmpty, let files else { return body ?? "" }
    return files.words
  }
}
