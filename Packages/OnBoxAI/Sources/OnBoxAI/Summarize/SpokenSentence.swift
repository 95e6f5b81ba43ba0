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
    body = Self.withoutRepeats(Self.withoutSplinters(Self.withoutSounds(words)))
    hesitations = words.count - body.count + body.count { SummaryLexicon.hedges.contains($0.lower) }
    stripStart()
    stripEnd()
    isBroken = isUnreadable(of: words.count)
  }

  /// "you have to" without a sign: what is spoken was cut there, what is written ends there.
  var isStranded: Bool { body.last.map { SummaryLexicon.stranded.contains($0.lower) && !$0.closes } ?? false }

  /// Lower case.
  var lowers: [String] { body.map(\.lower) }

  var asks: Bool { (body.last ?? lead.last)?.asks ?? false }

  // MARK: Inside

  private static func withoutSounds(_ words: [SpokenWord]) -> [SpokenWord] {
    var result = words.filter { !SummaryLexicon.sounds.contains($0.lower) }
    // The sign of the last stays.
    if let end = words.last, SummaryLexicon.sounds.contains(end.lower), let sign = end.text.last, ".?!".contains(sign),
      let last = result.last, !last.isParted
    {
      result[result.count - 1] = last.with(last.text + String(sign))
    }
    return result
  }

  private static func withoutSplinters(_ words: [SpokenWord]) -> [SpokenWord] {
    var result: [SpokenWord] = []
    for (index, word) in words.enumerated().reversed() {
      let before = index > 0 ? words[index - 1].lower : ""
      if !isSplinter(word, after: before, before: result.last?.lower ?? "") { result.append(word) }
    }
    return result.reversed()
  }

  /// The start of a word that was then said whole: "s so", "wh what", "Th this".
  private static func isSplinter(_ word: SpokenWord, after before: String, before next: String) -> Bool {
    let lower = word.lower
    guard lower.count < 4, !word.isParted, lower.allSatisfy(\.isLetter), !next.isEmpty else { return false }
    let isCapitals = word.text.count > 1 && word.text == word.text.uppercased()
    if lower.count == 1, !["a", "i", "o"].contains(lower), SummaryLexicon.pronouns.contains(next) || next == "so" {
      return true
    }
    // "A at", "s some".
    if lower.count == 1, before.isEmpty, next.count > 1, next.hasPrefix(lower), StopWords.common.contains(next) {
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
        guard first.map(\.lower) == second.map(\.lower) else { return isRestart(first, second) }
        return length > 1 || index == 0 && words[index].lower == "so"
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

  /// "the regu the regular", "we w we want": said again from the start of a word that broke off.
  private static func isRestart(_ first: ArraySlice<SpokenWord>, _ second: ArraySlice<SpokenWord>) -> Bool {
    guard first.count > 1, let broken = first.last, let whole = second.last,
      zip(first.dropLast(), second).allSatisfy({ $0.lower == $1.lower })
    else { return false }
    return whole.lower.hasPrefix(broken.lower) && !broken.isParted && broken.lower != "a" && broken.lower != "i"
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
        // "You know what it costs", "Let me see the bill" say something; "Thank you for coming" is
        // one thing.
        let isParted = body[phrase.count - 1].isParted
        if phrase.contains("see") || phrase[0].hasPrefix("thank"), !isParted { return }
        if phrase.contains("know"), !isParted, SummaryLexicon.questionWords.contains(body[phrase.count].lower) {
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
          || ["alright", "right"].contains(first.lower) && SummaryLexicon.pronouns.contains(next?.lower ?? "")
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
    if SummaryLexicon.dangling.contains(last.lower), !last.asks { return true }
    if last.lower == "then", body.count > 1, ["but", "and"].contains(body[body.count - 2].lower) { return true }
    if body.contains(where: { $0.text.hasSuffix("-") || $0.text.contains("--") }) { return true }
    // A dash at an edge: somebody cut in.
    let edges = [body[0].text.first, last.text.last { !".!?".contains($0) }].compactMap(\.self)
    if edges.contains(where: { "—–".contains($0) }) {
      return true
    }
    if lacksMain || lacksVerb { return true }
    if lowers.count > 1, lowers[0] == "you", SummaryLexicon.pronouns.contains(lowers[1]) { return true }
    if zip(body, body.dropFirst()).contains(where: Self.restarts) || stumbles { return true }
    return body.count > Self.mostWords || hesitations > 2 + count / 8
  }

  /// "If we have a better shape, or more options.": what follows from it was not said.
  private var lacksMain: Bool {
    let lowers = lowers
    guard let first = lowers.first, SummaryLexicon.subordinators.contains(first), lowers.count > 4, !asks else {
      return false
    }
    let rest = lowers.indices.dropFirst(2).filter { index in
      let starts =
        body[index - 1].isParted && !["or", "and", "if", "when"].contains(lowers[index]) || lowers[index] == "then"
        || SummaryLexicon.pronouns.contains(lowers[index]) || SummaryLexicon.subjects.contains(lowers[index])
      return starts && lowers[index...].prefix(7).contains { SummaryLexicon.isVerb($0) }
    }
    return rest.isEmpty
  }

  /// "I almost exactly what you said": what the speaker does was not said.
  private var lacksVerb: Bool {
    let lowers = lowers
    guard let first = lowers.first, ["i", "we", "they", "he", "she"].contains(first) else { return false }
    let rest = lowers.dropFirst().drop { $0.hasSuffix("ly") || ["almost", "just", "also"].contains($0) }
    guard let next = rest.first, !SummaryLexicon.isVerb(next) else { return false }
    return SummaryLexicon.questionWords.contains(next) || Self.startsNoNoun.contains(next)
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
      // "is there are there".
      if Self.being.contains(word), Self.being.contains(lowers[index + 2]), SummaryLexicon.subjects.contains(middle) {
        return true
      }
      guard word == lowers[index + 2], !body[index].isParted, !body[index + 1].isParted else { return false }
      // "the longer the better" is none, nor is "a bit of a".
      if ["the", "a", "an"].contains(word) {
        let before = index > 0 ? lowers[index - 1] : ""
        return !middle.hasSuffix("er") && !["of", "from", "for", "than", "more", "less"].contains(middle)
          && !Self.beforeTwo.contains(before)
      }
      return ["a", "an", "the", "i", "is"].contains(middle)
        || middle.count < 4 && !StopWords.common.contains(middle) && !SummaryLexicon.isVerb(middle)
    }
  }

  /// What no noun begins with after "the".
  private static let startsNoNoun = SummaryLexicon.pronouns.union(SummaryLexicon.ties).union([
    "the", "a", "an", "to", "of", "is", "are", "was", "and", "all", "that", "this", "there", "what", "when", "where",
    "if", "in", "on", "at", "for", "with", "some", "any", "everything", "something", "have", "has", "yeah", "okay",
  ])
  /// "give the boy the ball", "in the end the ball": what "the … the" may follow.
  private static let beforeTwo: Set<String> = [
    "give", "gave", "show", "send", "tell", "hand", "bring", "lend", "offer", "ask", "pay", "is",
    "in", "at", "by", "on", "for", "of", "from", "all", "with", "after", "to",
  ]
  private static let being: Set<String> = ["is", "are", "was", "were"]

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
      return !["it", "you"].contains(word.lower) || word.lower == next.lower || next.lower.contains("'")
    }
    switch word.lower {
    case "the", "a", "an": return next.lower != "then" && startsNoNoun.contains(next.lower)
    case "i", "we", "they", "he", "she":
      return ["the", "a", "to", "of", "for", "and", "but"].contains(next.lower)
    case "of", "to", "with", "for", "be":
      return ["is", "are", "we'll", "i'll", "of", "i", "we", "they", "he", "she", "can", "will"].contains(next.lower)
        && word.lower != next.lower
    default: return false
    }
  }
}
