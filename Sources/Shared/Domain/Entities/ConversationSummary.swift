/// One row of the conversation list.
public struct ConversationSummary: Hashable, Sendable, Identifiable {
  public let id: ConversationID
  public let kind: Conversation.Kind
  /// The group's name, or the other person's.
  public let title: String
  public let photo: String?
  /// The other user of a direct conversation.
  public let other: UserID?
  public let memberCount: Int
  /// Preview of the newest message, pending ones included; `nil` when there is none.
  public let lastText: String?
  /// The files of that message; `nil` when it has none.
  public let lastFiles: AttachmentBrief?
  public let lastSender: UserID?
  public let lastSenderName: String?
  public let lastIsDeleted: Bool
  /// Time of the newest message, or of the conversation.
  public let lastAt: Timestamp
  public let lastStatus: MessageStatus?
  public let unread: Int
  /// Unread messages that are urgent for me.
  public let urgent: Int
  public let hasFailed: Bool
  public let settings: ConversationSettings
  /// Whether the server works on the conversation's messages.
  public let isIntelligenceOn: Bool

  public init(
    id: ConversationID, kind: Conversation.Kind, title: String, photo: String?, other: UserID?,
    memberCount: Int, lastText: String?, lastSender: UserID?, lastSenderName: String?, lastIsDeleted: Bool,
    lastAt: Timestamp, lastStatus: MessageStatus?, unread: Int, hasFailed: Bool, settings: ConversationSettings,
    isIntelligenceOn: Bool = true, lastFiles: AttachmentBrief? = nil, urgent: Int = 0
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.photo = photo
    self.other = other
    self.memberCount = memberCount
    self.lastText = lastText
    self.lastSender = lastSender
    self.lastSenderName = lastSenderName
    self.lastIsDeleted = lastIsDeleted
    self.lastAt = lastAt
    self.lastStatus = lastStatus
    self.unread = unread
    self.urgent = urgent
    self.hasFailed = hasFailed
    self.settings = settings
    self.isIntelligenceOn = isIntelligenceOn
    self.lastFiles = lastFiles
  }
}
