/// Tells whether a sentence reads badly. A long talk holds enough others that say as much.
enum Fluency {
  /// From here on a sentence without a sign inside is read twice.
  private static let longWithoutSigns = 20
  private static let longest = 32

  /// It begins anew, runs on or stops short.
  static func isRough(_ words: [SpokenWord]) -> Bool {
    let lowers = words.map(\.lower)
    return beginsAnew(words, lowers) || hedgesInside(words, lowers) || runsOn(words, lowers)
      || stopsShort(words, lowers) || jumps(words, lowers)
  }

  /// "I just I think", "we should we could": a subject, and another before the first did anything.
  private static func beginsAnew(_ words: [SpokenWord], _ lowers: [String]) -> Bool {
    lowers.indices.contains { start in
      if begins(start, words, lowers) { return true }
      guard doers.contains(lowers[start]), !words[start].isParted else { return false }
      let between = lowers[(start + 1)...].prefix(4).prefix { isLight($0) }
      let next = start + 1 + between.count
      guard !between.isEmpty, between.count < 4, next < lowers.count,
        !words[start..<next].contains(where: \.isParted)
      else { return false }
      return doers.contains(lowers[next])
        || SummaryLexicon.pronouns.contains(lowers[next]) && lowers[next].contains("'")
    }
  }

  /// "is are these", "I call I am".
  private static func begins(_ start: Int, _ words: [SpokenWord], _ lowers: [String]) -> Bool {
    guard start + 1 < lowers.count, !words[start].isParted else { return false }
    let (word, next) = (lowers[start], lowers[start + 1])
    if being.contains(word) { return being.contains(next) }
    guard doers.contains(word), start + 2 < lowers.count, !words[start + 1].isParted else { return false }
    return SummaryLexicon.isBase(next) && !saying.contains(next) && doers.contains(lowers[start + 2])
  }

  /// What may stand between a subject and what it does.
  private static func isLight(_ word: String) -> Bool {
    SummaryLexicon.auxiliaries.contains(word) || word.hasSuffix("ly") && word.count > 4
      || ["just", "also", "still", "even", "always", "never"].contains(word)
  }

  /// "the screen I think the colours", "made it yeah so": what is said to win time.
  private static func hedgesInside(_ words: [SpokenWord], _ lowers: [String]) -> Bool {
    lowers.indices.dropFirst().contains { index in
      guard !words[index - 1].isParted else {
        // "sometimes, you know, it was".
        return lowers[index] == "you" && index + 2 < lowers.count && lowers[index + 1] == "know"
          && words[index + 1].isParted
      }
      let (word, before) = (lowers[index], lowers[index - 1])
      let next = index + 1 < lowers.count ? lowers[index + 1] : ""
      if ["yeah", "yep", "wow", "oh"].contains(word) { return !["say", "said", "a"].contains(before) }
      if word == "okay" { return SummaryLexicon.pronouns.contains(next) }
      guard hedges.stands(at: index, in: lowers), !expectsThought(before) else { return false }
      let after = index + 2 < lowers.count ? lowers[index + 2] : ""
      return word != "you" || !SummaryLexicon.questionWords.contains(after) && after != "that"
    }
  }

  /// Clauses one after the other without a sign or a word between them.
  private static func runsOn(_ words: [SpokenWord], _ lowers: [String]) -> Bool {
    guard !words.dropLast().contains(where: \.isParted), words.count > longWithoutSigns else { return false }
    if words.count > longest { return true }
    return lowers.indices.dropFirst().dropLast().contains { index in
      let subject = String(lowers[index].prefix { $0 != "'" })
      guard doers.contains(subject), !links(lowers[index - 1]) else { return false }
      return subject != lowers[index] || SummaryLexicon.isVerb(lowers[index + 1])
    }
  }

  /// "the office which specifies what kind of.", "a set for.": the end was not said.
  private static func stopsShort(_ words: [SpokenWord], _ lowers: [String]) -> Bool {
    guard let last = lowers.last, lowers.count > 2, words.last?.asks == false else { return false }
    let before = lowers[lowers.count - 2]
    if last == "of" { return ["kind", "sort", "lot", "bit", "couple"].contains(before) || !isOpened(lowers) }
    if ["for", "with", "from", "at", "by", "into"].contains(last) { return !isOpened(lowers) }
    if last == "that" { return SummaryLexicon.auxiliaries.contains(before) }
    if ["we", "i", "they"].contains(last) { return !["than", "as", "and", "do", "are", "am"].contains(before) }
    if being.contains(last) { return ["which", "who", "that"].contains(before) }
    return last == "so" && !["do", "think", "hope", "say", "said", "even", "or", "guess", "believe"].contains(before)
  }

