// Made from wire/intelligence.json: change that and run `make wire`.

/// What a feature answered one user: private to them until they share it.
public struct AIOutput: Hashable, Sendable, Identifiable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case summary
    /// What was missed in all conversations.
    case digest
    case answer
    case meeting
  }

  public enum Feedback: String, Sendable, Codable, CaseIterable {
    case helpful
    case unhelpful
  }

  public let id: AIOutputID
  public let kind: Kind
  /// Absent for what spans several conversations.
  public let conversation: ConversationID?
  public let title: String
  /// Prose. Empty when nothing could be said; `points` are then empty too.
  public let text: String
  /// The claims, in reading order.
  public let points: [CitedPoint]
  /// Who said what: one point a person.
  public let contributions: [CitedPoint]
  /// Meetings only.
  public let slots: [MeetingSlot]
  /// Answers: `false` when nothing supports an answer.
  public let isFound: Bool
  public let confidence: Double
  public let reason: String
  public let receipt: AIReceipt
  public let createdAt: Timestamp
  /// When it is forgotten.
  public let expiresAt: Timestamp
  public var feedback: Feedback?
  public var feedbackNote: String?
  public var isDismissed: Bool
  /// The message that shared it.
  public var sharedAs: MessageID?

  public init(
    id: AIOutputID, kind: Kind, conversation: ConversationID? = nil, title: String, text: String, points: [CitedPoint],
    contributions: [CitedPoint] = [], slots: [MeetingSlot] = [], isFound: Bool = true, confidence: Double,
    reason: String, receipt: AIReceipt, createdAt: Timestamp, expiresAt: Timestamp, feedback: Feedback? = nil,
    feedbackNote: String? = nil, isDismissed: Bool = false, sharedAs: MessageID? = nil
  ) {
    self.id = id
    self.kind = kind
    self.conversation = conversation
    self.title = title
    self.text = text
    self.points = points
    self.contributions = contributions
    self.slots = slots
    self.isFound = isFound
    self.confidence = confidence
    self.reason = reason
    self.receipt = receipt
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.feedback = feedback
    self.feedbackNote = feedbackNote
    self.isDismissed = isDismissed
    self.sharedAs = sharedAs
  }
}
