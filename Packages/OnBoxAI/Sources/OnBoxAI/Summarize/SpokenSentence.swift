/// A sentence without what says nothing: sounds, repeated words, markers at its edges.
struct SpokenSentence: Sendable {
  /// "Yes," or "But": what stands first and ties it to what was said before. Printed only after
  /// that.
  private(set) var lead: [SpokenWord] = []
  /// The rest; empty when the sentence is a mere answer.
  private(set) var body: [SpokenWord]
  /// Restarted, cut off, or too long to be read.
  private(set) var isBroken = false
  /// How many sounds, restarts and hedges stand in it.
  private(set) var hesitations = 0

  private static let mostWords = 45

  init(_ words: [SpokenWord]) {
    body = Self.withoutRepeats(Self.withoutSounds(words))
    hesitations = words.count - body.count + body.count { SummaryLexicon.hedges.contains($0.lower) }
    stripStart()
    stripEnd()
    isBroken = isUnreadable(of: words.count)
  }

  /// Lower case.
  var lowers: [String] { body.map(\.lower) }

  var asks: Bool { (body.last ?? lead.last)?.asks ?? false }

  // MARK: Inside

  private static func withoutSounds(_ words: [SpokenWord]) -> [SpokenWord] {
    var result: [SpokenWord] = []
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1].lower : ""
      let before = index > 0 ? words[index - 1].lower : ""
      let isSplinter = isSplinter(word, after: before, before: next)
      guard SummaryLexicon.sounds.contains(word.lower) || isSplinter else {
        result.append(word)
        continue
      }
      // Its sign stays where a sentence ends.
      if let sign = word.text.last, ".?!".contains(sign), let last = result.last, !last.isParted,
        index + 1 == words.count
      {
        result[result.count - 1] = last.with(last.text + String(sign))
      }
    }
    return result
  }

  /// The start of a word that was then said whole: "s so", "wh what", "Th this".
  private static func isSplinter(_ word: SpokenWord, after before: String, before next: String) -> Bool {
    let lower = word.lower
    guard lower.count < 4, !word.isParted, lower.allSatisfy(\.isLetter), !next.isEmpty else { return false }
    let isCapitals = word.text.count > 1 && word.text == word.text.uppercased()
    if lower.count == 1, !["a", "i", "o"].contains(lower), SummaryLexicon.pronouns.contains(next) || next == "so" {
      return true
    }
    if lower == "th" || lower == "y" { return true }
    if isCapitals || before.contains(where: \.isNumber)
      || ["x", "u", "k", "mr", "mrs", "dr", "st", "tv", "km", "kg", "cm", "mm", "ms"].contains(lower)
    {
      return false
    }
    if !lower.contains(where: { "aeiouy".contains($0) }) {
      return next.hasPrefix(lower) || lower.count < 3 && word.text == lower
    }
    return next.count > lower.count && next.hasPrefix(lower) && !StopWords.ofSummary.contains(lower) && lower.count < 4
      && !SummaryLexicon.isVerb(lower)
  }

  /// "the the", "we have we have" said once.
  private static func withoutRepeats(_ words: [SpokenWord]) -> [SpokenWord] {
    var result: [SpokenWord] = []
    var index = 0
    while index < words.count {
      let repeated = (1...4).reversed().first { length in
        guard index + 2 * length <= words.count else { return false }
        let first = words[index..<index + length]
        let second = words[index + length..<index + 2 * length]
        guard first.map(\.lower) == second.map(\.lower) else { return false }
        return length > 1
          || !["that", "had", "very", "so", "no", "really", "many", "long"].contains(words[index].lower)
            && !words[index].isParted
          || words[index].text.hasSuffix(",") && length == 1 && words[index].lower.count < 4
            && words[index].lower != "no" && !startsClause(at: index + 1, in: words)
      }
      if let repeated {
        index += repeated
      } else {
        result.append(words[index])
        index += 1
      }
    }
    return result
  }

  /// "If you need it, it is there": what was said again is the subject of another clause.
  private static func startsClause(at index: Int, in words: [SpokenWord]) -> Bool {
    index > 1 && index + 1 < words.count && SummaryLexicon.isVerb(words[index + 1].lower)
      && words[..<(index - 1)].contains { SummaryLexicon.isVerb($0.lower) }
  }

  // MARK: Edges

  private mutating func stripStart() {
    while let first = body.first {
      let next = body.count > 1 ? body[1] : nil
      let isAlone = next == nil
      if let phrase = SummaryLexicon.markerPhrases.first(where: { body.count > $0.count && lowers.starts(with: $0) }) {
        if phrase.contains(where: { ["know", "see"].contains($0) }), !body[phrase.count - 1].isParted,
          SummaryLexicon.questionWords.contains(body[phrase.count].lower)
        {
          return
        }
        body.removeFirst(phrase.count)
      } else if let phrase = SummaryLexicon.answerPhrases.first(where: { lowers.starts(with: $0) }),
        body.count == phrase.count || body[phrase.count - 1].isParted
      {
        lead += body.prefix(phrase.count)
        body.removeFirst(phrase.count)
      } else if SummaryLexicon.answers.contains(first.lower),
        isAlone || first.isParted || SummaryLexicon.plainAnswers.contains(first.lower)
      {
        lead.append(body.removeFirst())
      } else if SummaryLexicon.markers.contains(first.lower),
        first.lower != "well" || next?.lower != "done" && next?.lower != "below"
      {
        body.removeFirst()
      } else if first.isParted, SummaryLexicon.partedMarkers.contains(first.lower), !isAlone {
        body.removeFirst()
      } else if !isAlone, SummaryLexicon.ties.contains(first.lower),
        !(first.lower == "so"
          && ["much", "many", "far", "long", "do", "did", "am", "is", "are", "does", "can", "will"].contains(
            next?.lower ?? ""))
      {
        lead.append(body.removeFirst())
      } else {
        return
      }
    }
  }

  private mutating func stripEnd() {
    while body.count > 2, let last = body.last {
      let lowers = lowers
      if let tail = SummaryLexicon.tails.first(where: {
        lowers.suffix($0.count).elementsEqual($0) && lowers.count > $0.count + 1
      }),
        body[body.count - tail.count - 1].isParted || ["and", "but", "or"].contains(tail[0])
      {
        if last.asks { return }
        let sign = last.text.last.flatMap { ".!?".contains($0) ? $0 : nil }
        body.removeLast(tail.count)
        close(with: sign ?? ".")
      } else {
        return
      }
    }
  }

  private mutating func close(with sign: Character) {
    guard let last = body.last else { return }
    var text = last.text
    while let end = text.last, ",;:-–".contains(end) { text.removeLast() }
    body[body.count - 1] = last.with(text.last.map { ".!?".contains($0) } ?? false ? text : text + String(sign))
  }

  private func isUnreadable(of count: Int) -> Bool {
    guard let last = body.last else { return false }
    if SummaryLexicon.dangling.contains(last.lower) && !last.asks { return true }
    if last.lower == "then", body.count > 1, ["but", "and"].contains(body[body.count - 2].lower) { return true }
    if body.contains(where: { $0.text.hasSuffix("-") || $0.text.contains("--") }) { return true }
    if zip(body, body.dropFirst()).contains(where: Self.restarts) || stumbles { return true }
    return body.count > Self.mostWords || hesitations > 2 + count / 8
  }

  private static func beginsAnew(_ word: String) -> Bool {
    StopWords.common.contains(word) || SummaryLexicon.pronouns.contains(word) || SummaryLexicon.answers.contains(word)
      || SummaryLexicon.markers.contains(word) || SummaryLexicon.auxiliaries.contains(word)
      || ["let", "there's", "whatever", "instead"].contains(word)
  }

  /// "a hard a hard kind", "it's im it's": a word said again after a short one, and marks of what
  /// could not be heard.
  private var stumbles: Bool {
    let lowers = lowers
    if lowers.contains("@") || body.contains(where: { $0.text.contains("{") })
      || body.contains(where: { $0.text.hasPrefix("@") && $0.lower == "@" })
    {
      return true
    }
    return lowers.indices.dropLast(2).contains { index in
      let (word, middle) = (lowers[index], lowers[index + 1])
      if ["the", "a", "an"].contains(lowers[index + 2]), ["the", "a", "an"].contains(word), !body[index + 1].isParted,
        !SummaryLexicon.isVerb(middle)
      {
        return !["of", "from", "for", "than"].contains(middle)
      }
      guard word == lowers[index + 2], !body[index].isParted, !body[index + 1].isParted else { return false }
      return ["a", "an", "the", "i", "is", "it"].contains(middle)
        || middle.count < 4
          && !["and", "by", "to", "or", "in", "on", "not", "as", "for", "but", "of", "so", "if"].contains(middle)
    }
  }

  /// "we've got, we're", "you you'll", "the view This is": the speaker began anew.
  private static func restarts(_ word: SpokenWord, _ next: SpokenWord) -> Bool {
    let pronouns = SummaryLexicon.pronouns
    let isSmall = next.text.dropFirst().allSatisfy { !$0.isUppercase }
    if next.isCapitalized, next.lower != "i", !next.lower.hasPrefix("i'"), isSmall, next.text != "No.",
      !CalendarWords.names.contains(next.lower), beginsAnew(next.lower),
      !word.isCapitalized, word.text.last.map({ !".!?…:".contains($0) }) ?? true,
      word.text.first.map({ $0.isLetter }) ?? false
    {
      return true
    }
    if word.isParted { return false }
    if word.lower == "that", next.lower == "that's" { return true }
    if pronouns.contains(word.lower), pronouns.contains(next.lower) {
      return !["it", "you"].contains(word.lower) || word.lower == next.lower || next.lower.hasPrefix(word.lower + "'")
    }
    switch word.lower {
    case "the", "a", "an":
      return [
        "the", "a", "an", "to", "of", "is", "we", "i", "you", "it's", "and", "all", "that", "this", "what", "when",
        "if", "but", "in", "some",
      ].contains(next.lower)
    case "i", "we", "they", "he", "she":
      return ["the", "a", "to", "of", "in", "for", "and", "but"].contains(next.lower)
    case "of", "to", "with", "for", "in":
      return ["is", "are", "we'll", "i'll", "of", "to"].contains(next.lower) && word.lower != next.lower + ""
    default: return false
    }
  }
}
