import Domain

/// What `summarizeThread`, `extractActionItems` and `trackDecisions` take.
package struct SummaryRequest: Codable, Hashable, Sendable {
  /// `unread` (the standard), `last`, `days` or `range`.
  package var range: String?
  /// For `last`: how many messages.
  package var count: Int?
  /// For `days`.
  package var days: Int?
  /// For `range`: the first seq.
  package var from: Int64?
  /// For `range`: the last seq.
  package var to: Int64?
  /// What the summary should answer; at most 500 characters.
  package var question: String?

  package init(
    range: String? = nil, count: Int? = nil, days: Int? = nil, from: Int64? = nil, to: Int64? = nil,
    question: String? = nil
  ) {
    self.range = range
    self.count = count
    self.days = days
    self.from = from
    self.to = to
    self.question = question
  }
}
