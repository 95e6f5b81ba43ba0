/// Tells whether a sentence points at something outside of it: "it", "he", "there", "that one".
enum OpenReference {
  enum Kind { case thing, person, place }

  private static let persons: Set<String> = [
    "he", "she", "him", "her", "his", "he's", "she's", "he'll", "she'll", "he'd", "she'd", "hers",
  ]
  private static let several: Set<String> = [
    "they", "them", "their", "they're", "they'll", "they've", "they'd", "theirs",
  ]
  private static let single: Set<String> = ["it", "it's", "it'll", "it'd", "its", "itself"]
  private static let copulas: Set<String> = [
    "is", "was", "would", "will", "'s", "sounds", "should", "might", "looks", "makes", "means", "seems", "may", "can",
    "could", "does", "did", "has", "way", "one", "kind", "case", "thing", "works", "gives", "was", "wasn't", "isn't",
    "doesn't", "won't",
  ]

  /// Where the first open word stands in `words`, in lower case; `nil` when all of it says what it
  /// speaks of.
  static func first(in words: [SpokenWord], names: Set<String>) -> Int? {
    // Who is called is not what "it" stands for.
    let lowers = words.map { names.contains($0.lower) ? "you" : $0.lower }
    return lowers.indices.first { isOpen($0, lowers, words) }
  }

  private static func isOpen(_ index: Int, _ lowers: [String], _ words: [SpokenWord]) -> Bool {
    let word = lowers[index]
    let next = index + 1 < lowers.count ? lowers[index + 1] : ""
    let before = index > 0 ? lowers[index - 1] : ""
    let isLast = index + 1 == lowers.count || words[index].isParted
    if persons.contains(word) { return !namesSomebody(words[..<index]) }
    if several.contains(word) { return !lowers[..<index].contains { isNoun($0) } }
    if single.contains(word) { return !isEmptySubject(index, lowers) && !hasNoun(lowers[..<index]) }
    switch word {
    case "this":
      if SummaryLexicon.spans.contains(next) { return false }
      return isLast || next == "one" || index == 0 && SummaryLexicon.isVerb(next)
        || SummaryLexicon.auxiliaries.contains(next) || pointsAtThing(index, lowers)
    case "that", "that's", "that'll", "that'd":
      if word != "that" {
        return index == 0 || words[index - 1].isParted
          || ["and", "but", "so", "think", "because", "if"].contains(before)
      }
      if index == 0 { return true }
      if isLast || next == "one" || next == "way" { return true }
      if SummaryLexicon.isVerb(before), ["up", "out", "off", "down", "back", "away", "here", "too"].contains(next) {
        return true
      }
      return [
        "do", "did", "does", "about", "like", "of", "for", "with", "after", "before", "and", "but", "if", "at",
        "because",
      ].contains(before)
        && !["the", "a", "i", "we", "you", "they"].contains(next) && before != "so"
        || ["think", "know", "guess"].contains(before) && copulas.contains(next)
    case "these", "those":
      return isLast || index == 0 && !isNoun(next) || SummaryLexicon.auxiliaries.contains(next) || next == "ones"
        || pointsAtThing(index, lowers)
    case "there":
      if [
        "is", "are", "was", "were", "will", "has", "have", "might", "must", "should", "would", "isn't", "aren't",
        "wasn't", "may", "can", "seems", "seem", "could",
      ].contains(next) {
        return false
      }
      if ["is", "are", "was", "were", "isn't", "aren't", "will", "would", "over", "out", "up", "down", "in", "hi"]
        .contains(before)
      {
        return false
      }
      return !hasNoun(lowers[..<index])
    case "one", "ones":
      return [
        "this", "that", "which", "the", "another", "new", "bigger", "smaller", "other", "same", "better", "good",
        "last", "every", "both", "have", "buy",
      ].contains(before) && isLast
        && !hasNoun(lowers[..<index].dropLast())
    case "so":
      return index == 0 && SummaryLexicon.auxiliaries.contains(next)
        || isLast && ["think", "hope", "do", "guess", "suppose", "afraid", "say", "said", "believe"].contains(before)
    case "none", "both", "neither", "either", "others", "most", "same", "such":
      return index == 0 && !["none"].contains(word) || word == "none" && index == 0 || word == "same" && isLast
    case "other": return index == 0 || isLast && before == "the"
    case "too", "either.": return isLast && lowers.count < 4
    default: return false
    }
  }

