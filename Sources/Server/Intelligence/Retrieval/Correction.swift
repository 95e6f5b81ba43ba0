import Domain
import OnBoxAI
import ServerCore

/// Puts one number in the place of another: "8 to the harbour, not 9", "45 instead of 30".
struct Correction: Sendable {
  let old: String
  let new: String

  /// `nil` for a text that corrects no number.
  init?(_ text: String) {
    let words = QuestionWords.words(text)
    for (index, word) in words.enumerated() {
      let isInstead = word == "instead" && index + 2 < words.count && words[index + 1] == "of"
      guard isInstead || word == "not" else { continue }
      let after = words.dropFirst(index + (isInstead ? 2 : 1)).prefix(1).first(where: Measure.isDigits)
      let before = words[..<index].suffix(Self.reach).last(where: Measure.isDigits)
      guard let after, let before, before != after else { continue }
      (old, new) = (QuestionWords.stem(after), QuestionWords.stem(before))
      return
    }
    return nil
  }

  /// With what was corrected later in words about the same as the best of `answers`.
  static func applied(
    to answers: [AnswerCandidate], _ kind: AnswerKind, _ all: [PlacedMessage]
  ) -> [AnswerCandidate] {
    guard kind.isCounted || kind == .other, let best = answers.max(by: { $0.score < $1.score }) else { return answers }
    let said = Set(QuestionWords.words(best.sentence + " " + (best.asked?.textWithFiles ?? "")).map(QuestionWords.stem))
    let later = all.filter { item in
      guard item.message.createdAt > best.placed.message.createdAt, let correction = Correction(item.textWithFiles),
        said.contains(correction.old), !said.contains(correction.new)
      else { return false }
      return !best.wanted.isDisjoint(with: QuestionWords.content(item.textWithFiles))
    }
    guard let last = later.max(by: { $0.message.createdAt < $1.message.createdAt }) else { return answers }
    var answer: AnswerCandidate
    if let known = answers.first(where: { ($0.asked ?? $0.placed).message.id == last.message.id }) {
      answer = known
    } else if !QuestionWords.asks(last.textWithFiles) {
      answer = AnswerCandidate(
        placed: last, sentence: last.textWithFiles, overlap: best.overlap, shared: best.shared, talk: best.talk)
      answer.isFitting = true
    } else {
      return answers
    }
    answer.score = best.score + 0.02
    let correction = Correction(last.textWithFiles)
    // What still says the old number is out.
    let others = answers.filter { other in
      let words = Set(QuestionWords.words(other.sentence).map(QuestionWords.stem))
      return (other.asked ?? other.placed).message.id != last.message.id
        && !(correction.map { words.contains($0.old) && !words.contains($0.new) } ?? false)
    }
    return [answer] + others
  }

  private static let reach = 4
}
