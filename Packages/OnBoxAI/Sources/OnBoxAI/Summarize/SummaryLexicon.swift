/// The closed classes of English by which the summariser tells what a sentence does.
enum SummaryLexicon {
  /// Sounds, which are left out wherever they stand.
  static let sounds = Set(English.words("summaries.sounds"))
  private static let tags = Set(English.words("summaries.tags")).union(sounds).union(English.words("summaries.answers"))
  /// Words that tie a sentence to the one before.
  static let ties = Set(English.words("summaries.ties"))
  /// Words that answer when they stand first.
  static let answers = Set(English.words("summaries.answers"))
  /// Those that answer without a comma after them.
  static let plainAnswers = Set(English.words("summaries.plainAnswers"))
  /// What says nothing at the start of a sentence.
  static let markers = Set(English.words("summaries.markers"))
  /// The same, when a comma follows.
  static let partedMarkers = Set(English.words("summaries.partedMarkers"))
  /// The same, of several words.
  static let markerPhrases = English.phrases("summaries.markerPhrases").longestFirst
  /// Words that answer together.
  static let answerPhrases = English.phrases("summaries.answerPhrases").longestFirst
  /// What says nothing at the end of a sentence.
  static let tails = English.phrases("summaries.tails").longestFirst
  /// Words with which no sentence ends.
  static let dangling = Set(English.words("summaries.dangling"))
  /// Words with which one ends only where a sign says so.
  static let stranded = Set(English.words("summaries.stranded"))
  /// What says less the more of it stands in a sentence.
  static let hedges = Set(English.words("summaries.hedges"))
  static let pronouns = Set(English.words("summaries.pronouns"))
  static let decisions = PhraseTable("summaries.decisions")
  static let troubles = PhraseTable("summaries.troubles")
  static let procedure = PhraseTable("summaries.procedure")
  static let auxiliaries = Set(English.words("summaries.auxiliaries"))
  static let questionWords = Set(English.words("summaries.questionWords"))
  static let subjects = Set(English.words("summaries.subjects"))
  static let determiners = Set(English.words("summaries.determiners"))
  /// What whole sentences consist of that only keep the talk going.
  static let courtesies = Set(English.words("summaries.courtesies"))
  static let smallTalk = PhraseTable("summaries.smallTalk")
  static let requests = PhraseTable("summaries.requests")
  static let proposals = PhraseTable("summaries.proposals")
  static let settlements = PhraseTable("summaries.settlements")
  static let claims = PhraseTable("summaries.claims")
  static let agreeing = Set(English.words("summaries.agreeing"))
  static let agreeingPhrases = PhraseTable("summaries.agreeingPhrases")
  static let refusing = Set(English.words("summaries.refusing"))
  static let doubts = Set(English.words("summaries.doubts"))
  static let roles = Set(English.words("summaries.roles"))
  static let vague = Set(English.words("summaries.vague"))
  /// Times after "this" and "that": "this week" points at nothing.
  static let spans = Set(English.words("summaries.spans"))

  /// Whether a transcript notes with it what was heard and is no speech.
  static func isTag(_ word: String) -> Bool { tags.contains(word) }

  /// Words with which a clause begins that does not stand alone.
  static let subordinators = Set(English.words("summaries.subordinators"))
  /// What follows "we" where people settle what they do.
  static let plans = PhraseTable("summaries.plans")
  /// What is said of things that those present see.
  static let showing = PhraseTable("summaries.showing")

  private static let bases = Set(English.words("verbs.bases"))
  private static let pasts = Set(English.table("verbs.pasts").values.joined())

  static func isBase(_ word: String) -> Bool { bases.contains(word) }

  /// A form of a verb, or what looks like one.
  static func isVerb(_ word: String) -> Bool {
    if auxiliaries.contains(word) || bases.contains(word) || pasts.contains(word) { return true }
    if ["'s", "'re", "'ve", "'ll", "'m", "n't", "'d"].contains(where: { word.hasSuffix($0) }) { return true }
    if word.hasSuffix("s"), bases.contains(String(word.dropLast())) { return true }
    if word.hasSuffix("es"), bases.contains(String(word.dropLast(2))) { return true }
    if word.hasSuffix("ies"), bases.contains(word.dropLast(3) + "y") { return true }
    return word.hasSuffix("ed") && word.count > 4 || ["cannot", "gonna", "wanna", "gotta", "i'm", "im"].contains(word)
  }
}

/// Phrases by their first word, to find them quickly.
struct PhraseTable: Sendable {
  private let phrases: [String: [ArraySlice<String>]]

  init(_ list: String) {
    phrases = Dictionary(grouping: English.phrases(list).map { $0[...] }) { $0[0] }
  }

  /// Whether one of them begins `words` at `start`.
  func stands(at start: Int, in words: [String]) -> Bool {
    guard start < words.count else { return false }
    return phrases[words[start]]?.contains { words[start...].starts(with: $0) } ?? false
  }

  func stands(in words: [String]) -> Bool { words.indices.contains { stands(at: $0, in: words) } }
}
