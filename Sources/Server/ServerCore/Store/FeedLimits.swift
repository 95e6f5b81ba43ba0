import Domain

/// How large a delta may be before a window takes its place, and what a window holds, beside
/// `Limits.maximumDeltaRows` and `Limits.window`.
package enum FeedLimits {
  /// Bytes of text in the largest delta.
  package static let maximumDeltaBytes = 1 << 20
  /// Insights in a window at most: those that changed last.
  package static let windowInsights = 200

  /// Whether a window must take the delta's place.
  package static func exceeds(_ delta: FeedDelta) -> Bool {
    let rows =
      delta.members.count + delta.messages.count + delta.insights.count + delta.settings.count
      + delta.reminders.count + delta.opinions.count
      + delta.priorities.count
      + (delta.conversation == nil ? 0 : 1) + (delta.profile == nil ? 0 : 1)
    guard rows <= Limits.maximumDeltaRows else { return true }
    let bytes = delta.messages.reduce(0) { $0 + size($1) } + delta.insights.reduce(0) { $0 + size($1) }
    return bytes > maximumDeltaBytes
  }

  private static func size(_ insight: Insight) -> Int {
    insight.text.utf8.count + insight.reason.utf8.count + (insight.context?.utf8.count ?? 0)
  }

  private static func size(_ message: Message) -> Int {
    message.edits.reduce(message.text.utf8.count) { $0 + $1.text.utf8.count }
  }
}
