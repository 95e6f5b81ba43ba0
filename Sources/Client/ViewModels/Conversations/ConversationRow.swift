import Domain

/// One row of the conversation list, ready to be shown.
public struct ConversationRow: Hashable, Sendable, Identifiable {
  public let summary: ConversationSummary
  /// Of the other person of a direct conversation; `nil` for groups and while unknown.
  public let presence: Presence.State?
  public let timeText: Phrase
  /// `You: …`, `Ada: …` in groups, the placeholder of a deleted message, or that there is nothing
  /// yet.
  public let preview: Phrase
  public let isMuted: Bool
  private let isMine: Bool

  public var id: ConversationID { summary.id }
  public var title: String { summary.title }
  /// The group's, or the other person's; `nil` where initials stand.
  public var photo: String? { summary.photo }
  public var unread: Int { summary.unread }
  /// Unread messages that want their reader now.
  public var urgent: Int { summary.urgent }
  /// How far my message came, where mine is the newest.
  public var lastStatus: MessageStatus? { isMine && !summary.lastIsDeleted ? summary.lastStatus : nil }
  /// `preview` is about the conversation, not words of anybody.
  public var isPlaceholder: Bool { summary.lastIsDeleted || summary.lastText == nil }
  /// The other person, or the group: what its colour goes by.
  public var avatarKey: String { summary.other?.description ?? id.description }

  package init(
    summary: ConversationSummary, presence: Presence.State?, me: UserID, isMuted: Bool, texts: TimeTexts
  ) {
    self.summary = summary
    self.presence = presence
    self.isMuted = isMuted
    isMine = summary.lastSender == me
    timeText = texts.short(summary.lastAt)
    preview = Self.preview(of: summary, me: me)
  }

  private static func preview(of summary: ConversationSummary, me: UserID) -> Phrase {
    if summary.lastIsDeleted { return "Message deleted" }
    guard let text = summary.lastText else { return "No messages yet" }
    let shown = text.isEmpty ? summary.lastFiles?.text ?? "" : Phrase(verbatim: text)
    if summary.lastSender == me { return "You: \(shown)" }
    guard summary.kind == .group, let name = summary.lastSenderName else { return shown }
    return "\(name): \(shown)"
  }
}
