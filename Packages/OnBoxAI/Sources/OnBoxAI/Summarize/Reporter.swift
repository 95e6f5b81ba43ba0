/// Retells sentences in the third person. It says nothing that the sentence does not say: what it
/// cannot turn safely, it quotes.
struct Reporter {
  let cast: Cast

  /// What `sentence` says; `nil` when it only keeps the talk going.
  func report(_ sentence: [SummaryWord], turn: Int, speaker: String) -> Report? {
    let stripped = DiscourseMarkerFilter(sentence, cast: cast)
    let words = stripped.words
    guard words.contains(where: \.isWord) else { return nil }
    let addressee = stripped.called.flatMap { $0 == speaker ? nil : $0 } ?? cast.other(than: speaker)
    let teller = Teller(
      cast: cast, speaker: speaker, addressee: addressee, isPolite: stripped.isPolite || stripped.called != nil)
    let mustQuote = Self.quotesPerson(sentence) || !Self.isEnglish(words)
    let told =
      mustQuote
      ? nil : stripped.isQuestion || asks(words) ? QuestionTeller(teller: teller).tell(words) : teller.tell(words)
    let (kind, predicate) = told ?? teller.quoted(words, isQuestion: stripped.isQuestion)
    return Report(kind: kind, speaker: speaker, turn: turn, predicate: predicate, original: sentence)
  }
}

extension Reporter {
  /// A quotation in which somebody else may be "I": nothing in it may be turned.
  private static func quotesPerson(_ words: [SummaryWord]) -> Bool {
    words.contains(where: \.isQuoteSign)
      && words.contains { ["i", "me", "my", "you", "your", "we", "our", "us"].contains($0.lower) }
  }

  /// Whether enough of English stands in `words` to rewrite them by English rules.
  private static func isEnglish(_ words: [SummaryWord]) -> Bool {
    let spoken = words.filter { $0.isWord && !$0.isName }
    let known = spoken.count {
      StopWords.ofSummary.contains($0.lower) || SummaryLexicon.openedStems.contains($0.lower)
        || SummaryVerbs.isBase($0.lower)
    }
    let isForeign = spoken.contains { $0.text.unicodeScalars.contains { $0.value > 0xBF } }
    if isForeign { return known * 3 >= spoken.count }
    return spoken.count < 4 || known * 6 >= spoken.count
  }

  /// A question without its sign: "do you have a minute".
  private func asks(_ words: [SummaryWord]) -> Bool {
    guard words.count > 2 else { return false }
    let (first, second) = (words[0].lower, words[1].lower)
    if SummaryLexicon.auxiliaries.contains(first), ["i", "you", "he", "she", "it", "we", "they"].contains(second) {
      return true
    }
    return SummaryLexicon.questionWords.contains(first) && SummaryLexicon.auxiliaries.contains(second)
      && SummaryLexicon.subjectPronouns.contains(words[2].lower)
  }
}

/// Retells what is no question.
struct Teller {
  typealias Told = (Report.Kind, [SummaryWord])

  let cast: Cast
  let speaker: String
  let addressee: String?
  let isPolite: Bool

  var rewriter: PersonRewriter { PersonRewriter(cast: cast, speaker: speaker, addressee: addressee) }
  /// The addressee's name, or nothing.
  var whom: [SummaryWord] { addressee.map { cast.name($0) } ?? [] }

  func plain(_ text: String) -> [SummaryWord] { text.split(separator: " ").map { SummaryWord(String($0)) } }

  /// The words in quotation marks: what cannot be turned is not turned.
  func quoted(_ words: [SummaryWord], isQuestion: Bool) -> Told {
    // A few words are enough to know it again.
    var text = SummaryText.print(Array(words.prefix(22)))
    if words.count > 22 || text.count > 160 { text = text.prefix(160) + "…" }
    let body = "“" + text.prefix(1).uppercased() + text.dropFirst() + (isQuestion ? "?”" : "”")
    let verb = plain(isQuestion ? "asks" : "says")
    return (isQuestion ? .question : .fragment, verb + [SummaryWord(",")] + [SummaryWord(body, isName: true)])
  }

  func tell(_ words: [SummaryWord]) -> Told? {
    let first = words[0].lower
    let second = words.count > 1 ? words[1].lower : ""
    if first == "let's" || first == "lets" { return rewritten(.suggestion, "suggests they", words.dropFirst()) }
    if first == "thank" || first == "thanks", second == "you" || second == "for", words.count > 2 {
      let rest = words.drop { ["thank", "thanks", "you"].contains($0.lower) }
      return rewritten(.thanks, "thanks", whom + rest)
    }
    if let told = conditionalOrder(words) ?? imperative(words) { return told }
    return statement(words)
  }

  private func rewritten(_ kind: Report.Kind, _ verb: String, _ rest: some Sequence<SummaryWord>) -> Told? {
    guard let body = rewriter.rewrite(Array(rest)) else { return nil }
    return (kind, plain(verb) + body)
  }

  /// "If you see her, tell her" asks for something under a condition, which goes last.
  private func conditionalOrder(_ words: [SummaryWord]) -> Told? {
    guard ["if", "when", "once"].contains(words[0].lower), let comma = words.firstIndex(where: { $0.lower == "," }),
      comma > 2, comma + 2 < words.count
    else { return nil }
    let order = words[(comma + 1)...].drop { ["please", "then", "just"].contains($0.lower) }
    guard let (kind, told) = imperative(Array(order)), let condition = rewriter.rewrite(lowered(Array(words[..<comma])))
    else { return nil }
    return (kind, told + condition)
  }

