// Made from wire/intelligence-bodies.json: change that and run `make wire`.

/// What a member changes of an insight. Absent keys leave things as they are.
public struct InsightChange: Hashable, Sendable, Codable {
  public var text: String?
  public var status: Insight.Status?
  public var owner: UserID?
  public var removesOwner: Bool?
  public var dueAt: Timestamp?
  public var removesDue: Bool?
  public var tags: [String]?
  /// What led to it; empty takes it away.
  public var context: String?
  /// Decisions and meetings: members who took part.
  public var participants: [UserID]?
  public static let mostText = 300
  public static let mostTags = 10
  public static let mostTagsEach = 40
  public static let mostContext = 300
  public static let mostParticipants = 50

  public init(
    text: String? = nil, status: Insight.Status? = nil, owner: UserID? = nil, removesOwner: Bool? = nil,
    dueAt: Timestamp? = nil, removesDue: Bool? = nil, tags: [String]? = nil, context: String? = nil,
    participants: [UserID]? = nil
  ) {
    self.text = text
    self.status = status
    self.owner = owner
    self.removesOwner = removesOwner
    self.dueAt = dueAt
    self.removesDue = removesDue
    self.tags = tags
    self.context = context
    self.participants = participants
  }
}
