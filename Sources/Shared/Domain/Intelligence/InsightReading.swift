/// What stands in messages that were read once more.
public struct InsightReading: Hashable, Sendable {
  public let insights: [PlacedInsight]
  /// Said when they were looked for otherwise than the server's owner has chosen.
  public let notice: String?

  public init(insights: [PlacedInsight], notice: String? = nil) {
    self.insights = insights
    self.notice = notice
  }
}
