/// One sentence of a conversation, and what it does there.
struct SpokenLine: Sendable {
  enum Kind: Sendable {
    /// Greetings, thanks, sounds: never quoted by itself.
    case courtesy
    /// A mere yes, no, "I'm on it": quoted with what it answers only.
    case reply
    case question, request, proposal, statement
  }

  /// What a reply makes of what it answers.
  enum Reply: Sendable { case accepts, refuses, doubts }

  let turn: Int
  let speaker: String
  let sentence: SpokenSentence
  let kind: Kind
  /// Content words, stemmed, each once.
  let terms: [String]
  /// It points at something outside of itself, or is only a part of a sentence.
  let isOpen: Bool
  let isFragment: Bool
  let isSettlement: Bool
  let isClaim: Bool
  let isDecision: Bool
  let isTrouble: Bool
  /// It says what those who speak will do or hold for best.
  let isPlan: Bool
  /// It speaks of what those present see, or shows how something is handled.
  let isShowing: Bool
  /// It speaks of the meeting itself: slides, the agenda, who is next.
  let isProcedure: Bool
  /// Nobody does or is anything in it.
  var lacksClause: Bool { Fluency.lacksClause(sentence.body) }

  init(_ words: [SpokenWord], turn: Int, speaker: String, names: Set<String>) {
    self.turn = turn
    self.speaker = speaker
    sentence = SpokenSentence(words)
    let body = sentence.body
    let lowers = sentence.lowers
    terms = Array(Set(Self.terms(of: body))).sorted()
    kind = Self.kind(of: sentence)
    isFragment = !Self.hasClause(body) || Self.lacksSubject(lowers)
    let lead = sentence.lead.first?.lower
    let ties = Set(sentence.lead.map(\.lower))
    isOpen =
      isFragment && body.count < 9 || Self.isElliptic(sentence) || ties.isSuperset(of: ["but", "then"])
      || ["because", "or", "cuz", "'cause"].contains(lead)
      || OpenReference.first(in: body, names: names) != nil
    isSettlement = kind != .question && SummaryLexicon.settlements.stands(in: lowers)
    let concludes =
      sentence.lead.contains { $0.lower == "then" } && !sentence.lead.contains { ["and", "but"].contains($0.lower) }
      && ["we", "i", "we'll", "i'll"].contains(lowers.first ?? "")
    isDecision = kind != .question && (concludes || SummaryLexicon.decisions.stands(in: lowers))
    isTrouble = SummaryLexicon.troubles.stands(in: lowers)
    isPlan = kind != .question && SummaryLexicon.plans.stands(in: lowers)
    isShowing = SummaryLexicon.showing.stands(in: lowers)
    isProcedure = SummaryLexicon.procedure.stands(in: lowers)
    isClaim = SummaryLexicon.claims.stands(in: lowers)
  }

  /// As it is quoted where nothing before explains it.
  var words: [SpokenWord] { sentence.body.isEmpty ? sentence.lead : sentence.body }

  /// As it is quoted after what it is tied to.
  var tiedWords: [SpokenWord] {
    guard let tie = sentence.lead.last, let first = sentence.body.first, !tie.closes, first.isCapitalized,
      StopWords.common.contains(first.lower) || SummaryLexicon.pronouns.contains(first.lower), first.lower.first != "i"
    else { return sentence.lead + sentence.body }
    // "So That's fine": a sound stood between them.
    return sentence.lead + [first.with(first.text.prefix(1).lowercased() + first.text.dropFirst())]
      + sentence.body.dropFirst()
  }

  var count: Int { sentence.body.count + (sentence.body.isEmpty ? sentence.lead.count : 0) }

  /// "He", "them": the one it speaks of is not in it.
  var pointsAtSomebody: Bool {
    sentence.lowers.contains { ["he", "she", "him", "her", "his", "they", "them", "their"].contains($0) }
  }

  /// It asks for an answer.
  var wantsReply: Bool { [.question, .request, .proposal].contains(kind) }

  /// A number stands in it: a time, an amount, an address.
  var hasFigure: Bool {
    sentence.body.contains { word in
      word.lower.contains { $0.isNumber } || CalendarWords.names.contains(word.lower)
        || Self.figures.contains(word.lower)
    }
  }

