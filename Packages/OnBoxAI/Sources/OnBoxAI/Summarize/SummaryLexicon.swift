/// The closed classes of English that the summariser rewrites by.
enum SummaryLexicon {
  /// "No. 5" among them.
  static let abbreviations = Sentences.abbreviations.union(["no"])

  static let contractions = English.table("summaries.contractions")

  static let endings = [("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'m", "am")]

  static let openedStems = Set(English.words("summaries.openedStems"))

  /// Forms that invert with the subject in a question.
  static let auxiliaries = Set(English.words("summaries.auxiliaries"))

  static let modals = Set(English.words("summaries.modals"))

  static let questionWords = Set(English.words("summaries.questionWords"))

  static let subjectPronouns = Set(English.words("summaries.subjectPronouns"))

  static let determiners = Set(English.words("summaries.determiners"))

  static let prepositions = Set(English.words("summaries.prepositions"))

  static let conjunctions = Set(English.words("summaries.conjunctions"))

  /// Words that stand between a subject and its verb.
  static let midAdverbs = Set(English.words("summaries.midAdverbs"))

  /// A word that may stand between a subject and its verb: "really", "honestly".
  static func isMidAdverb(_ word: String) -> Bool {
    midAdverbs.contains(word) || word.hasSuffix("ly") && !SummaryVerbs.isBase(word)
  }

  /// Verbs after which a clause with its own subject follows.
  static let clauseVerbs = Set(English.words("summaries.clauseVerbs"))

  /// Words with which turns begin and which say nothing.
  static let openers = Set(English.words("summaries.openers"))

  static let fillers = Set(English.words("summaries.fillers"))

  /// What whole sentences consist of that only keep the talk going.
  static let courtesies = Set(English.words("summaries.courtesies"))

  static let yesWords = Set(English.words("summaries.yesWords"))
}
