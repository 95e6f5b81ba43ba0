import Domain

/// A message that a member marks.
package struct MarkInsightRequest: Codable, Hashable, Sendable {
  package var kind: Insight.Kind
  package var message: MessageID
  /// `nil` takes the message's own words.
  package var text: String?
  /// Made by the client so that a retry marks once.
  package var id: InsightID?

  package init(kind: Insight.Kind, message: MessageID, text: String? = nil, id: InsightID? = nil) {
    self.kind = kind
    self.message = message
    self.text = text
    self.id = id
  }
}
