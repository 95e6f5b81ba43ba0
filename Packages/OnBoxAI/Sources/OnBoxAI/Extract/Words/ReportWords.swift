/// How people say in English that something is done.
enum ReportWords {
  /// What something is that is done: "ready", "in", "signed".
  static let states = Set(English.words("reports.states"))
  /// What somebody has done with anything: "finished".
  static let accomplishing = Set(English.words("reports.accomplishing"))
  static let being = Set(English.words("reports.being"))
  /// May stand before the verb of a report: "I've just".
  static let starts = Set(English.words("reports.starts"))
  /// A sentence with one says that something is not done, not yet or not surely.
  static let unfinished = Set(English.words("reports.unfinished"))
  /// Verbs of finding out, done once there is one of `results`.
  static let inquiring = Set(English.words("reports.inquiring"))
  static let results = Set(English.words("reports.results"))
  /// Verbs of what is done with a thing once it is there: "send", and not "write".
  static let delivering = Set(English.words("reports.delivering"))
  /// States of a thing with which nothing has been done yet: "ready".
  static let early = Set(English.words("reports.early"))
  /// Verbs that ask for an answer: "tell", "confirm".
  static let telling = Set(English.words("reports.telling"))
  /// Words that do not tell one thing from another: "new".
  static let weak = Set(English.words("reports.weak"))

  /// What a thing does that is as it should be: "works".
  static let working = Set(English.words("reports.working"))
  /// Verbs that are done once a thing works: "fix", "check".
  static let mending = Set(English.words("reports.mending"))
  /// "Back" of "roll back", whose noun is one word.
  static let particles = Set(English.words("reports.particles"))

  private static let irregular = English.table("reports.irregular")

  /// Whether `word` is the past or the participle of `verb`.
  static func isPast(_ word: String, of verb: String) -> Bool {
    if let forms = irregular[verb] { return forms.contains(word) }
    return word.hasSuffix("ed") && PorterStemmer.stem(word) == PorterStemmer.stem(verb)
  }

  /// Verbs of getting something for others, done once it is `fetched`.
  static let fetching = Set(English.words("reports.fetching"))
  static let fetched = Set(English.words("reports.fetched"))
  /// What is said of a thing that somebody is done with: "in the post", "off my list".
  static let away = English.phrases("reports.away")

  /// Whether who has done `word` to the thing of `verb` has done `verb`: "looked at" it after
  /// "review" it.
  static func isPast(_ word: String, like verb: String) -> Bool { alike[verb]?.contains(word) ?? false }

  private static let alike = English.table("reports.alike")

  static func isPast(_ word: String) -> Bool { word.hasSuffix("ed") || pasts.contains(word) }

  private static let pasts = Set(irregular.values.joined())
}
