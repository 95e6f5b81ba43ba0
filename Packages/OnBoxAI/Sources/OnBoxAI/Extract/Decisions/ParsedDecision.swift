/// Something that a group settled.
public struct ParsedDecision: Hashable, Sendable {
  /// A sentence that stands alone: "Go with Postgres for the event store".
  public let summary: String
  /// The question or proposal it answers, or the reason given; `nil` if neither was said.
  public let context: String?
  /// The terms it is about, at most five, lower case, most telling first.
  public let tags: [String]
  /// Indices of earlier turns that propose it or agree to it, ascending.
  public let supporting: [Int]

  /// It is said to be one ("we decided", "then we keep …"); `false` for what may be a mere plan
  /// ("let's …", "we'll …").
  public let isExplicit: Bool

  public init(summary: String, context: String?, tags: [String], supporting: [Int], isExplicit: Bool = true) {
    self.isExplicit = isExplicit
    self.summary = summary
    self.context = context
    self.tags = tags
    self.supporting = supporting
  }
}
