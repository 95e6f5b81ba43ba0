/// The English words by which things are found that a later "it" or "them" points at.
enum ReferenceWords {
  /// "The", "our", "that": a thing begins.
  static let determiners = Set(English.words("references.determiners"))
  /// Determiners that only point or count: in a task "the" stands for them.
  static let loose = Set(English.words("references.loose"))
  /// Verbs that end the subject of a clause: "is", "has", "fails".
  static let finite = Set(English.words("references.finite"))
  static let prepositions = Set(English.words("references.prepositions"))
  /// Words that end a thing and begin no other: conjunctions, adverbs.
  static let breaks = Set(English.words("references.breaks"))
  /// Words that are no thing by themselves: "thing", "way", "moment".
  static let hollow = Set(English.words("references.hollow"))
  /// Who may be named, and is no thing that something is done to: "the new guy".
  static let people = Set(English.words("references.people"))
  /// "I'd like to": "that" in the next sentence means the whole wish.
  static let wishes = English.phrases("references.wishes")
  static let pronouns = Set(English.words("references.pronouns"))
  static let singular = Set(English.words("references.singular"))
  static let plural = Set(English.words("references.plural"))
  /// "Her", "him".
  static let persons = Set(English.words("references.persons"))
  static let numbers = Set(English.words("references.numbers"))
  /// "Up", "out": part of the verb before.
  static let particles = Set(English.words("references.particles"))
  /// Verbs whose object is a trouble that is worth telling: "fix", "check".
  static let repairs = Set(English.words("references.repairs"))
  /// Verbs that take up a task that was named before: "do it", "finish it".
  static let resumes = Set(English.words("references.resumes"))
  /// Those that say nothing of a thing by themselves: "take it", "do that".
  static let empty = Set(English.words("references.empty"))
  /// What only somebody does: "says". Its subject is no thing.
  static let saying = Set(English.words("references.saying"))
  /// What is done to somebody: "tell".
  static let addressing = Set(English.words("references.addressing"))
  static let nounEndings = English.words("references.nounEndings")
  /// Words with which a question begins inside a sentence.
  static let asking = Set(English.words("references.asking"))
  /// Forms of "do": with "that" they stand for another verb.
  static let doing = Set(English.words("references.doing"))
  /// Verbs that stand for a whole clause at its end: "which ones don't".
  static let auxiliaries = Set(English.words("references.auxiliaries"))
}
