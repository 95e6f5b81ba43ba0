import Foundation

/// Finds what people talk about: noun phrases that come again and again.
struct KeyPhrases: Sendable {
  struct Phrase: Sendable {
    let text: String
    let stems: Set<String>
    let weight: Double
    /// Turns that say it, ascending.
    let turns: [Int]
    /// The first turn of each who says it, ascending.
    let voices: [Int]
  }

  private struct Candidate {
    var spellings: [String: Int] = [:]
    var turns: [Int] = []
    var count = 0
    /// How often it stood where nouns stand.
    var nominal = 0
    var length = 1
    var stems: [String] = []
  }

  private var candidates: [String: Candidate] = [:]
  private let names: Set<String>
  private let turns: [Turn]

  init(_ turns: [Turn]) {
    self.turns = turns
    names = Set(turns.flatMap { SpokenText.words(of: $0.speaker).map(\.lower) })
    for (index, turn) in turns.enumerated() {
      for sentence in SpokenText.sentences(of: turn.text) { read(sentence, of: index) }
    }
  }

  private mutating func read(_ sentence: [SpokenWord], of turn: Int) {
    var run: [SpokenWord] = []
    var before = ""
    for word in sentence {
      if canStand(word) {
        run.append(word)
        if word.isParted { close(&run, after: before, in: turn) }
      } else {
        close(&run, after: before, in: turn)
        before = word.lower
      }
    }
    close(&run, after: before, in: turn)
  }

  private mutating func close(_ run: inout [SpokenWord], after before: String, in turn: Int) {
    defer { run = [] }
    guard let last = run.last else { return }
    let isNominal =
      SummaryLexicon.determiners.contains(before) && !["that", "this", "all", "both"].contains(before) || before == "of"
    note([last], isNominal, turn)
    if run.count > 1 { note(Array(run.suffix(2)), true, turn) }
    if run.count == 3 { note(run, true, turn) }
  }

  private mutating func note(_ words: [SpokenWord], _ isNominal: Bool, _ turn: Int) {
    let stems = words.map { SpokenLine.stem($0.lower) }
    let key = stems.joined(separator: " ")
    var candidate = candidates[key] ?? Candidate()
    candidate.spellings[
      words.map {
        $0.isCapitalized && $0.lower.count > 1
          ? $0.text.filter { $0.isLetter || $0.isNumber || $0 == "-" } : $0.lower
      }.joined(separator: " "), default: 0] += 1
    candidate.count += 1
    candidate.nominal += isNominal ? 1 : 0
    candidate.length = words.count
    candidate.stems = stems
    if candidate.turns.last != turn { candidate.turns.append(turn) }
    candidates[key] = candidate
  }

  private func canStand(_ word: SpokenWord) -> Bool {
    word.lower.count > 2 && !StopWords.ofSummary.contains(word.lower) && !SummaryLexicon.sounds.contains(word.lower)
      && !word.lower.hasSuffix("ly") && !word.lower.contains("'") && !SummaryLexicon.vague.contains(word.lower)
      && !SummaryLexicon.auxiliaries.contains(word.lower) && word.lower.first?.isLetter == true
      && !SummaryLexicon.roles.contains(word.lower) && !names.contains(word.lower)
      && !CalendarWords.names.contains(word.lower) && !SummaryLexicon.courtesies.contains(word.lower)
      && !(SummaryLexicon.isVerb(word.lower) && word.lower.hasSuffix("ed")) && !word.lower.contains("_")
  }

  /// The heaviest phrases, no two of them about the same.
  func top(_ limit: Int) -> [Phrase] {
    let phrases = candidates.values.compactMap(phrase).sorted {
      $0.weight == $1.weight ? $0.text < $1.text : $0.weight > $1.weight
    }
    var result: [Phrase] = []
    var used: Set<String> = []
    for phrase in phrases where result.count < limit && used.isDisjoint(with: phrase.stems) {
      result.append(phrase)
      used.formUnion(phrase.stems)
    }
    return result
  }

  private func phrase(_ candidate: Candidate) -> Phrase? {
    let isVerb = candidate.length == 1 && SummaryLexicon.isVerb(candidate.stems[0])
    let share = Double(candidate.nominal) / Double(candidate.count)
    guard candidate.turns.count > 1, candidate.length > 1 || share >= (isVerb ? 0.7 : 0.4),
      let spelling = candidate.spellings.max(by: { $0.value == $1.value ? $0.key > $1.key : $0.value < $1.value })?.key
    else { return nil }
    // What comes up all along weighs more than what comes up for a while.
    let tenths = Set(candidate.turns.map { $0 * 10 / max(1, turns.count) }).count
    let weight = Double(candidate.turns.count) * (candidate.length > 1 ? 2.2 : 1) * (Double(tenths) / 10).squareRoot()
    var speakers: Set<String> = []
    let voices = candidate.turns.filter { speakers.insert(turns[$0].speaker).inserted }
    return Phrase(
      text: spelling, stems: Set(candidate.stems), weight: weight, turns: candidate.turns, voices: voices)
  }
}
