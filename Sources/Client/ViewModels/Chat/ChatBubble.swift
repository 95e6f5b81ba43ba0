import Domain

/// One message of a chat, ready to be shown.
public struct ChatBubble: Hashable, Sendable, Identifiable {
  /// The message that another one answers.
  public struct Quote: Hashable, Sendable {
    public let message: MessageID
    public let senderName: Phrase
    /// First line of it, or the placeholder of a deleted message.
    public let text: Phrase
  }

  public let item: TimelineItem
  /// Of its sender, as it is now; initials stand where there is none.
  public let senderPhoto: String?
  /// First of a run of messages by one sender: shows the name.
  public let startsGroup: Bool
  public let timeText: String
  /// `nil` when it answers nothing, or something that is not on this device.
  public let quote: Quote?
  public let canEdit: Bool
  public let canDelete: Bool
  /// Messages on this device that answer it.
  public let replyCount: Int

  public var id: MessageID { item.id }
  /// What it answers, where that is not on this device.
  public var unknownAnswered: MessageID? { quote == nil && !item.isDeleted ? item.replyTo : nil }
  /// The server has it: it can be answered and marked.
  public var isCommitted: Bool { item.seq != nil }
  /// How far it has come; an edit that waits counts as being sent.
  public var shownStatus: MessageStatus { item.hasPendingChange && item.status != .failed ? .sending : item.status }
  public var canReply: Bool { isCommitted && !item.isDeleted }
  public var canRetry: Bool { item.status == .failed }
  /// Its reader may say how urgent it is for them.
  public var canCorrectPriority: Bool { isCommitted && !item.isMine && !item.isDeleted }
  /// What to show: the text, or the placeholder of a deleted message.
  public var text: Phrase { item.isDeleted ? Self.placeholder : Phrase(verbatim: item.text) }
  /// Its text in one line, or what its files are where it has no text.
  public var line: Phrase { item.line }
  /// Text and files, for those who listen.
  public var spokenText: Phrase {
    let files = item.attachments.map(\.spokenText)
    return item.text.isEmpty && !files.isEmpty ? .joined(files, by: ", ") : .joined([text] + files, by: ", ")
  }
  public var failureText: Phrase? {
    guard item.status == .failed else { return nil }
    return item.failure.map { Problem($0).sentence } ?? "Not sent."
  }

  static let placeholder: Phrase = "Message deleted"
}
