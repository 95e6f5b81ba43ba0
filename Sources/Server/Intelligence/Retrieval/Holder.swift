import Domain
import ServerCore

/// Who has a thing that goes from hand to hand: whoever got it last.
struct Holder: Sendable {
  /// What it is called, in the forms of its words.
  let thing: Set<String>

  /// "Who has drill 2?", "Where is the drill?"; `nil` for a question about something else.
  init?(_ question: String) {
    let words = QuestionWords.words(QuestionWords.first(of: question)).flatMap {
      ["who's": ["who", "is"], "where's": ["where", "is"]][$0] ?? [$0]
    }
    guard let asking = words.firstIndex(where: { $0 == "who" || $0 == "where" }) else { return nil }
    let rest = Array(words[(asking + 1)...])
    if words[asking] == "who" {
      guard let thing = Self.thing(rest) else { return nil }
      self.thing = thing
    } else {
      guard rest.first == "is" || rest.first == "are" else { return nil }
      let thing = WhoQuestion.content(rest.dropFirst().filter { $0 != "now" })
      guard !thing.isEmpty else { return nil }
      self.thing = thing
    }
  }

  /// What is had, by the words after "who": of "has drill 2", and not of "has sent the list".
  static func thing(_ rest: [String]) -> Set<String>? {
    guard let first = rest.first, ["has", "have", "had", "holds", "keeps"].contains(first) else { return nil }
    let tail = rest.dropFirst().drop { $0 == "got" }
    guard let next = tail.first, next != "to", !WhoWords.auxiliaries.contains(next) else { return nil }
    let isParticiple = next.hasSuffix("ed") || next.hasSuffix("en") || WhoWords.irregular[next] != nil
    let about = WhoQuestion.content(Array(tail))
    return isParticiple || about.isEmpty ? nil : about
  }

  /// With whoever has said last that they got it.
  func latest(of answers: [AnswerCandidate], _ all: [PlacedMessage]) -> [AnswerCandidate] {
    guard let best = answers.max(by: { $0.score < $1.score }) else { return answers }
    let later = all.filter { $0.message.createdAt > best.placed.message.createdAt && isTaken(by: $0.textWithFiles) }
    guard let last = later.max(by: { $0.message.createdAt < $1.message.createdAt }) else { return answers }
    var answer = AnswerCandidate(
      placed: last, sentence: last.textWithFiles, overlap: best.overlap, shared: best.shared, talk: best.talk)
    answer.score = best.score + 0.01
    return [answer] + answers.filter { $0.placed.message.createdAt > last.message.createdAt }
  }

  /// "Got the drill", "I've picked up the drill".
  private func isTaken(by text: String) -> Bool {
    let words = QuestionWords.words(text).drop { WhoWords.beforeHolding.contains($0) }
    guard let verb = words.first, WhoWords.holding.contains(verb) else { return false }
    let named = words.dropFirst().drop { ["up", "the", "that", "this", "your", "it"].contains($0) }.prefix(3)
    return !WhoQuestion.content(Array(named)).isDisjoint(with: thing) && !text.contains("?")
  }
}
