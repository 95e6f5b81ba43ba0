import Foundation

/// All sentences of a conversation, retold and weighed.
struct Retelling: Sendable {
  struct Line: Sendable {
    let report: Report
    /// Content words, stemmed, each once.
    let terms: [String]
    /// How much of the conversation turns about this line, 0...1.
    var weight: Double
    /// The line answers the line before, or follows from it.
    let previous: Int?
  }

  let turns: [Turn]
  let cast: Cast
  private(set) var lines: [Line] = []
  private let embeddings: [Embedding]
  private var counts: [String: Int] = [:]

  init(_ turns: [Turn], embeddings: [Embedding]) {
    self.turns = turns
    self.embeddings = embeddings
    cast = Cast(turns)
    let reporter = Reporter(cast: cast)
    for (index, turn) in turns.enumerated() {
      for sentence in SummaryText.sentences(of: turn.text) where !Self.isCourtesy(sentence) {
        guard let report = reporter.report(sentence, turn: index, speaker: turn.speaker) else { continue }
        lines.append(
          Line(
            report: report, terms: Array(Set(Self.terms(of: sentence))).sorted(), weight: 0,
            previous: lines.indices.last))
      }
    }
    weigh()
  }

  static func terms(of words: [SummaryWord]) -> [String] {
    words.filter { $0.isWord && !StopWords.ofSummary.contains($0.lower) && $0.lower.count > 1 }
      .map { stem($0.lower) }
  }

  /// A rough stem: plural and verb endings off.
  static func stem(_ word: String) -> String {
    for ending in ["ing", "ies", "ed", "es", "s", "'s"] where word.hasSuffix(ending) && word.count > ending.count + 3 {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  /// Only greetings, thanks and sounds.
  private static func isCourtesy(_ sentence: [SummaryWord]) -> Bool {
    let words = sentence.filter(\.isWord)
    if words.count > 1, words[0].lower == "how", ["much", "many", "long"].contains(words[1].lower) { return false }
    return words.count < 9
      && words.allSatisfy {
        SummaryLexicon.courtesies.contains($0.lower)
          || $0.text.first?.isUppercase == true && words.count < 4 && $0 != words.first
      }
  }

  /// How often a stem was said, softened.
  func termWeight(_ term: String) -> Double { 1 + log(Double(counts[term] ?? 1)) }

  /// The meaning of a turn, where it is known.
  func embedding(of turn: Int) -> Embedding? { embeddings.indices.contains(turn) ? embeddings[turn] : nil }

  private mutating func weigh() {
    for line in lines { for term in line.terms { counts[term, default: 0] += 1 } }
    let total = Double(max(1, lines.count))
    for index in lines.indices {
      lines[index].weight = Self.bonus(lines[index].report, at: Double(index) / total)
    }
  }

  private static func bonus(_ report: Report, at place: Double) -> Double {
    var bonus: Double
    switch report.kind {
    case .request, .suggestion: bonus = 1.25
    case .ownStatement: bonus = 1.15
    case .question: bonus = 1.1
    case .statement: bonus = 0.8
    case .fragment: bonus = 0.5
    case .thanks: bonus = 0.5
    }
    if report.isQuotation { bonus *= 0.5 }
    return bonus * (1.2 - 0.3 * place)
  }
}
