/// The words that the cues look for. The trained weights know texts by them: they stay as they are
/// until the models are trained again.
enum CueWords {
  /// Skipped at the head of a sentence: what it says begins after them.
  static let leadIns = TokenSet(English.words("cues.leadIns"))
  static let auxiliaries = TokenSet(English.words("cues.auxiliaries"))
  static let questionWords = TokenSet(English.words("cues.questionWords"))
  static let verbs = TokenSet(English.words("cues.verbs"))
  static let days = TokenSet(English.words("cues.days"))
  static let past = TokenSet(English.words("cues.past"))
  static let hedges = TokenSet(English.words("cues.hedges"))
  static let secondPerson = TokenSet(English.words("cues.secondPerson"))
  static let urgent = TokenSet(English.words("cues.urgent"))
  static let calendar = TokenSet(English.words("cues.calendar"))
}
