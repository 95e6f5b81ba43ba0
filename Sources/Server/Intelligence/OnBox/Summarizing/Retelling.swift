import Foundation

/// All sentences of a conversation, retold and weighed.
struct Retelling: Sendable {
  struct Line: Sendable {
    let report: Report
    /// Content words, stemmed.
    let terms: [String]
    /// How much of the conversation turns about this line, 0...1.
    var weight: Double
    /// The line answers the line before, or follows from it.
    let previous: Int?
  }

  let turns: [Turn]
  let cast: Cast
  private(set) var lines: [Line] = []

  init(_ turns: [Turn], embeddings: [Embedding]) {
    self.turns = turns
    cast = Cast(turns)
    let reporter = Reporter(cast: cast)
    for (index, turn) in turns.enumerated() {
      for sentence in SummaryText.sentences(of: turn.text) where !Self.isCourtesy(sentence) {
        guard let report = reporter.report(sentence, turn: index, speaker: turn.speaker) else { continue }
        lines.append(
          Line(report: report, terms: Self.terms(of: sentence), weight: 0, previous: lines.indices.last))
      }
    }
    weigh(embeddings)
  }

  static func terms(of words: [SummaryWord]) -> [String] {
    words.filter { $0.isWord && !SummaryLexicon.stopWords.contains($0.lower) && $0.lower.count > 1 }
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
    return words.count < 9
      && words.allSatisfy {
        SummaryLexicon.courtesies.contains($0.lower)
          || $0.text.first?.isUppercase == true && words.count < 4 && $0 != words.first
      }
  }

  private mutating func weigh(_ embeddings: [Embedding]) {
    var counts: [String: Int] = [:]
    for line in lines { for term in Set(line.terms) { counts[term, default: 0] += 1 } }
    let total = Double(max(1, lines.count))
    for index in lines.indices {
      let unique = Set(lines[index].terms)
      var sum = 0.0
      for term in unique {
        let count = Double(counts[term] ?? 1)
        sum += 1 + log(count)
      }
      var weight = sum / (4 + Double(unique.count)).squareRoot()
      weight *= Self.bonus(lines[index].report, at: Double(index) / total)
      lines[index].weight = weight
    }
  }

  private static func bonus(_ report: Report, at place: Double) -> Double {
    var bonus: Double
    switch report.kind {
    case .request, .suggestion: bonus = 1.25
    case .ownStatement: bonus = 1.15
    case .question: bonus = 1.1
    case .statement: bonus = 0.9
    case .fragment: bonus = 0.5
    case .thanks: bonus = 0.5
    }
    if report.predicate.contains(where: { $0.isName && $0.text.hasPrefix("“") }) { bonus *= 0.5 }
    return bonus * (1.2 - 0.3 * place)
  }
}
