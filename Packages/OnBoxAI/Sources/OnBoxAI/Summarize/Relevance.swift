import Foundation

/// How much each line has to do with a question, by its words and the lines around it.
enum Relevance {
  /// One factor a line: 0 where nothing near it has to do with the question.
  static func scores(of talk: SpokenConversation, embeddings: [Embedding], for focus: Focus) -> [Double] {
    let lines = talk.lines
    var own = [Double](repeating: 0, count: lines.count)
    for term in focus.terms {
      let hits = lines.indices.filter { lines[$0].terms.contains(term) }
      let rarity = log(1 + Double(lines.count) / (1 + Double(hits.count)))
      for hit in hits { own[hit] += rarity }
    }
    let speakers = Set(lines.map(\.speaker)).filter { label in
      SpokenText.words(of: label).contains { focus.terms.contains(SpokenLine.stem($0.lower)) }
    }
    for index in lines.indices where speakers.contains(lines[index].speaker) { own[index] += 1 }
    if let wanted = focus.embedding {
      for index in lines.indices where embeddings.indices.contains(lines[index].turn) {
        let similarity = Double(embeddings[lines[index].turn].similarity(wanted))
        own[index] += max(0, similarity - 0.3) * 6
      }
    }
    return lines.indices.map { index in
      var score = own[index]
      for distance in 1...2 {
        if index >= distance { score += own[index - distance] * 0.2 / Double(distance) }
        if index + distance < lines.count { score += own[index + distance] * 0.2 / Double(distance) }
      }
      return score
    }
  }
}
