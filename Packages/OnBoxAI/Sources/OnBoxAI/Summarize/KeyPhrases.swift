import Foundation

/// Finds what people talk about: noun phrases that come again and again.
struct KeyPhrases: Sendable {
  struct Phrase: Sendable {
    /// As it is printed, an article before it where the talk mostly puts one.
    let text: String
    let stems: Set<String>
    let weight: Double
    /// Turns that say it, ascending.
    let turns: [Int]
  }

  private struct Candidate {
    var spellings: [String: Int] = [:]
    var definite = 0
    var turns: [Int] = []
    var count = 0
    var length = 1
    var stems: Set<String> = []
  }

  private struct Run {
    let words: [SummaryWord]
    let determiner: String
    let turn: Int
  }

  private let runs: [Run]
  private let nouns: [String: (nominal: Int, all: Int)]

  init(_ turns: [Turn]) {
    var runs: [Run] = []
    var nouns: [String: (nominal: Int, all: Int)] = [:]
    for (index, turn) in turns.enumerated() {
      for sentence in SummaryText.sentences(of: turn.text) {
        var current: [SummaryWord] = []
        var determiner = ""
        var before = ""
        for word in sentence + [SummaryWord(".")] {
          if word.isWord {
            let isNominal = SummaryLexicon.determiners.contains(before) || before == "of" || !current.isEmpty
            let old = nouns[word.lower] ?? (0, 0)
            nouns[word.lower] = (old.nominal + (isNominal ? 1 : 0), old.all + 1)
          }
          if Self.canStand(word) {
            if current.isEmpty { determiner = before }
            current.append(word)
          } else {
            if !current.isEmpty { runs.append(Run(words: current, determiner: determiner, turn: index)) }
            current = []
          }
          before = word.lower
        }
      }
    }
    self.runs = runs
    self.nouns = nouns
  }

  private static let vague = Set(English.words("summaries.vague"))

  private static func canStand(_ word: SummaryWord) -> Bool {
    word.isWord && word.lower.count > 2 && !StopWords.ofSummary.contains(word.lower)
      && !SummaryLexicon.fillers.contains(word.lower) && !word.lower.hasSuffix("ly") && !word.lower.contains("'")
      && !vague.contains(word.lower) && !SummaryLexicon.auxiliaries.contains(word.lower)
      && !SummaryLexicon.midAdverbs.contains(word.lower) && word.lower.first?.isLetter == true
  }

  /// Words that stand where nouns stand more often than where verbs stand.
  private func isNoun(_ word: String) -> Bool {
    let (nominal, all) = nouns[word] ?? (0, 1)
    let share = Double(nominal) / Double(max(1, all))
    let isVerb =
      SummaryVerbs.isBase(word) || SummaryVerbs.isPast(word) || word.hasSuffix("ing")
      || word.hasSuffix("s") && SummaryVerbs.isBase(String(word.dropLast()))
    return share >= (isVerb ? 0.6 : 0.25)
  }

  /// The heaviest phrases of `range`, no two of them about the same; `said` are stems that need no
  /// saying again.
  func top(_ limit: Int, in range: Range<Int>, without said: Set<String>, focus: Focus) -> [Phrase] {
    var candidates: [String: Candidate] = [:]
    for run in runs where range.contains(run.turn) {
      let trimmed = trim(run.words)
      guard !trimmed.isEmpty else { continue }
      note(Array(trimmed), run, &candidates)
      if trimmed.count > 1, let last = trimmed.last { note([last], run, &candidates) }
      if trimmed.count > 2 { note(Array(trimmed.suffix(2)), run, &candidates) }
    }
    let everywhere = counts(outside: range)
    let phrases = candidates.values.compactMap { phrase($0, everywhere: everywhere, focus: focus) }
      .sorted { $0.weight == $1.weight ? $0.text < $1.text : $0.weight > $1.weight }
    var result: [Phrase] = []
    var used = said
    for phrase in phrases where result.count < limit && used.isDisjoint(with: phrase.stems) {
      result.append(phrase)
      used.formUnion(phrase.stems)
    }
    return result
  }

  private func trim(_ words: [SummaryWord]) -> ArraySlice<SummaryWord> {
    var slice = words.suffix(3)
    while let last = slice.last, !isNoun(last.lower) { slice.removeLast() }
    while let first = slice.first, slice.count > 1, SummaryVerbs.isBase(first.lower) && !isNoun(first.lower) {
      slice.removeFirst()
    }
    return slice
  }

  private func note(_ words: [SummaryWord], _ run: Run, _ candidates: inout [String: Candidate]) {
    let stems = words.map { Retelling.stem($0.lower) }
    var candidate = candidates[stems.joined(separator: " ")] ?? Candidate()
    candidate.spellings[words.map(\.text).joined(separator: " "), default: 0] += 1
    candidate.count += 1
    candidate.length = words.count
    candidate.stems = Set(stems)
    if run.determiner == "the", words.count == run.words.count { candidate.definite += 1 }
    if candidate.turns.last != run.turn { candidate.turns.append(run.turn) }
    candidates[stems.joined(separator: " ")] = candidate
  }

  private func counts(outside range: Range<Int>) -> [String: Int] {
    var counts: [String: Int] = [:]
    for run in runs where !range.contains(run.turn) {
      for word in run.words { counts[Retelling.stem(word.lower), default: 0] += 1 }
    }
    return counts
  }

  private func phrase(_ candidate: Candidate, everywhere: [String: Int], focus: Focus) -> Phrase? {
    guard candidate.turns.count > 1 || candidate.length > 1,
      let spelling = candidate.spellings.max(by: { $0.value == $1.value ? $0.key > $1.key : $0.value < $1.value })?.key
    else { return nil }
    let outside = candidate.stems.map { Double(everywhere[$0] ?? 0) }.min() ?? 0
    let inside = Double(candidate.count)
    var weight = inside * (inside / (inside + 0.5 * outside)).squareRoot() * (candidate.length > 1 ? 2.2 : 1)
    if !focus.terms.isDisjoint(with: candidate.stems) { weight *= 3 }
    let takesArticle = Double(candidate.definite) / inside > 0.2
    return Phrase(
      text: (takesArticle ? "the " : "") + spelling, stems: candidate.stems, weight: weight, turns: candidate.turns)
  }
}
