// Made from wire/messages.json: change that and run `make wire`.

/// All rows of a feed that changed in `(fromRev, toRev]`, or the whole window when `reset`.
public struct FeedDelta: Hashable, Sendable {
  public let feed: FeedID
  /// Absent only in the answer to a repeated request: the rows are current but no range is claimed.
  public var fromRev: Int64?
  public var toRev: Int64?
  public var isReset: Bool
  /// In a window: seq of the oldest message it holds, 1 when there is none older.
  public var windowStart: Int64?
  /// In a window: the asker's unread messages with `seq < windowStart`.
  public var unreadBefore: Int?
  public var conversation: Conversation?
  public var members: [Member]
  public var messages: [Message]
  /// What was found in the conversation or marked in it.
  public var insights: [Insight]
  public var settings: [ConversationSettings]
  /// Of the private feed.
  public var reminders: [Reminder]
  /// Of the private feed.
  public var opinions: [Opinion]
  /// Of the private feed: what is urgent for its user.
  public var priorities: [PriorityMark]
  public var profile: Profile?
  /// Of which history the revisions are; only said outside a socket, whose welcome has said it for
  /// all that follows.
  public var history: HistoryID?
  /// Of which trace the message is (W3C Trace Context); only in frames, and only where the message
  /// is traced.
  public var traceparent: String?

  public init(
    feed: FeedID, fromRev: Int64? = nil, toRev: Int64? = nil, isReset: Bool = false, windowStart: Int64? = nil,
    unreadBefore: Int? = nil, conversation: Conversation? = nil, members: [Member] = [], messages: [Message] = [],
    insights: [Insight] = [], settings: [ConversationSettings] = [], reminders: [Reminder] = [],
    opinions: [Opinion] = [], priorities: [PriorityMark] = [], profile: Profile? = nil, history: HistoryID? = nil,
    traceparent: String? = nil
  ) {
    self.feed = feed
    self.fromRev = fromRev
    self.toRev = toRev
    self.isReset = isReset
    self.windowStart = windowStart
    self.unreadBefore = unreadBefore
    self.conversation = conversation
    self.members = members
    self.messages = messages
    self.insights = insights
    self.settings = settings
    self.reminders = reminders
    self.opinions = opinions
    self.priorities = priorities
    self.profile = profile
    self.history = history
    self.traceparent = traceparent
  }
}
