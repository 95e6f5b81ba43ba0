/// Something that a group settled.
package struct ParsedDecision: Hashable, Sendable {
  /// A sentence that stands alone: "Go with Postgres for the event store".
  package let summary: String
  /// The question or proposal it answers, or the reason given; `nil` if neither was said.
  package let context: String?
  /// The terms it is about, at most five, lower case, most telling first.
  package let tags: [String]
  /// Indices of earlier turns that propose it or agree to it, ascending.
  package let supporting: [Int]

  /// It is said to be one ("we decided", "then we keep …"); `false` for what may be a mere plan ("let's …", "we'll …").
  package let isExplicit: Bool

  package init(summary: String, context: String?, tags: [String], supporting: [Int], isExplicit: Bool = true) {
    self.isExplicit = isExplicit
    self.summary = summary
    self.context = context
    self.tags = tags
    self.supporting = supporting
  }
}
