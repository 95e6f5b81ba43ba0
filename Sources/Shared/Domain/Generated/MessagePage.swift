// Made from wire/messages.json: change that and run `make wire`.

/// Older or newer history of a conversation, oldest first.
public struct MessagePage: Hashable, Sendable {
  public let conversation: ConversationID
  public var messages: [Message]
  /// Seq of the oldest message that a client holds after joining this page to its window; 1 when
  /// there is none older.
  public var windowStart: Int64
  /// The asker's unread messages with `seq < windowStart`.
  public var unreadBefore: Int
  /// More in the asked direction.
  public var hasMore: Bool
  /// As in a window.
  public var history: HistoryID?

  public init(
    conversation: ConversationID, messages: [Message], windowStart: Int64, unreadBefore: Int, hasMore: Bool,
    history: HistoryID? = nil
  ) {
    self.conversation = conversation
    self.messages = messages
    self.windowStart = windowStart
    self.unreadBefore = unreadBefore
    self.hasMore = hasMore
    self.history = history
  }
}
