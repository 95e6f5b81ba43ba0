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
  /// Whole messages that agree: "works", "same". With more words they may say something else.
  static let replies = Set(English.phrases("decisions.replies"))
  /// Beginnings of a question that proposes: "shall we". Longest first.
  static let proposing = English.phrases("decisions.proposing").longestFirst
  /// First words of a question for a fact or a favour: "who", "is", "anyone".
  static let inquiring = Set(English.words("decisions.inquiring"))
  /// With one of these, a question asks a person for something.
  static let favours = Set(English.words("decisions.favours"))
  /// What is no option: "something" of "ten or something?".
  static let vague = Set(English.words("decisions.vague"))
  /// What may stand in an answer that accepts, beside the words of the question: "is", "for", "me".
  static let accepting = Set(English.words("decisions.accepting"))
  /// One of these shows that a proposal is meant: "fine", "works".
  static let praising = Set(English.words("decisions.praising"))
  /// Words that say of what only with what was said before: "it".
  static let openWords: Set<String> = ["it", "this", "that", "them", "they", "he", "she"]
  /// First words of who goes on with an answer: "ok", "great".
  static let takings = Set(English.words("decisions.takings"))
  /// What refuses: "no", "can't".
  static let refusing = Set(English.words("decisions.refusing"))
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
  /// A sentence with one asks people for something: "please".
  static let asking = Set(English.words("decisions.asking"))
  /// What approves of a piece of work as well as of a proposal: "approved".
  static let approvals = Set(English.words("decisions.approvals"))
  /// Words of a review: after one "approved" is said of the work.
  static let reviewing = Set(English.words("decisions.reviewing"))
  /// Phrases that say that what follows is settled: "that's settled".
  static let settlings = English.phrases("decisions.settlings").longestFirst
  /// Phrases with which somebody takes back what they said: "changed my mind".
  static let reversals = English.phrases("decisions.reversals").longestFirst
  /// What stands before an answer and says nothing: "ok", "haha".
  static let openings = Set(English.words("decisions.openings"))
  /// With one of these before "it is" nothing is chosen: "as it is".
  static let unchosen = Set(English.words("decisions.unchosen"))
  /// After a comma, they begin a reason and no second half: ", they pay for it".
  static let explaining = Set(English.words("decisions.explaining"))
  /// What follows "that's settled" and settles nothing: "I'll …", "but …".
  static let unsettled = Set(English.words("decisions.unsettled"))
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
