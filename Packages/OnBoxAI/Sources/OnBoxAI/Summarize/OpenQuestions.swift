import Foundation

/// What was asked and got no answer. Where it is not plain that nobody answered, a question is left
/// out: one that is called open and was answered misleads.
struct OpenQuestions {
  /// How many of the newest turns are searched; in a transcript the talk goes on aloud.
  private static let turns = 100
  private static let turnsOfTranscript = 12
  private static let oldest: TimeInterval = 7 * 86_400
  /// How many turns after a question answer it without a word of it.
  private static let turnsToAnswer = 4
  private static let most = 2

  private let talk: SpokenConversation

  init(_ talk: SpokenConversation) {
    self.talk = talk
  }

  /// The last of them, ascending.
  func lines() -> [Int] {
    guard let last = talk.lines.last, !talk.isLong || !talk.isSpoken else { return [] }
    let reach = talk.isSpoken ? Self.turnsOfTranscript : Self.turns
    let open = talk.lines.indices.filter { index in
      last.turn - talk.lines[index].turn < reach && isRecent(index) && asksSomebody(index) && !isAnswered(index)
    }
    return open.suffix(Self.most)
  }

  private func isRecent(_ index: Int) -> Bool {
    guard let asked = talk.turns[talk.lines[index].turn].at, let last = talk.turns.last?.at else { return true }
    return last.timeIntervalSince(asked) < Self.oldest
  }

  // MARK: Asking

  /// A request to somebody, or who, when, where, how: not talk about the weather, and no "right?".
  private func asksSomebody(_ index: Int) -> Bool {
    let line = talk.lines[index]
    guard line.sentence.asks, line.kind != .courtesy, !line.isOpen, !talk.isBroken(index), line.count > 3,
      line.terms.count > 1
    else { return false }
    let words = line.sentence.lowers
    if words.contains(where: Self.anybody.contains) { return true }
    // "Tom, can you …", "PR 7. Who …".
    return words.indices.prefix(4).contains { start in
      Self.asking.contains(words[start])
        || start + 1 < words.count && Self.modals.contains(words[start]) && words[start + 1] == "you"
    }
  }

  private static let anybody: Set<String> = ["anybody", "anyone", "somebody", "someone"]
  private static let asking: Set<String> = ["who", "who's", "when", "where", "how", "why", "what", "which", "whose"]
  private static let modals: Set<String> = ["can", "could", "would", "will"]

  // MARK: Answering

  private func isAnswered(_ index: Int) -> Bool {
    let asked = talk.lines[index]
    if talk.speakers == 2, !talk.replies(to: index).isEmpty || talk.mayBeAnswered(index), !isPutOff(index) {
      return true
    }
    return isTakenUp(index) || isSpokenOfLater(index, Set(asked.terms))
  }

  /// Somebody else says something to it in the turns right after.
  private func isTakenUp(_ index: Int) -> Bool {
    let asked = talk.lines[index]
    var isInterrupted = false
    for turn in talk.turns.indices.dropFirst(asked.turn + 1).prefix(Self.turnsToAnswer) {
      let lines = talk.lines(of: turn)
      let asks = lines.contains { talk.lines[$0].sentence.asks }
      if talk.turns[turn].speaker == asked.speaker {
        // What comes after is said to that.
        if asks { isInterrupted = true }
        continue
      }
      if Self.isIdle(talk.turns[turn].text) || isPutOff(index) && Self.putsOff(talk.turns[turn].text) { continue }
      let isAbout = lines.contains { !Set(talk.lines[$0].terms).isDisjoint(with: asked.terms) }
      // "Which one?" and "A nice blanket?" go on about it; any other question is about something
      // else.
      let isBack =
        asks
        && (isAbout || lines.reduce(0) { $0 + talk.lines[$1].count } < 5
          || lines.allSatisfy { !talk.lines[$0].sentence.asks || talk.lines[$0].isFragment })
      if asks, !isBack {
        isInterrupted = true
        continue
      }
      // A yes after another question may be meant for either.
      if !isInterrupted || isAbout || lines.contains(where: { talk.lines[$0].reply != nil }) { return true }
    }
    return false
  }

  /// "Let me check": who says so has not answered until they say more.
  private func isPutOff(_ index: Int) -> Bool {
    let asked = talk.lines[index]
    let later = talk.turns.indices.dropFirst(asked.turn + 1)
    guard let first = later.first(where: { talk.turns[$0].speaker != asked.speaker }),
      Self.putsOff(talk.turns[first].text)
    else { return false }
    return !later.contains { $0 > first && talk.turns[$0].speaker == talk.turns[first].speaker }
  }

  /// The one who asked says more about it, or somebody else speaks of most of it.
  private func isSpokenOfLater(_ index: Int, _ terms: Set<String>) -> Bool {
    talk.lines.indices.dropFirst(index + 1).contains { other in
      let line = talk.lines[other]
      guard line.turn != talk.lines[index].turn else { return false }
      let shared = terms.intersection(line.terms).count
      let isOwn = line.speaker == talk.lines[index].speaker
      if line.sentence.asks { return isOwn && shared * 2 > terms.count }
      return shared > 1 && (shared * 2 >= terms.count || isOwn && line.sentence.lowers.contains("question"))
    }
  }

  /// Pictures, laughter and farewells answer nothing.
  private static func isIdle(_ text: String) -> Bool {
    let words = SpokenText.words(of: text).map(\.lower)
    if words.allSatisfy({ SummaryLexicon.sounds.contains($0) || SummaryLexicon.markers.contains($0) }) { return true }
    return words.count < 9 && !farewells.isDisjoint(with: words)
  }

  private static func putsOff(_ text: String) -> Bool {
    let words = SpokenText.words(of: text).map(\.lower)
    return words.count < 20
      && delays.contains { phrase in
        words.indices.contains { words[$0...].starts(with: phrase) }
      }
  }

  private static let farewells: Set<String> = ["bye", "goodbye", "ciao", "cya"]
  private static let delays = [
    "let me check", "let me ask", "let me think", "let me see", "let me sleep", "i'll let you know", "i'll tell you",
    "i'll come back to you", "i'll get back to you", "need to check", "have to check",
  ].map { $0.split(separator: " ").map(String.init) }
}
