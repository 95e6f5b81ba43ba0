// Made from wire/reminders.json: change that and run `make wire`.

/// Whether something that the AI shows of a message helps its reader: a row of their private feed.
/// Without `feedback` it is the tombstone.
public struct Opinion: Hashable, Sendable, Codable {
  /// What is shown of a message: where.
  public enum Subject: String, Sendable, Codable, CaseIterable {
    /// What it says in a digest.
    case digest
    /// Its place in the inbox.
    case priority
    /// The task that was found in it.
    case actionItem = "action_item"
    /// The decision that was found in it.
    case decision
    /// The wish to meet that was found in it.
    case scheduling
  }

  /// `subject:message`.
  public let id: String
  /// Revision of the private feed at which this row last changed.
  public var rev: Int64
  public let subject: Subject
  public let conversation: ConversationID
  public let message: MessageID
  public var feedback: AIOutput.Feedback?

  public init(
    id: String, rev: Int64 = 0, subject: Subject, conversation: ConversationID, message: MessageID,
    feedback: AIOutput.Feedback? = nil
  ) {
    self.id = id
    self.rev = rev
    self.subject = subject
    self.conversation = conversation
    self.message = message
    self.feedback = feedback
  }
}