  private static let figures: Set<String> = [
    "tomorrow", "tonight", "o'clock", "noon", "dollars", "pounds", "euros", "percent", "yuan", "minutes", "hours",
    "million",
    "thousand", "hundred",
  ]

  /// "I was there last week", "You go down": what one did, or how a thing is done.
  var isAnecdote: Bool {
    let lowers = sentence.lowers
    guard lowers.count > 1 else { return false }
    if lowers[0] == "you" { return kind == .statement && !isPlan }
    return lowers[0] == "i"
      && ["was", "had", "went", "met", "saw", "remember", "thought", "use", "got"].contains(lowers[1])
  }

  /// It asks when or how much, or proposes a time or a number: a figure answers it.
  var asksAmount: Bool {
    let lowers = sentence.lowers
    return wantsReply
      && (hasFigure || lowers.contains("when")
        || zip(lowers, lowers.dropFirst()).contains { $0 == "how" && ["much", "many", "long", "often"].contains($1) }
        || zip(lowers, lowers.dropFirst()).contains { $0 == "what" && $1 == "time" })
  }

  /// It asks what to do or how: an order answers it.
  var asksHow: Bool {
    let lowers = sentence.lowers
    return wantsReply && lowers.contains { ["how", "where", "what", "which", "tell", "show", "way"].contains($0) }
  }

  /// It tells somebody else to do something. "I'd like the soup" and "Corona, please" only say what
  /// the speaker wants, and so can answer.
  var isOrder: Bool {
    guard kind == .request, let first = sentence.lowers.first else { return false }
    let asksBack = sentence.asks || ["wonder", "wondering"].contains { sentence.lowers.prefix(3).contains($0) }
    if first == "i" || first.hasPrefix("i'") { return asksBack }
    return sentence.lowers.last != "please" || asksBack || SummaryLexicon.isVerb(first)
  }

  /// How a line that follows a question, a request or a proposal answers it; `nil` when it is not
  /// plain.
  var reply: Reply? {
    let all = tiedWords.map(\.lower)
    guard let first = all.first else { return nil }
    let agrees = SummaryLexicon.agreeing.contains(first) || SummaryLexicon.agreeingPhrases.stands(at: 0, in: all)
    let hasDoubt = all.dropFirst().contains { SummaryLexicon.doubts.contains($0) }
    if agrees { return hasDoubt || sentence.asks ? .doubts : .accepts }
    if SummaryLexicon.refusing.contains(first) { return .refuses }
    if all.prefix(4).contains(where: { ["can't", "cannot", "don't", "won't", "afraid"].contains($0) }) {
      return .refuses
    }
    return nil
  }

  // MARK: Reading

  static func terms(of words: [SpokenWord]) -> [String] {
    words.filter { $0.lower.count > 1 && !StopWords.ofSummary.contains($0.lower) && !$0.lower.contains("://") }
      .map { stem($0.lower) }
  }

