import Domain

/// Insights of the asker's conversations, newest first.
package struct InsightsResponse: Codable, Hashable, Sendable {
  package var insights: [PlacedInsight]

  package init(insights: [PlacedInsight]) {
    self.insights = insights
  }
}
