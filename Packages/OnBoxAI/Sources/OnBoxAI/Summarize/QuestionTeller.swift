/// Retells questions: "When does it start?" becomes "asks Bo when it starts".
struct QuestionTeller {
  let teller: Teller

  private var asks: [SummaryWord] { teller.plain("asks") + teller.whom }

  func tell(_ words: [SummaryWord]) -> Teller.Told? {
    guard words.count > 1 else { return nil }
    let first = words[0].lower
    if SummaryLexicon.questionWords.contains(first) { return openQuestion(words) }
    if SummaryLexicon.auxiliaries.contains(first) { return yesNoQuestion(words) }
    if SummaryLexicon.subjectPronouns.contains(first), words.count > 2 {
      return finished(.question, asks + teller.plain("if"), words)
    }
    if SummaryVerbs.isBase(first) || first == "let's" { return teller.tell(words) }
    return nil
  }

  private func finished(_ kind: Report.Kind, _ lead: [SummaryWord], _ words: [SummaryWord]) -> Teller.Told? {
    // The rewriter must see "if" or "what" before a subject, so the clause's first word goes
    // through it.
    guard let body = teller.rewriter.rewrite(teller.lowered(words)) else { return nil }
    return (kind, lead + body)
  }

  // MARK: - Who, what, when ...

  private func openQuestion(_ words: [SummaryWord]) -> Teller.Told? {
    let lowers = words.map(\.lower)
    if lowers.count > 2, ["how", "what"].contains(lowers[0]), lowers[1] == "about" {
      let rest = Array(words.dropFirst(2))
      if rest[0].lower.hasSuffix("ing") { return finished(.suggestion, teller.plain("suggests"), rest) }
      return finished(.question, asks + teller.plain("about"), rest)
    }
    if lowers.count > 4, lowers[0] == "why", lowers[1] == "do", lowers[2] == "n't" {
      if lowers[3] == "we" { return finished(.suggestion, teller.plain("suggests they"), Array(words.dropFirst(4))) }
      if lowers[3] == "you" {
        guard !teller.whom.isEmpty else { return nil }
        return finished(.suggestion, teller.plain("suggests that") + teller.whom, Array(words.dropFirst(4)))
      }
    }
    guard let verb = lowers.prefix(7).dropFirst().firstIndex(where: { SummaryLexicon.auxiliaries.contains($0) }) else {
      return SummaryVerbs.isPast(lowers[1]) || lowers[1].hasSuffix("s") ? finished(.question, asks, words) : nil
    }
    let lead = Array(words[..<verb])
    if lead.contains(where: { SummaryLexicon.subjectPronouns.contains($0.lower) && $0.lower != "that" }) { return nil }
    let tail = Array(words[(verb + 1)...])
    guard let order = statementOrder(auxiliary: words[verb], tail, of: lead) else { return nil }
    if case .about(let phrase) = order { return finished(.question, asks + teller.plain("about"), phrase) }
    guard case .clause(let clause) = order else { return nil }
    return finished(.question, asks, lead + clause)
  }

  private enum Order {
    case clause([SummaryWord])
    case about([SummaryWord])
  }

  /// The words after a question word in the order of a statement.
  private func statementOrder(auxiliary: SummaryWord, _ tail: [SummaryWord], of lead: [SummaryWord]) -> Order? {
    var rest = tail
    var finite = [SummaryWord(auxiliary.lower)]
    if rest.first?.lower == "n't" { finite.append(rest.removeFirst()) }
    guard let next = rest.first else { return nil }
    if SummaryLexicon.subjectPronouns.contains(next.lower) {
      let isDeterminer =
        ["this", "that", "these", "those"].contains(next.lower) && rest.count > 1
        && !SummaryVerbs.isBase(rest[1].lower) && rest[1].isWord && !SummaryLexicon.prepositions.contains(rest[1].lower)
      if !isDeterminer { return .clause(clause([next], finite, Array(rest.dropFirst()))) }
    }
    let isBe = ["is", "are", "was", "were"].contains(auxiliary.lower)
    if isBe, lead.count == 1, lead[0].lower == "what", SummaryLexicon.determiners.contains(next.lower) {
      if rest.last?.lower == "like" { return .clause(Array(rest.dropLast()) + finite + rest.suffix(1)) }
      return rest.contains { $0.lower.hasSuffix("ing") } ? nil : .about(rest)
    }
    if isBe {
      if SummaryLexicon.determiners.contains(next.lower) || lead.count > 1 {
        return rest.count <= 5 ? .clause(rest + finite) : nil
      }
      return .clause(finite + rest)
    }
    if let split = verbAfterSubject(rest) {
      return .clause(clause(Array(rest[..<split]), finite, Array(rest[split...])))
    }
    // "Who can help?": the question word is the subject.
    if lead[0].lower == "who" || lead[0].lower == "what", SummaryVerbs.isBase(next.lower) {
      return .clause(finite + rest)
    }
    return nil
  }

