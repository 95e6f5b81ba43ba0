/// Shortens clauses where English lets them end.
enum Clipper {
  /// Words that begin what may be left out without changing what stands before.
  private static let cuts = SummaryLexicon.set("because so and but which since although though as while")

  /// At most `limit` words if a clause ends before; else as it stands. A condition is never cut off.
  static func clip(_ words: [SummaryWord], to limit: Int) -> [SummaryWord] {
    guard words.count(where: \.isWord) > limit else { return words }
    var best: Int?
    var count = 0
    for (index, word) in words.enumerated() {
      if word.isWord { count += 1 }
      if count > limit + 1 { break }
      guard count >= 5 else { continue }
      if word.isBreak || cuts.contains(word.lower) { best = index }
    }
    guard let best else { return words }
    if words[best...].contains(where: { ["if", "unless", "until", "except", "provided"].contains($0.lower) }) {
      return words
    }
    return Array(words[..<best])
  }
}
