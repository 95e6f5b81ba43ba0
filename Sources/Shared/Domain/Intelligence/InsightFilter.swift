/// Which insights of my conversations.
public struct InsightFilter: Hashable, Sendable, Codable {
  public var kind: Insight.Kind?
  /// `nil`: all but withdrawn.
  public var statuses: [Insight.Status]?
  /// Whether what waits to be accepted is wanted: only that, all but that, or (`nil`) all.
  public var isMaybe: Bool?
  public var conversation: ConversationID?
  public var owner: UserID?
  /// Words that must all occur in text, context or tags.
  public var query: String?
  public var after: Timestamp?
  public var before: Timestamp?
  /// At most 500.
  public var limit: Int

  public init(
    kind: Insight.Kind? = nil, statuses: [Insight.Status]? = nil, isMaybe: Bool? = nil,
    conversation: ConversationID? = nil,
    owner: UserID? = nil, query: String? = nil, after: Timestamp? = nil, before: Timestamp? = nil, limit: Int = 200
  ) {
    self.kind = kind
    self.statuses = statuses
    self.isMaybe = isMaybe
    self.conversation = conversation
    self.owner = owner
    self.query = query
    self.after = after
    self.before = before
    self.limit = limit
  }
}
