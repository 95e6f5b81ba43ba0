/// What `TaskJudge` looks for in the words of a task, in English.
enum TaskWords {
  /// How a meeting is led, and what is done while it is said: "move on", "keep this open".
  static let conduct = English.phrases("tasks.conduct").longestFirst
  /// Verbs of showing, immediate when they show what `shown` names: "paste the link".
  static let showing = Set(English.words("tasks.showing"))
  static let shown = Set(English.words("tasks.shown"))
  /// Frames that leave it to everybody: "feel free to".
  static let invitations = Set(English.phrases("tasks.invitations").map { $0.joined(separator: " ") })
  static let everybody = Set(English.words("tasks.everybody"))
  /// Frames that may tell what is usual, or be advice: "you have to".
  static let advice = Set(English.phrases("tasks.advice").map { $0.joined(separator: " ") })
  /// Verbs that let somebody know: "inform".
  static let letting = Set(English.words("tasks.letting"))
  static let receivers = Set(English.words("tasks.receivers"))
  /// Words that no thing has that needs something done: the sentence was read wrongly.
  static let broken = Set(English.words("tasks.broken"))
  static let conditions = Set(English.words("tasks.conditions"))
  /// "Proposal", "vote": what comes next is no order.
  static let voting = Set(English.words("tasks.voting"))
  /// Words with which no sentence ends: "the", "and".
  static let unfinished = Set(English.words("tasks.unfinished"))
  /// Words that go on with what somebody said: "and", "but".
  static let linking: Set = ["and", "but", "so", "or", "that's"]
  static let babble = Set(English.words("tasks.babble"))
  static let pointers = Set(English.words("tasks.pointers"))
  /// Words of somebody who speaks, not of a note: "I", "you".
  static let persons = Set(English.words("tasks.persons"))

  /// Words that begin a sentence of somebody who speaks, and stand in no name of a thing: "I'd".
  static let speaking = Set(English.words("tasks.speaking"))

  /// The words after the verb that say what it is about.
  static func telling(_ task: [String]) -> [String] {
    task.dropFirst().filter { !StopWords.common.contains($0) && !pointers.contains($0) && !hollow.contains($0) }
  }

  private static let hollow = Set(English.words("tasks.hollow"))

  static func starts(_ words: [String], with phrases: [[String]]) -> Bool {
    phrases.contains { words.starts(with: $0) }
  }
}