  /// A rough stem: plural and verb endings off.
  static func stem(_ word: String) -> String {
    for ending in ["ing", "ies", "ed", "es", "s", "'s"] where word.hasSuffix(ending) && word.count > ending.count + 3 {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  private static func kind(of sentence: SpokenSentence) -> Kind {
    let lowers = sentence.lowers
    if lowers.isEmpty { return sentence.lead.isEmpty ? .courtesy : .reply }
    if isCourtesy(sentence) {
      return isAgreeing(sentence) || isRefusing(sentence) || isShortAnswer(sentence) ? .reply : .courtesy
    }
    if isAgreeing(sentence), lowers.count < 4 { return .reply }
    let start = Array(lowers.prefix(14))
    if lowers.starts(with: ["please", "do"]), lowers.count < 4 || sentence.body[1].isParted { return .reply }
    if start.starts(with: ["how", "about", "you"]) || start.starts(with: ["what", "about", "you"]) {
      return .question
    }
    if SummaryLexicon.proposals.stands(in: start) { return .proposal }
    if SummaryLexicon.requests.stands(at: 0, in: start) || start.first == "please" || lowers.last == "please" {
      return .request
    }
    if sentence.asks || asksWithoutMark(start) { return .question }
    if let first = lowers.first, SummaryLexicon.isBase(first), lowers.count > 2,
      !SummaryLexicon.isVerb(lowers[1]) || lowers[1] == "have"
    {
      return .request
    }
    return .statement
  }

  /// "How long will you stay", "Are we in a hurry".
  private static func asksWithoutMark(_ start: [String]) -> Bool {
    guard let first = start.first else { return false }
    func inverts(_ index: Int) -> Bool {
      index + 1 < start.count && SummaryLexicon.auxiliaries.contains(start[index])
        && ["i", "we", "you", "he", "she", "it", "they"].contains(start[index + 1])
    }
    guard SummaryLexicon.questionWords.contains(first) else { return inverts(0) && first != "had" }
    return inverts(1) || inverts(2)
  }

  private static func isAgreeing(_ sentence: SpokenSentence) -> Bool {
    let all = (sentence.lead + sentence.body).map(\.lower)
    return SummaryLexicon.agreeing.contains(all.first ?? "") || SummaryLexicon.agreeingPhrases.stands(at: 0, in: all)
  }

  /// "No, thanks", "No. Not really."
  private static func isRefusing(_ sentence: SpokenSentence) -> Bool {
    guard let first = sentence.lead.first else { return false }
    return SummaryLexicon.refusing.contains(first.lower) && first.lower != "sorry"
  }

  /// "Yes, I am", "I sure did".
  private static func isShortAnswer(_ sentence: SpokenSentence) -> Bool {
    let lowers = sentence.lowers
    return lowers.count < 6 && !sentence.asks
      && SummaryLexicon.subjects.contains(String(lowers[0].prefix { $0 != "'" }))
      && lowers.contains { SummaryLexicon.auxiliaries.contains($0) || $0.contains("'") }
  }

  private static func isCourtesy(_ sentence: SpokenSentence) -> Bool {
    let lowers = sentence.lowers
    if lowers.count > 1, lowers[0] == "how", ["much", "many", "long", "about"].contains(lowers[1]) { return false }
    // "Bo, how are you?"; "Bo, how is it going with the roof?" asks for something.
    let called = sentence.body[0].isParted && sentence.body[0].isCapitalized && lowers.count < 7 ? 1 : 0
    if lowers.count < 14, SummaryLexicon.smallTalk.stands(at: called, in: lowers) { return true }
    return lowers.count < 9
      && sentence.body.enumerated().allSatisfy { index, word in
        SummaryLexicon.courtesies.contains(word.lower) || word.isCapitalized && lowers.count < 4 && index > 0
      }
  }

  private static let openVerbs: Set<String> = ["will", "would", "gonna", "wanna", "must"]

  /// "Hosted.", "Sounds good to me": whose doing it is stands elsewhere.
  private static func lacksSubject(_ lowers: [String]) -> Bool {
    guard let first = lowers.first, lowers.count > 1 || !SummaryLexicon.isBase(first) else { return false }
    if lowers.count > 1,
      openVerbs.contains(first) || first.hasSuffix("s") && SummaryLexicon.isBase(String(first.dropLast())),
      lowers[1] == "to" || SummaryLexicon.isBase(lowers[1])
        || ["the", "a", "of", "on", "in", "at", "it", "for"].contains(lowers[1]), first != "does"
    {
      return true
    }
    guard lowers.count < 6 else { return false }
    if lowers.count == 1 { return true }
    return [
      "sounds", "looks", "seems", "depends", "found", "sent", "done", "fixed", "blocked", "tested", "got", "checked",
    ].contains(first)
  }

  /// "I surely will": what the verb is stands elsewhere.
  private static func isElliptic(_ sentence: SpokenSentence) -> Bool {
    let lowers = sentence.lowers
    guard let first = lowers.first, let last = lowers.last, lowers.count < 8, !sentence.asks else { return false }
    return SummaryLexicon.subjects.contains(first)
      && (SummaryLexicon.auxiliaries.contains(last) || ["be", "to"].contains(last))
      && !lowers.contains { SummaryLexicon.questionWords.contains($0) }
  }

  /// A verb stands in it.
  private static func hasClause(_ words: [SpokenWord]) -> Bool {
    words.enumerated().contains { index, word in
      SummaryLexicon.isVerb(word.lower)
        && (index == 0 || !SummaryLexicon.determiners.contains(words[index - 1].lower)
          || SummaryLexicon.auxiliaries.contains(word.lower) || words[index - 1].lower == "that"
          || words[index - 1].lower == "this" || words[index - 1].lower == "all")
    }
  }
}
