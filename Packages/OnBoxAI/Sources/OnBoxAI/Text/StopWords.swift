/// Words that say nothing of what a text is about: one list, and what each use adds to it or takes
/// off.
enum StopWords {
  /// In every list.
  static let core = Set(English.words("stop.core"))

  /// What nearly all uses leave out.
  static let common = core.union(English.words("stop.common"))

  /// Not among the terms of a search. "US" may be looked for.
  static let ofSearch = common.union(English.words("stop.search")).subtracting(["us"])

  /// Not what a conversation is about.
  static let ofSummary = common.union(English.words("stop.summary"))

  /// Not what a decision is about.
  static let ofDecisions = common.union(English.words("stop.decisions"))

  /// Alone they do not explain to a reader why a message was taken for something; "can you" does.
  static let ofReasons = core.union(English.words("stop.reasons"))

  /// Not among the words by which a reader's own model knows messages. The stored models have
  /// learned by this list: another one makes them forget.
  static let ofPersonalModels = core.union(English.words("stop.personalModels"))
}
