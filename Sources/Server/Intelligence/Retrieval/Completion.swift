/// Reports that something is as it should be.
enum Completion {
  private static let words: Set<String> = [
    "fixed", "done", "finished", "valid", "deployed", "works", "working", "solved", "resolved", "ready", "signed",
    "sent", "gone", "live", "merged", "complete", "completed", "repaired", "restored", "running", "closed", "updated",
  ]

  static func isTold(by sentence: String) -> Bool {
    let said = QuestionWords.words(sentence)
    return !words.isDisjoint(with: said) && !said.contains("not") && !QuestionWords.isQuestion(sentence)
  }
}
