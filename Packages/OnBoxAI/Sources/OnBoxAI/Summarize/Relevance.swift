import Foundation

/// How much each line has to do with a question, by its words and the lines around it.
enum Relevance {
  /// One factor a line, above 0.
  static func scores(of retelling: Retelling, for focus: Focus) -> [Double] {
    let lines = retelling.lines
    let count = Double(lines.count)
    var own = [Double](repeating: 0, count: lines.count)
    for term in focus.terms {
      let hits = lines.indices.filter { lines[$0].terms.contains(term) }
      let rarity = log(1 + count / (1 + Double(hits.count)))
      for hit in hits { own[hit] += rarity }
    }
    let speakers = Set(lines.map(\.report.speaker)).filter { label in
      SummaryText.words(of: label).allSatisfy { focus.terms.contains(Retelling.stem($0.lower)) }
    }
    for index in lines.indices where speakers.contains(lines[index].report.speaker) { own[index] += 2 }
    if let wanted = focus.embedding {
      for index in lines.indices {
        guard let embedding = retelling.embedding(of: lines[index].report.turn) else { continue }
        own[index] += Double(max(0, embedding.similarity(wanted))) * 6
      }
    }
    return lines.indices.map { index in
      var score = own[index]
      for distance in 1...3 {
        if index >= distance { score += own[index - distance] * 0.3 / Double(distance) }
        if index + distance < lines.count { score += own[index + distance] * 0.3 / Double(distance) }
      }
      return 0.02 + score
    }
  }
}