  private func imperative(_ words: [SummaryWord]) -> Told? {
    let first = words[0].lower
    let second = words.count > 1 ? words[1].lower : ""
    let isNegative = ["do", "please"].contains(first) && second == "n't" || first == "never"
    let body = lowered(isNegative ? Array(words.dropFirst(first == "never" ? 1 : 2)) : words)
    guard let verb = body.first?.lower, body.count > 1, SummaryVerbs.isBase(verb), !words[0].isName else { return nil }
    let next = body[1].lower
    if !isNegative, SummaryLexicon.auxiliaries.contains(next) && next != "have" || next == "," { return nil }
    if verb == "miss", body[1].text.first?.isUppercase == true { return nil }
    if !isNegative, isSubject(body) { return nil }
    if verb == "let", next == "me" {
      guard body.count > 3, !["see", "think"].contains(body[2].lower) else { return nil }
      if body[2].lower != "know" { return rewritten(.statement, "offers to", body.dropFirst(2)) }
    }
    if verb == "have" && !isPolite && !["a", "some"].contains(next) { return nil }
    guard let rest = rewriter.rewrite(body) else { return nil }
    let to = plain(isNegative ? "not to" : "to")
    if isPolite { return (.request, plain("asks") + (whom.isEmpty ? plain("the others") : whom) + to + rest) }
    return (.request, plain("tells") + (whom.isEmpty ? plain("the others") : whom) + to + rest)
  }

  /// "Book club moved to Friday": what looks like an order is the subject of a verb that follows.
  private func isSubject(_ words: [SummaryWord]) -> Bool {
    if isNounWithPlace(words) { return true }
    for word in words.dropFirst().prefix(4) {
      if SummaryLexicon.subjectPronouns.contains(word.lower) || SummaryLexicon.conjunctions.contains(word.lower)
        || SummaryLexicon.determiners.contains(word.lower) || ["me", "him", "them", "us", "sure"].contains(word.lower)
      {
        return false
      }
      if SummaryLexicon.auxiliaries.contains(word.lower), !["do", "have"].contains(word.lower) { return true }
      if SummaryVerbs.isPast(word.lower), !word.lower.hasSuffix("eed") { return true }
    }
    return false
  }

  /// "Fix for the accents is deployed", but not "Look for the key that is under the mat".
  private func isNounWithPlace(_ words: [SummaryWord]) -> Bool {
    guard words.count > 3, SummaryLexicon.prepositions.contains(words[1].lower) else { return false }
    let verbs = ["is", "are", "was", "were", "has", "will"]
    let clauseMarks = [",", "that", "which", "who", "where", "what", "how"]
    let end = words.dropFirst(2).prefix(6).first { word in
      verbs.contains(word.lower) || clauseMarks.contains(word.lower)
        || SummaryLexicon.conjunctions.contains(word.lower) || SummaryLexicon.subjectPronouns.contains(word.lower)
    }
    return end.map { verbs.contains($0.lower) } ?? false
  }

  private func statement(_ words: [SummaryWord]) -> Told? {
    var words = words
    // "Actually yesterday I ...": an adverb before the subject may stay behind.
    if words.count > 2, SummaryLexicon.midAdverbs.contains(words[0].lower), words[1].lower == "i" {
      words.removeFirst()
    }
    if words[0].lower == "i", words.count > 2, takesVerb(words) {
      guard let body = rewriter.rewrite(words) else { return nil }
      let name = cast.name(speaker).count
      return (.ownStatement, Array(body.dropFirst(name)))
    }
    if words[0].lower == "i", words.count > 1, !words[1].lower.hasPrefix("'"), !takesVerb(words) { return nil }
    guard let body = rewriter.rewrite(lowered(words)) else { return nil }
    guard hasVerb(words) else { return (.fragment, plain("says") + body) }
    let mentionsOther = addressee.map { label in body.contains { cast.name(label).contains($0) } } ?? true
    return (.statement, (mentionsOther ? plain("says") : plain("tells") + whom) + body)
  }

  /// After "I" and its adverbs stands what can be a verb.
  private func takesVerb(_ words: [SummaryWord]) -> Bool {
    guard let next = words.dropFirst().first(where: { !SummaryLexicon.isMidAdverb($0.lower) }) else { return false }
    if SummaryVerbs.isBase(next.lower) || SummaryLexicon.auxiliaries.contains(next.lower) { return true }
    return next.isWord && !SummaryLexicon.determiners.contains(next.lower)
      && !SummaryLexicon.prepositions.contains(next.lower) && !SummaryLexicon.conjunctions.contains(next.lower)
      && !SummaryLexicon.subjectPronouns.contains(next.lower) && next.lower.count > 2
  }

  /// The first word small unless it is a name or an abbreviation.
  func lowered(_ words: [SummaryWord]) -> [SummaryWord] {
    guard var first = words.first, !first.isName else { return words }
    let isKnown =
      cast.writesSmall(first) || StopWords.ofSummary.contains(first.lower)
      || SummaryLexicon.conjunctions.contains(first.lower)
      || SummaryLexicon.determiners.contains(first.lower) || SummaryVerbs.isBase(first.lower)
      || SummaryLexicon.midAdverbs.contains(first.lower) || first.lower.hasSuffix("ing") || first.lower.hasSuffix("ly")
    if isKnown, first.lower != "i" { first.text = first.lower }
    return [first] + words.dropFirst()
  }

  private func hasVerb(_ words: [SummaryWord]) -> Bool {
    words.contains { word in
      SummaryLexicon.auxiliaries.contains(word.lower) || word.lower == "n't" || word.lower.hasSuffix("'s")
        || SummaryVerbs.isPast(word.lower) || SummaryVerbs.isBase(word.lower)
        || word.lower.hasSuffix("s") && SummaryVerbs.isBase(String(word.lower.dropLast()))
    }
  }
}
