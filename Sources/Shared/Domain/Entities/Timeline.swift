/// What a chat screen shows: a window of the conversation and what is still in the outbox, oldest
/// first.
public struct Timeline: Hashable, Sendable {
  public var conversation: Conversation
  /// Present members first; those who left stay for their names.
  public var members: [Member]
  /// Committed messages by seq, then pending ones in the order they were written.
  public var items: [TimelineItem]
  /// Older messages exist on the server.
  public var hasOlder: Bool
  public var unread: Int
  /// First unread message of others, for the unread line.
  public var firstUnread: MessageID?
  public var settings: ConversationSettings

  public init(
    conversation: Conversation, members: [Member], items: [TimelineItem], hasOlder: Bool, unread: Int,
    firstUnread: MessageID?, settings: ConversationSettings
  ) {
    self.conversation = conversation
    self.members = members
    self.items = items
    self.hasOlder = hasOlder
    self.unread = unread
    self.firstUnread = firstUnread
    self.settings = settings
  }
}
