/// Retells sentences in the third person. It says nothing that the sentence does not say: what it cannot turn
/// safely, it quotes.
struct Reporter {
  let cast: Cast

  /// What `sentence` says; `nil` when it only keeps the talk going.
  func report(_ sentence: [SummaryWord], turn: Int, speaker: String) -> Report? {
    let stripped = LeadStripper(sentence, cast: cast)
    let words = stripped.words
    guard words.contains(where: \.isWord) else { return nil }
    let addressee = stripped.called.flatMap { $0 == speaker ? nil : $0 } ?? cast.other(than: speaker)
    let teller = Teller(
      cast: cast, speaker: speaker, addressee: addressee, isPolite: stripped.isPolite)
    let told = stripped.isQuestion || asks(words) ? QuestionTeller(teller: teller).tell(words) : teller.tell(words)
    let (kind, predicate) = told ?? teller.quoted(words, isQuestion: stripped.isQuestion)
    return Report(kind: kind, speaker: speaker, turn: turn, predicate: predicate, original: sentence)
  }
}

extension Reporter {
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
    let text = SummaryText.print(words)
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
    if let told = imperative(words) { return told }
    return statement(words)
  }

  private func rewritten(_ kind: Report.Kind, _ verb: String, _ rest: some Sequence<SummaryWord>) -> Told? {
    guard let body = rewriter.rewrite(Array(rest)) else { return nil }
    return (kind, plain(verb) + body)
  }

  private func imperative(_ words: [SummaryWord]) -> Told? {
    let first = words[0].lower
    let second = words.count > 1 ? words[1].lower : ""
    let isNegative = ["do", "please"].contains(first) && second == "n't" || first == "never"
    let body = lowered(isNegative ? Array(words.dropFirst(first == "never" ? 1 : 2)) : words)
    guard let verb = body.first?.lower, body.count > 1, SummaryVerbs.isBase(verb), !words[0].isName else { return nil }
    let next = body[1].lower
    if !isNegative, SummaryLexicon.auxiliaries.contains(next) && next != "have" || next == "," { return nil }
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

  private func statement(_ words: [SummaryWord]) -> Told? {
    var words = words
    // "Actually yesterday I ...": an adverb before the subject may stay behind.
    if words.count > 2, SummaryLexicon.midAdverbs.contains(words[0].lower), words[1].lower == "i" {
      words.removeFirst()
    }
    if words[0].lower == "i", words.count > 2 {
      guard let body = rewriter.rewrite(words) else { return nil }
      let name = cast.name(speaker).count
      return (.ownStatement, Array(body.dropFirst(name)))
    }
    guard let body = rewriter.rewrite(lowered(words)) else { return nil }
    guard hasVerb(words) else { return (.fragment, plain("says") + body) }
    let mentionsOther = addressee.map { label in body.contains { cast.name(label).contains($0) } } ?? true
    return (.statement, (mentionsOther ? plain("says") : plain("tells") + whom) + body)
  }

  /// The first word small unless it is a name or an abbreviation.
  func lowered(_ words: [SummaryWord]) -> [SummaryWord] {
    guard var first = words.first, !first.isName else { return words }
    let isKnown =
      cast.writesSmall(first) || SummaryLexicon.stopWords.contains(first.lower)
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
