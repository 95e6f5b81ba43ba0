/// Finds whether a request or a proposal was taken up by the next one to speak.
struct AnswerFinder {
  let retelling: Retelling

  struct Answer {
    let turn: Int
    let speaker: String
    /// Yes, plainly; else no, plainly.
    let agrees: Bool
  }

  private static let doubts = SummaryLexicon.set(
    "but n't not no never however unfortunately sorry afraid cannot maybe perhaps depends if unless busy rather")

  private static let agreeing = SummaryLexicon.set(
    "yes yeah yep yup sure okay ok certainly absolutely definitely alright gladly deal agreed")

  private static let agreeingPhrases = [
    "of course", "no problem", "sounds good", "will do", "all right", "good idea",
    "great idea", "why not", "with pleasure", "on it", "sounds great", "that's fine", "i'd love to", "my pleasure",
    "that sounds good", "that sounds great", "no worries", "let's do it", "that works", "works for me",
  ]

  private static let refusing = SummaryLexicon.set("no nope nah sorry unfortunately")

  /// A plain yes or no that answers what was said last in `turn`; `nil` when there is none, or it is not plain.
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
    if isYes, start.hasPrefix("no problem") || start.hasPrefix("no worries") || start.hasPrefix("why not") {
      let rest = spoken.dropFirst(2).contains { Self.doubts.contains($0.lower) }
      return rest ? nil : Answer(turn: next, speaker: speaker, agrees: true)
    }
    if isYes {
      guard !spoken.contains(where: { Self.doubts.contains($0.lower) }), !endsInQuestion(words) else { return nil }
      return Answer(turn: next, speaker: speaker, agrees: true)
    }
    guard Self.refusing.contains(first), !spoken.dropFirst().contains(where: { ["but", "mind"].contains($0.lower) })
    else { return nil }
    let denies = spoken.dropFirst().contains { ["n't", "not", "never"].contains($0.lower) }
    return denies ? Answer(turn: next, speaker: speaker, agrees: false) : nil
  }

  /// Nothing else that matters follows in the same message.
  private func isLast(_ report: Report) -> Bool {
    retelling.lines.last { $0.report.turn == report.turn }.map { $0.report.original == report.original } ?? false
  }

  private func endsInQuestion(_ words: [SummaryWord]) -> Bool { words.contains { $0.lower == "?" } }
}