  /// Where the verb stands after a subject of several words; `nil` when that cannot be told.
  private func verbAfterSubject(_ words: [SummaryWord]) -> Int? {
    let start = words.first.map { SummaryLexicon.determiners.contains($0.lower) } ?? false ? 2 : 1
    guard words.count > start else { return nil }
    return words.indices.prefix(7).dropFirst(start).first {
      SummaryVerbs.isBase(words[$0].lower) && !SummaryLexicon.determiners.contains(words[$0 - 1].lower)
        && !SummaryLexicon.prepositions.contains(words[$0 - 1].lower)
    }
  }

  /// "you" + "did" + "see it" becomes "you saw it".
  private func clause(_ subject: [SummaryWord], _ finite: [SummaryWord], _ rest: [SummaryWord]) -> [SummaryWord] {
    guard let auxiliary = finite.first?.lower, ["do", "does", "did"].contains(auxiliary), finite.count == 1 else {
      return subject + finite + rest
    }
    let verbIndex = rest.firstIndex { !SummaryLexicon.midAdverbs.contains($0.lower) } ?? 0
    guard rest.indices.contains(verbIndex) else { return subject + finite + rest }
    var rest = rest
    let verb = rest[verbIndex].lower
    if auxiliary == "did" {
      rest[verbIndex] = SummaryWord(SummaryVerbs.past(verb))
    } else if auxiliary == "does" {
      rest[verbIndex] = SummaryWord(SummaryVerbs.thirdPerson(verb))
    }
    return subject + rest
  }

  // MARK: - Yes or no

  private func yesNoQuestion(_ words: [SummaryWord]) -> Teller.Told? {
    var rest = Array(words.dropFirst())
    var finite = [SummaryWord(words[0].lower)]
    if rest.first?.lower == "n't" { finite.append(rest.removeFirst()) }
    guard let subject = rest.first, rest.count > 1 else { return nil }
    let auxiliary = finite[0].lower
    if subject.lower == "you", ["could", "would", "will", "can"].contains(auxiliary), finite.count == 1 {
      if let told = request(Array(rest.dropFirst()), auxiliary) { return told }
    }
    let lead = asks + teller.plain("if")
    if SummaryLexicon.subjectPronouns.contains(subject.lower) {
      let isDeterminer =
        ["this", "that", "these", "those"].contains(subject.lower) && rest.count > 2
        && !["be", "have", "work"].contains(rest[1].lower) && auxiliary != "is"
      if isDeterminer { return nil }
      return finished(.question, lead, clause([subject], finite, Array(rest.dropFirst())))
    }
    if let split = verbAfterSubject(rest), !["is", "are", "was", "were", "have", "has", "had"].contains(auxiliary) {
      return finished(.question, lead, clause(Array(rest[..<split]), finite, Array(rest[split...])))
    }
    return nil
  }

  private func canBeVerb(_ word: String) -> Bool {
    if SummaryVerbs.isBase(word) { return true }
    return word.count > 2 && word.allSatisfy(\.isLetter) && !StopWords.ofSummary.contains(word)
      && !SummaryLexicon.isMidAdverb(word) && !word.hasSuffix("ing") && !SummaryVerbs.isPast(word)
  }

  /// "could you open it" asks for something; "would you like tea" and "can you swim" only ask.
  private func request(_ words: [SummaryWord], _ auxiliary: String) -> Teller.Told? {
    var words = words
    var isPolite = teller.isPolite || words.contains { ["me", "us", "my"].contains($0.lower) }
    words.removeAll { word in
      guard ["please", "just", "possibly", "kindly"].contains(word.lower) else { return false }
      isPolite = isPolite || word.lower == "please"
      return true
    }
    guard let verb = words.first?.lower, canBeVerb(verb) else { return nil }
    if ["like", "be", "mind", "prefer", "want", "rather", "have", "say", "care", "think", "feel", "see"].contains(verb)
    {
      return nil
    }
    guard isPolite || auxiliary == "could" || auxiliary == "would", !teller.whom.isEmpty else { return nil }
    return finished(.request, asks + teller.plain("to"), words)
  }
}
