/// Shortens clauses where English lets them end.
enum Clipper {
  /// Words that begin what may be left out without changing what stands before.
  private static let cuts = Set(English.words("summaries.cuts"))

  /// At most `limit` words if a clause ends before; else as it stands. A condition is never cut
  /// off.
  static func clip(_ words: [SummaryWord], to limit: Int) -> [SummaryWord] {
    guard words.count(where: \.isWord) > limit else { return words }
    var best: Int?
    var count = 0
    for (index, word) in words.enumerated() {
      if word.isWord { count += 1 }
      if count > limit + 1 { break }
      guard count >= 5 else { continue }
      guard word.isBreak || cuts.contains(word.lower) else { continue }
      if saysSomething(words[..<index]) { best = index }
    }
    guard let best else { return words }
    if words[best...].contains(where: {
      ["if", "unless", "until", "except", "provided", "but", "although", "though", "however", "only", "instead"]
        .contains($0.lower)
    }) {
      return words
    }
    return Array(words[..<best])
  }

  private static let conditions = Set(English.words("summaries.conditions"))

  /// Besides the verb of telling, a main clause stands in it.
  private static func saysSomething(_ words: ArraySlice<SummaryWord>) -> Bool {
    guard ["says", "tells", "asks", "thinks"].contains(words.first?.lower ?? "") else { return true }
    var body = words.dropFirst().drop { $0.isName || $0.lower == "the" }
    if body.isEmpty { body = words.dropFirst() }
    if words.first?.lower != "asks", body.prefix(4).contains(where: { conditions.contains($0.lower) }) {
      return false
    }
    return body.contains { word in
      SummaryLexicon.auxiliaries.contains(word.lower) || SummaryVerbs.isBase(word.lower)
        || SummaryVerbs.isPast(word.lower)
        || word.lower.hasSuffix("s") && SummaryVerbs.isBase(String(word.lower.dropLast())) || word.lower.contains("'s")
    }
  }
}
