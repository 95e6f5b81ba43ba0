/// Takes back or moves what was said before.
enum Reversal {
  private static let phrases = [
    "changed my mind", "changed our mind", "change of plan", "scratch that", "on second thought", "after all",
  ]
  /// What begins a decision that gives something another day.
  private static let moving: Set<String> = [
    "move", "postpone", "push", "delay", "reschedule", "shift", "defer", "bring",
  ]
  static let days: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
    "april", "may", "june", "july", "august", "september", "october", "november", "december", "today", "tonight",
    "tomorrow", "week", "month",
  ]
  private static let before: Set<String> = ["to", "until", "till", "by", "from", "on", "back"]

  static func isTold(by text: String) -> Bool {
    let said = QuestionWords.words(text).joined(separator: " ")
    return phrases.contains(where: said.contains)
  }

  /// Content words of what a decision moves to another day: "release" of "Move the release to
  /// Tuesday"; `nil` when it moves nothing.
  static func moved(by decision: String) -> Set<String>? {
    let words = QuestionWords.words(decision)
    guard let first = words.first, moving.contains(first), namesDay(decision) else { return nil }
    let moved = QuestionWords.content(words.dropFirst().prefix { !before.contains($0) }.joined(separator: " "))
    return moved.isEmpty ? nil : moved
  }

  /// Whether stems speak of bringing something out to those who use it: a release is what ships.
  static func isRelease(_ stems: Set<String>) -> Bool { !releasing.isDisjoint(with: stems) }

  /// Without the words for just that.
  static func besideRelease(_ stems: Set<String>) -> Set<String> { stems.subtracting(releasing) }

  /// Whether a question asks why something got another day.
  static func isAskedOf(by question: String) -> Bool { !moved.isDisjoint(with: QuestionWords.words(question)) }

  private static let releasing = Set(
    ["ship", "shipping", "shipped", "release", "released", "launch", "deploy", "rollout"].map(QuestionWords.stem))
  private static let moved: Set<String> = [
    "move", "moved", "postpone", "postponed", "push", "pushed", "delay", "delayed", "reschedule", "rescheduled",
    "shift", "shifted", "defer", "deferred",
  ]

  static func namesDay(_ text: String) -> Bool { !days.isDisjoint(with: QuestionWords.words(text)) }
}
