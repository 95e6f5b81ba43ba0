/// Finds whether a request or a proposal was taken up by the next one to speak.
struct AnswerFinder {
  let retelling: Retelling

  struct Answer {
    let turn: Int
    let speaker: String
    /// Yes, plainly; else no, plainly.
    let agrees: Bool
  }

  private static let doubts = Set(English.words("summaries.doubts"))

  private static let agreeing = Set(English.words("summaries.agreeing"))

  private static let agreeingPhrases = English.phrases("summaries.agreeingPhrases").map { $0.joined(separator: " ") }

  private static let refusing = Set(English.words("summaries.refusing"))

  /// A plain yes or no that answers what was said last in `turn`; `nil` when there is none, or it
  /// is not plain.
  func answer(to report: Report) -> Answer? {
    guard report.kind == .request || report.kind == .suggestion else { return nil }
    let next = report.turn + 1
    guard retelling.turns.indices.contains(next), retelling.turns[next].speaker != report.speaker else { return nil }
    guard isLast(report) else { return nil }
    if let sign = retelling.turns[next].text.first, "👍👌✅".contains(sign) {
      return Answer(turn: next, speaker: retelling.turns[next].speaker, agrees: true)
    }
    let words = SummaryText.sentences(of: retelling.turns[next].text).flatMap { $0 }
    let spoken = words.filter(\.isWord)
    guard let first = spoken.first?.lower, spoken.count <= 30 else { return nil }
    let start = spoken.prefix(4).map(\.lower).joined(separator: " ")
    let isYes = Self.agreeing.contains(first) || Self.agreeingPhrases.contains { (start + " ").hasPrefix($0 + " ") }
    let speaker = retelling.turns[next].speaker
    if isYes {
      guard !doubts(spoken.map(\.lower)), !endsInQuestion(words) else { return nil }
      return Answer(turn: next, speaker: speaker, agrees: true)
    }
    if start.hasPrefix("i can n't") || start.hasPrefix("can n't") || start.hasPrefix("sorry i can n't"),
      spoken.count < 10,
      !spoken.contains(where: { ["but", "until", "if", "believe", "wait", "see"].contains($0.lower) })
    {
      return Answer(turn: next, speaker: speaker, agrees: false)
    }
    guard Self.refusing.contains(first), !spoken.dropFirst().contains(where: { ["but", "mind"].contains($0.lower) })
    else { return nil }
    let denies = spoken.dropFirst().contains { ["n't", "not", "never"].contains($0.lower) }
    return denies ? Answer(turn: next, speaker: speaker, agrees: false) : nil
  }

  /// Nothing else in the same message after it asks for an answer.
  private func isLast(_ report: Report) -> Bool {
    let asking = retelling.lines.last { line in
      line.report.turn == report.turn && ![.statement, .ownStatement, .thanks].contains(line.report.kind)
    }
    return asking.map { $0.report.original == report.original } ?? false
  }

  /// A "but", a "not" or a condition that is not part of "no problem".
  private func doubts(_ words: [String]) -> Bool {
    words.indices.contains { index in
      guard Self.doubts.contains(words[index]) else { return false }
      let (before, after) = (index > 0 ? words[index - 1] : "", index + 1 < words.count ? words[index + 1] : "")
      let isPhrase =
        words[index] == "no" && ["problem", "problems", "worries"].contains(after)
        || words[index] == "not" && before == "why"
      return !isPhrase
    }
  }

  private func endsInQuestion(_ words: [SummaryWord]) -> Bool { words.contains { $0.lower == "?" } }
}