  /// "this plate", "these two": a thing that was named before, or that those present see.
  private static func pointsAtThing(_ index: Int, _ lowers: [String]) -> Bool {
    guard index + 1 < lowers.count else { return false }
    return isNoun(lowers[index + 1]) && !lowers[..<index].contains(lowers[index + 1])
  }

  /// "it is late", "it takes two days to": it stands for what follows, or for nothing.
  private static func isEmptySubject(_ index: Int, _ lowers: [String]) -> Bool {
    let word = lowers[index]
    guard word == "it" || word == "it's" || word == "it'll" else { return false }
    let rest = Array(lowers[(index + 1)...].prefix(9))
    let next = rest.first ?? ""
    if word == "it",
      ["seems", "looks", "takes", "took", "turns", "rains", "snows", "depends", "appears", "rained"].contains(next)
    {
      return true
    }
    if word == "it", next == "is", rest.count < 3, index > 0 { return true }
    if word == "it", index > 0,
      ["make", "makes", "made", "find", "found", "take", "takes", "think"].contains(lowers[index - 1])
    {
      return rest.contains("to")
    }
    guard word != "it" || ["is", "was", "would", "will", "might", "isn't", "wasn't"].contains(next) else {
      return false
    }
    let tail = word == "it" ? Array(rest.dropFirst()) : rest
    if tail.contains(where: { ["to", "that", "if", "when", "for", "like"].contains($0) }), let first = tail.first,
      !["a", "the", "my", "your", "in", "on", "about", "not"].contains(first),
      !SummaryLexicon.isBase(first) || first == "time" || first == "better", !first.hasSuffix("ing")
    {
      return true
    }
    return tail.contains {
      ["o'clock", "late", "early", "raining", "snowing", "cold", "hot", "dark", "time", "monday", "friday", "sunday"]
        .contains($0)
    } && tail.count < 5
  }

  /// A name or a noun for a person before it.
  private static func namesSomebody(_ words: ArraySlice<SpokenWord>) -> Bool {
    words.enumerated().contains { index, word in
      index > 0 && word.isCapitalized && word.lower != "i" && !word.lower.hasPrefix("i'")
        || people.contains(word.lower)
        || index == 0 && word.isCapitalized && !StopWords.ofSummary.contains(word.lower)
          && !SummaryLexicon.isVerb(word.lower) && word.lower.count > 2
    }
  }

  static let people = Set(English.words("summaries.people"))

  private static func hasNoun(_ lowers: ArraySlice<String>) -> Bool {
    lowers.indices.contains { index in
      // "You boil it": what comes after "you" is a verb.
      isNoun(lowers[index]) && (index == lowers.startIndex || !Self.beforeVerbs.contains(lowers[index - 1]))
    }
  }

  private static let beforeVerbs: Set<String> = ["i", "you", "we", "they", "he", "she", "to", "can", "will", "don't"]

  /// "looking", "making".
  private static func isDoing(_ word: String) -> Bool {
    guard word.hasSuffix("ing"), word.count > 5 else { return false }
    let stem = String(word.dropLast(3))
    return SummaryLexicon.isBase(stem) || SummaryLexicon.isBase(stem + "e")
      || stem.last == stem.dropLast().last && SummaryLexicon.isBase(String(stem.dropLast()))
  }

  /// A word that can be what "it" stands for: no word of every text, and no mere verb.
  static func isNoun(_ word: String) -> Bool {
    word.count > 2 && !StopWords.ofSummary.contains(word) && !SummaryLexicon.vague.contains(word)
      && !word.contains("'") && !word.hasSuffix("ly") && !SummaryLexicon.isVerb(word) && word.first?.isLetter == true
      && !isDoing(word)
  }
}
