// Made from wire/intelligence.json: change that and run `make wire`.

/// Something that was found in a conversation, or marked by a member: a row of the conversation's
/// feed that lives on.
///
/// Names the messages that it rests on, unless it is a task that a member wrote without one.
/// Revised when one of them is edited, `withdrawn` (the tombstone) when none is left.
public struct Insight: Hashable, Sendable, Identifiable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case actionItem = "action_item"
    case decision
    /// Somebody wants to meet.
    case scheduling
  }

  public enum Status: String, Sendable, Codable, CaseIterable {
    case open
    case done
    case dismissed
    /// Its sources are gone or no longer say it: a tombstone without text.
    case withdrawn
  }

  public let id: InsightID
  /// Revision of the conversation at which this row last changed.
  public var rev: Int64
  public let kind: Kind
  public var status: Status
  /// The task, the decision, or what the meeting is about. Empty once withdrawn.
  public var text: String
  /// The messages that say it, the main one first. Empty once withdrawn, and for a task that a
  /// member wrote without a message.
  public var citations: [MessageID]
  /// Action items: the member who is to do it, when one could be told.
  public var owner: UserID?
  /// Action items: the owner as written, when it is nobody of the conversation.
  public var ownerName: String?
  /// Action items: when it is due.
  public var dueAt: Timestamp?
  /// The due time as written, such as "by Friday".
  public var dueText: String?
  /// Decisions and meetings: who took part.
  public var participants: [UserID]
  public var tags: [String]
  /// What led to it, in a sentence.
  public var context: String?
  /// 0...1; 1 for what a member marked or accepted. An open action item or decision below 0.5 is a
  /// maybe: it waits to be accepted (`status` set to `open`) or dismissed.
  public var confidence: Double
  /// Why it is here, in words.
  public var reason: String
  /// What found it, such as `on-box 1` or a model's name; absent when a member marked it.
  public var model: String?
  /// The member who marked it; absent when it was found.
  public var createdBy: UserID?
  public let createdAt: Timestamp
  public var updatedAt: Timestamp
  /// The message that says that the action item is done, or by which people agreed on a time to
  /// meet; absent when a member set that.
  public var report: TaskReport?
  /// A member changed its words, owner, due time, tags, context, participants or status. What they
  /// changed is theirs.
  public var isEdited: Bool
  /// Action items: when it was ticked off or reported done; absent while it is not, and where that
  /// was before servers kept it.
  public var completedAt: Timestamp?
  /// What members changed: a revision of the source leaves that alone and nothing else. Known to
  /// the server only.
  package var edited: InsightFields = []

  private enum CodingKeys: CodingKey {
    case id, rev, kind, status, text, citations, owner, ownerName, dueAt, dueText, participants, tags, context,
      confidence, reason, model, createdBy, createdAt, updatedAt, report, isEdited, completedAt
  }

  public init(
    id: InsightID, rev: Int64 = 0, kind: Kind, status: Status = .open, text: String, citations: [MessageID],
    owner: UserID? = nil, ownerName: String? = nil, dueAt: Timestamp? = nil, dueText: String? = nil,
    participants: [UserID] = [], tags: [String] = [], context: String? = nil, confidence: Double, reason: String,
    model: String? = nil, createdBy: UserID? = nil, createdAt: Timestamp, updatedAt: Timestamp? = nil,
    report: TaskReport? = nil, isEdited: Bool = false, completedAt: Timestamp? = nil
  ) {
    self.id = id
    self.rev = rev
    self.kind = kind
    self.status = status
    self.text = text
    self.citations = citations
    self.owner = owner
    self.ownerName = ownerName
    self.dueAt = dueAt
    self.dueText = dueText
    self.participants = participants
    self.tags = tags
    self.context = context
    self.confidence = confidence
    self.reason = reason
    self.model = model
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.updatedAt = updatedAt ?? createdAt
    self.report = report
    self.isEdited = isEdited
    self.completedAt = completedAt
  }
}
