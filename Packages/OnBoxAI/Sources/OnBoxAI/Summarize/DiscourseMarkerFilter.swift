/// Takes off what stands at the edges of a sentence and says nothing: "Well, Bo, ...", "...,
/// please", "..., isn't it?"
struct DiscourseMarkerFilter {
  private(set) var words: [SummaryWord]
  /// Somebody of the conversation was called by name.
  private(set) var called: String?
  private(set) var isPolite = false
  private(set) var isQuestion = false
  /// The sentence began with a yes or a no.
  private(set) var answer: Bool?

  private static let always = Set(English.words("summaries.always"))

  init(_ sentence: [SummaryWord], cast: Cast) {
    words = sentence
    if zip(words, words.dropFirst()).contains(where: { $0.lower == "would" && $1.lower == "better" }),
      let place = words.firstIndex(where: { $0.lower == "would" })
    {
      words[place] = SummaryWord("had")
    }
    while let last = words.last, !last.isWord, last.lower != ")", !last.isQuoteSign {
      if last.lower == "?" || last.lower == "？" { isQuestion = true }
      words.removeLast()
    }
    words.removeAll { ["um", "uh", "uhm", "er", "erm", "mm", "hmm"].contains($0.lower) }
    words = Self.withoutAsides(Self.withoutRepeats(words))
    stripStart(cast)
    stripEnd(cast)
  }

  private mutating func stripStart(_ cast: Cast) {
    while let first = words.first {
      let next = words.count > 1 ? words[1] : nil
      let hasComma = next.map { !$0.isWord } ?? true
      if !first.isWord {
        words.removeFirst()
      } else if first.lower == "yes" || first.lower == "no" && hasComma {
        answer = first.lower == "yes"
        words.removeFirst()
      } else if first.lower == "please" {
        isPolite = true
        words.removeFirst()
      } else if Self.always.contains(first.lower) || hasComma && SummaryLexicon.openers.contains(first.lower) {
        if SummaryLexicon.yesWords.contains(first.lower) { answer = true }
        words.removeFirst()
      } else if first.lower == "so", let next,
        SummaryLexicon.subjectPronouns.contains(next.lower)
          || SummaryLexicon.auxiliaries.contains(next.lower) || SummaryLexicon.questionWords.contains(next.lower)
      {
        words.removeFirst()
      } else if let label = cast.named(first), hasComma || first.lower.hasPrefix("@") {
        called = label
        words.removeFirst()
      } else if hasComma, words.count > 3, first.text.first?.isUppercase == true, isNameLike(first),
        Self.beginsClause(words[2])
      {
        words.removeFirst()
      } else if Self.hedges.contains(where: { starts(with: $0) }) {
        words.removeFirst(2)
      } else if starts(with: ["excuse", "me"]) || starts(with: ["of", "course"]) || starts(with: ["thank", "you", ","])
      {
        if first.lower == "of" { answer = true }
        words.removeFirst(2)
      } else if starts(with: ["i", "am", "afraid"]) || starts(with: ["i", "am", "sorry"]) && words.count > 5 {
        words.removeFirst(3)
      } else {
        return
      }
    }
  }

  private static let hedges = [["you", "know"], ["i", "mean"]]

  private func starts(with lowers: [String]) -> Bool {
    words.count > lowers.count && zip(words, lowers).allSatisfy { $0.lower == $1 }
  }

  private func isNameLike(_ word: SummaryWord) -> Bool {
    !StopWords.ofSummary.contains(word.lower) && !SummaryVerbs.isBase(word.lower)
      && !SummaryLexicon.conjunctions.contains(word.lower)
  }

  private static func beginsClause(_ word: SummaryWord) -> Bool {
    SummaryLexicon.subjectPronouns.contains(word.lower) || SummaryLexicon.auxiliaries.contains(word.lower)
      || SummaryLexicon.questionWords.contains(word.lower) || SummaryVerbs.isBase(word.lower)
      || SummaryLexicon.determiners.contains(word.lower)
  }

  private mutating func stripEnd(_ cast: Cast) {
    while words.count > 2 {
      guard let comma = words.lastIndex(where: { $0.lower == "," }), comma > 0 else {
        if words.last?.lower == "please" {
          isPolite = true
          words.removeLast()
          continue
        }
        return
      }
      let tail = words[(comma + 1)...]
      let lowers = tail.map(\.lower)
      guard let first = tail.first else {
        words.removeLast()
        continue
      }
      if lowers == ["please"] {
        isPolite = true
      } else if tail.count == 1, let label = cast.named(first) {
        called = called ?? label
      } else if tail.count == 1, first.text.first?.isUppercase == true, isNameLike(first), comma > 2,
        !words[..<comma].contains(where: { $0.lower == "," })
      {
        // A vocative: "I can't come, Ann".
      } else if lowers.count <= 4, isTag(lowers) {
        isQuestion = true
      } else if lowers.count <= 2, lowers.allSatisfy({ Self.emptyTail.contains($0) }) {
        // "..., you know", "..., sir".
      } else {
        return
      }
      words.removeSubrange(comma...)
    }
  }

  private static let emptyTail = Set(English.words("summaries.emptyTail"))

  private func isTag(_ lowers: [String]) -> Bool {
    if lowers == ["right"] || lowers == ["okay"] { return true }
    guard let first = lowers.first, let last = lowers.last, lowers.count >= 2 else { return false }
    return SummaryLexicon.auxiliaries.contains(first) && SummaryLexicon.subjectPronouns.contains(last)
  }

  /// Without ", you know," and "sort of".
  private static func withoutAsides(_ words: [SummaryWord]) -> [SummaryWord] {
    var result: [SummaryWord] = []
    var index = 0
    while index < words.count {
      let lower = words[index].lower
      let next = index + 1 < words.count ? words[index + 1].lower : ""
      let after = index + 2 < words.count ? words[index + 2] : nil
      let before = result.last
      let isAside =
        [["you", "know"], ["i", "mean"], ["you", "see"]].contains([lower, next])
        && before?.lower == "," && (after.map { !$0.isWord } ?? true)
      let softens =
        ["sort", "kind"].contains(lower) && next == "of"
        && !(before.map { SummaryLexicon.determiners.contains($0.lower) || $0.lower == "what" || $0.lower == "of" }
          ?? true)
      if isAside {
        result.removeLast()
        index += 2
      } else if softens {
        index += 2
      } else {
        result.append(words[index])
        index += 1
      }
    }
    return result
  }

  /// "the the" and "I I" said once.
  private static func withoutRepeats(_ words: [SummaryWord]) -> [SummaryWord] {
    var result: [SummaryWord] = []
    for word in words {
      if let last = result.last, last.lower == word.lower, word.isWord, word.lower.count < 5,
        !["that", "had", "very", "so"].contains(word.lower)
      {
        continue
      }
      result.append(word)
    }
    return result
  }
}
