/// Retells a report as something that was: "asks Bo to come" becomes "asked Bo to come".
enum PastTense {
  static func of(_ predicate: [SummaryWord]) -> [SummaryWord] {
    guard let place = predicate.firstIndex(where: { !SummaryLexicon.midAdverbs.contains($0.lower) }) else {
      return predicate
    }
    var words = predicate
    let verb = words[place].lower
    words[place] = SummaryWord(SummaryVerbs.past(verb))
    let takesThat =
      ["says", "thinks"].contains(verb) && place + 1 < words.count
      && !["that", "no", "yes", "so", ",", "about", "of"].contains(words[place + 1].lower)
    if takesThat { words.insert(SummaryWord("that"), at: place + 1) }
    if verb == "tells",
      let clause = words.indices.dropFirst(place + 1).first(where: { !words[$0].isName && words[$0].lower != "the" }),
      clause > place + 1, !["to", "not", "that"].contains(words[clause].lower)
    {
      words.insert(SummaryWord("that"), at: clause)
    }
    return words
  }
}