  /// "what it is for", "somebody to work with": what the last word belongs to stands before it.
  private static func isOpened(_ lowers: [String]) -> Bool {
    lowers.dropLast().contains { SummaryLexicon.questionWords.contains($0) || $0 == "to" }
  }

  /// "to use and an LCD", "the note of and": a word that wants another gets none.
  private static func jumps(_ words: [SpokenWord], _ lowers: [String]) -> Bool {
    lowers.indices.dropLast().contains { index in
      guard !words[index].isParted else { return false }
      let (word, next) = (lowers[index], lowers[index + 1])
      if ["of", "from", "with", "and", "but"].contains(word), ["and", "but", "because"].contains(next) { return true }
      let after = index + 2 < lowers.count ? lowers[index + 2] : ""
      if word == "of", ["at", "in", "on", "for", "with"].contains(next) {
        return !["least", "most", "all", "about"].contains(after) && !next.contains("-")
      }
      if index == 0, word.hasSuffix("ing"), ["and", "but", "so"].contains(next), !after.hasSuffix("ing") {
        return word.count > 5
      }
      return index > 0 && lowers[index - 1] == "to" && SummaryLexicon.isBase(word) && ["and", "or"].contains(next)
        && ["a", "an", "the"].contains(after)
    }
  }

  /// Nobody does or is anything in it: "and a few of the others", "a set of parts that work".
  static func lacksClause(_ words: [SpokenWord]) -> Bool {
    let lowers = words.map(\.lower)
    guard let first = lowers.first else { return true }
    if SummaryLexicon.isBase(first) || ["let's", "please", "don't"].contains(first) { return false }
    return !lowers.indices.dropFirst().contains { index in
      let before = lowers[index - 1]
      guard SummaryLexicon.isVerb(lowers[index]) else { return doers.contains(before) }
      if ["that", "which", "who"].contains(before), index > 1 { return false }
      if SummaryLexicon.auxiliaries.contains(lowers[index]) { return true }
      let isNoun = SummaryLexicon.determiners.contains(before) && !SummaryLexicon.subjects.contains(before)
      if isNoun || before == "to" { return false }
      // "parts that help it work": nothing works by itself there.
      let isHelped = index > 1 && SummaryLexicon.isVerb(lowers[index - 2]) && !doers.contains(before)
      return SummaryLexicon.subjects.contains(before) && !isHelped || isLight(before)
        || !SummaryLexicon.isBase(lowers[index]) && !StopWords.common.contains(before)
    } && !lowers.contains(where: isContracted)
  }

  private static func isContracted(_ word: String) -> Bool {
    SummaryLexicon.pronouns.contains(word) && word.contains("'") || word.hasSuffix("n't")
  }

  /// "because I think", "what do you know".
  private static func expectsThought(_ word: String) -> Bool {
    SummaryLexicon.ties.contains(word) || SummaryLexicon.subordinators.contains(word)
      || SummaryLexicon.questionWords.contains(word) || linking.contains(word) || word.hasSuffix("ly")
      || SummaryLexicon.auxiliaries.contains(word) && !being.contains(word)
  }

  /// After it a clause may begin: "because we", "think they", "should we".
  private static func links(_ word: String) -> Bool {
    SummaryLexicon.ties.contains(word) || SummaryLexicon.subordinators.contains(word)
      || SummaryLexicon.questionWords.contains(word) || SummaryLexicon.isVerb(word) || linking.contains(word)
      || word.hasSuffix("ly") || word.hasSuffix("ing")
  }

  private static let doers: Set<String> = ["i", "we", "they", "he", "she"]
  private static let being: Set<String> = ["is", "are", "was", "were", "am"]
  /// What may be followed by a clause at once: "I think we".
  private static let saying: Set<String> = [
    "think", "hope", "know", "guess", "believe", "say", "mean", "wish", "see", "suppose", "feel", "assume", "bet",
    "understand", "promise", "suggest", "propose", "agree", "doubt", "remember", "hear", "expect", "like",
  ]
  private static let linking: Set<String> = [
    "that", "as", "than", "like", "before", "after", "till", "once", "maybe", "perhaps", "now", "today", "tomorrow",
    "sure", "all", "everything", "anything", "something", "way", "time", "and",
  ]
  private static let hedges = PhraseTable("summaries.inserted")
}
