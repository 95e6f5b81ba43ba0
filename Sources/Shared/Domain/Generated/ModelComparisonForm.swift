// Made from wire/models.json: change that and run `make wire`.

/// What the connected model and the server's own engine are compared on.
public struct ModelComparisonForm: Hashable, Sendable {
  public var conversation: ConversationID
  /// 1 to 31: the last so many. Absent: 7.
  public var days: Int?
  public static let daysRange: ClosedRange<Int> = 1...31

  public init(conversation: ConversationID, days: Int? = nil) {
    self.conversation = conversation
    self.days = days
  }
}
