import Domain

/// What was found in a message before, with what else it rests on.
package struct PreviousInsight: Sendable {
  package let insight: Insight
  /// The other messages that it cites, as they are now.
  package let sources: [Message]

  package init(insight: Insight, sources: [Message]) {
    self.insight = insight
    self.sources = sources
  }
}
