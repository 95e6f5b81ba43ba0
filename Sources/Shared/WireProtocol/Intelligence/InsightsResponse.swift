import Domain

/// Insights of the asker's conversations, newest first.
package struct InsightsResponse: Codable, Hashable, Sendable {
  package var insights: [PlacedInsight]
  /// Said when they were looked for otherwise than the server's owner has chosen.
  package var notice: String?

  package init(insights: [PlacedInsight], notice: String? = nil) {
    self.insights = insights
    self.notice = notice
  }
}
