/// How a message states a decision.
public enum DecisionForm: Hashable, Sendable {
  /// "Decision: …"
  case announced
  /// "From now on …"
  case ruled
  /// "We decided …", "let's go with …"
  case stated
  /// "Then we keep …"
  case settled
  /// "Postgres it is", "45 minutes then"
  case concluded
  /// "Agreed", "the second one": it takes what was proposed.
  case agreed
  /// "Shall we …?", "30 instead of 60?", when others accept it.
  case asked
  /// "Ok so Harbour Print for the labels", when others agree to it.
  case inferred
  /// "Let's …", "we'll …": maybe a mere plan.
  case planned
  /// It repeats word for word what was proposed.
  case restated
  /// It only says what, and others agree around it.
  case bare
}

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

  public let form: DecisionForm
  /// The sentence that says it, as it stands in the message.
  public let sentence: String

  public init(
    summary: String, context: String?, tags: [String], supporting: [Int], isExplicit: Bool = true,
    form: DecisionForm = .stated, sentence: String = ""
  ) {
    self.form = form
    self.sentence = sentence
    self.isExplicit = isExplicit
    self.summary = summary
    self.context = context
    self.tags = tags
    self.supporting = supporting
  }
}
