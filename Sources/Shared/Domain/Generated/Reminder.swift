// Made from wire/reminders.json: change that and run `make wire`.

/// What its user is reminded of, and when: a row of their private feed. `over` is the tombstone.
public struct Reminder: Hashable, Sendable, Identifiable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// A task of one's own, before it is due.
    case task
    /// A message.
    case message
    /// Words of one's own.
    case note
    /// The digest of the day is there.
    case digest
  }

  public enum State: String, Sendable, Codable, CaseIterable {
    /// Its time has not come.
    case waiting
    /// It has reminded, and waits for `done` or `later`.
    case due
    /// Done, or about nothing any more: a tombstone without text.
    case over
  }

  public let id: ReminderID
  /// Revision of the private feed at which this row last changed.
  public var rev: Int64
  public let kind: Kind
  public var state: State
  /// When it reminds, or did.
  public var at: Timestamp
  /// Of what. Empty when its user may not read it any more, and once it is over.
  public var text: String
  /// Where the message or the task is; absent once its user may not read it any more.
  public var conversation: ConversationID?
  /// The message, or the main one of the task.
  public var message: MessageID?
  /// Of a task.
  public var insight: InsightID?
  /// The digest that is there.
  public var output: AIOutputID?
  /// When the task is due.
  public var dueAt: Timestamp?
  public let createdAt: Timestamp

  public init(
    id: ReminderID, rev: Int64 = 0, kind: Kind, state: State = .waiting, at: Timestamp, text: String,
    conversation: ConversationID? = nil, message: MessageID? = nil, insight: InsightID? = nil,
    output: AIOutputID? = nil, dueAt: Timestamp? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.rev = rev
    self.kind = kind
    self.state = state
    self.at = at
    self.text = text
    self.conversation = conversation
    self.message = message
    self.insight = insight
    self.output = output
    self.dueAt = dueAt
    self.createdAt = createdAt
  }
}
