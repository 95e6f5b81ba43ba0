/// How teams decide, propose and agree in English chats.
enum DecisionWords {
  /// How the words after a marker become a sentence.
  enum Shape: Sendable {
    /// "we decided to …": what follows is the decision.
    case action
    /// "we're going with …": a choice; the lead ("Go with") is put before it.
    case choice
    /// "we won't …", "let's not …": the lead "Do not" is put before it.
    case refusal
    /// "we agreed that …", "decision: …": a statement as it stands.
    case statement
    /// "could I …": what is asked is allowed to the one who asks.
    case permission
  }

  struct Marker: Sendable {
    let words: [String]
    let shape: Shape
  }

  /// Longest first.
  static let markers = longestFirst(
    markers("decisions.markers.action", .action) + markers("decisions.markers.choice", .choice)
      + markers("decisions.markers.refusal", .refusal) + markers("decisions.markers.statement", .statement))
  /// Markers of proposals: what follows may be agreed to. Longest first.
  static let proposals = longestFirst(
    markers("decisions.proposals.action", .action) + markers("decisions.proposals.permission", .permission)
      + markers("decisions.proposals.choice", .choice))
  /// Phrases that close a matter by agreeing: "agreed", "let's do that". Longest first.
  static let agreements = English.phrases("decisions.agreements").longestFirst
  /// Phrases that agree but decide nothing alone: "+1", "sounds good".
  static let assents = English.phrases("decisions.assents").longestFirst
  /// What only agrees, wherever it stands: "no objections".
  static let consents = English.phrases("decisions.consents")
  static let objections = English.phrases("decisions.objections")
  /// Words before a colon that announce what is voted on, or was: "proposal", "resolved".
  static let votes = Set(English.words("decisions.votes"))
  /// Verbs of a resolution: "will", "must".
  static let settling = Set(English.words("decisions.settling"))
  /// Words with which nothing is settled: "might", "maybe".
  static let hedges = Set(English.words("decisions.hedges"))
  /// Negations before a marker that undo it: "we haven't decided".
  static let undoings = Set(English.words("decisions.undoings"))
  /// "first", "second", "b": which of the options, from 0; -1 is the last.
  static let choices = English.numbers("decisions.choices")
  /// Words that only point at what was said: "that", "it", "option", "one".
  static let pointers = Set(English.words("decisions.pointers"))
  /// Words after which the reason follows: "because".
  static let reasons = Set(English.words("decisions.reasons"))
  /// Words before a colon that announce what holds: "decision", "new rule".
  static let announcements = Set(English.words("decisions.announcements"))
  /// Openings after which "we keep …" settles a matter: "then", "good".
  static let closers = Set(English.words("decisions.closers"))
  /// What after "we" settles nothing: "have", "need", "should".
  static let unsettling = Set(English.words("decisions.unsettling"))
  /// Phrases that make a sentence a rule: "from now on".
  static let rules = English.phrases("decisions.rules")
  /// Markers that also open plans and musings: "let's", "we'll".
  static let weakMarkers = Set(English.phrases("decisions.weakMarkers"))
  static let choiceLead = "Go with"
  static let refusalLead = "Do not"

  private static func markers(_ list: String, _ shape: Shape) -> [Marker] {
    English.phrases(list).map { Marker(words: $0, shape: shape) }
  }

  private static func longestFirst(_ markers: [Marker]) -> [Marker] {
    markers.sorted { $0.words.count > $1.words.count }
  }
}
