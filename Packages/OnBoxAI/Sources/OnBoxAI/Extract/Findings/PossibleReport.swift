/// A message that may say that a task is done: "Job is changed." after "I'll change the job".
///
/// A plan, a question, a condition or a negation says nothing of the kind, and what may mean
/// another task does not count.
public struct PossibleReport: Sendable {
  /// Messages after a task in which "Sent." and "Done." mean it.
  private static let near = 6
  private static let nearest = 3
  /// Words between "is" and "ready".
  private static let widest = 3
  /// Words of a heading: "Numbers for Ana: …".
  private static let longestHeading = 6
  /// Words of "rollback script tested".
  private static let longestOutcome = 6
  private static let longestSentence = 40
  private static let longestQuote = 160

  private struct Sentence {
    let text: String
    let words: [String]
    var stems: [String] = []
    /// The index of the word that says what it has done.
    var deed: Int?
    /// The index of "is", before what it is now.
    var being: Int?
    /// The index of the word that says so without "is": "script tested", "tap works".
    var outcome: Int?
    /// Words before a colon.
    var heading: Int?
  }

  private let speaker: String
  private let sentences: [Sentence]

  /// `nil` for a text that says of nothing that it is done.
  public init?(_ text: String, by speaker: String) {
    self.speaker = speaker
    sentences = Sentences.of(text, longest: 2_000).compactMap(Self.sentence)
    if sentences.isEmpty { return nil }
  }

  private static func sentence(_ text: String) -> Sentence? {
    guard !text.hasSuffix("?") || asksOneToLook(text), text.first.map({ !"\"“‘>".contains($0) }) ?? false else {
      return nil
    }
    let words = PlainWords.of(text)
    guard !words.isEmpty, words.count <= longestSentence else { return nil }
    let colon = text.firstIndex(of: ":").map { PlainWords.of(String(text[..<$0])).count }
    // What comes after a colon explains.
    let claim = words.prefix(colon ?? words.count)
    // "First quote is in": there are more.
    guard claim.first != "first", !claim.contains(where: ReportWords.unfinished.contains) else { return nil }
    var sentence = Sentence(text: text, words: words)
    if let colon, (1...longestHeading).contains(colon) { sentence.heading = colon }
    // "Got it, the list is up" says it of the list.
    sentence.being = claim.indices.dropFirst().first { ReportWords.being.contains(claim[$0]) }
    sentence.outcome = outcome(text, claim)
    if let first = claim.firstIndex(where: {
      !ReportWords.starts.contains($0) || ReportWords.accomplishing.contains($0)
    }),
      ReportWords.accomplishing.contains(words[first]) || ReportWords.isPast(words[first])
    {
      sentence.deed = first
    }
    let isClaim =
      sentence.deed != nil || sentence.being != nil || sentence.heading != nil || sentence.outcome != nil
    guard isClaim else { return nil }
    sentence.stems = words.map(PorterStemmer.stem)
    return sentence
  }

  /// "The draft is up, Bo?" asks Bo to look at it, and says of the draft that it is there.
  private static func asksOneToLook(_ text: String) -> Bool {
    guard let comma = text.lastIndex(of: ","), PlainWords.of(String(text[comma...])).count == 1 else { return false }
    return PlainWords.of(String(text[..<comma])).dropFirst(2).contains(where: ReportWords.being.contains)
  }

  /// The last word of the first clause, where that is a thing and what has become of it.
  private static func outcome(_ text: String, _ claim: ArraySlice<String>) -> Int? {
    let clause = PlainWords.of(String(text.prefix { $0 != "," && $0 != ";" && $0 != ":" }))
    guard (2...longestOutcome).contains(clause.count), clause.count <= claim.count, let last = clause.last,
      ReportWords.working.contains(last) || ReportWords.states.contains(last) || ReportWords.isPast(last),
      !clause.contains(where: { ReportWords.being.contains($0) || TaskWords.persons.contains($0) })
    else { return nil }
    return clause.count - 1
  }

  /// The words that say that `task` is done; `nil` when none do.
  /// - Parameters:
  ///   - distance: Messages from the task to this one: 1 for the next.
  ///   - isReply: Whether it replies to the task's message.
  public func words(reporting task: OpenTask, distance: Int, isReply: Bool) -> String? {
    guard !task.isForAll else { return nil }
    let isOwner = task.owner == speaker
    return sentences.first { sentence in
      tellsState(sentence, task, isOwner: isOwner) || tellsOutcome(sentence, task, isOwner: isOwner)
        || tellsDeed(sentence, task, distance: isReply ? 0 : distance, isOwner: isOwner)
        || isOwner && (tellsResult(sentence, task) || answers(sentence, task, isNext: isReply || distance == 1))
    }.flatMap { Sentences.of($0.text, longest: Self.longestQuote).first }
  }

  /// "Job is changed", "final screens are up", "offer is in the folder".
  private func tellsState(_ sentence: Sentence, _ task: OpenTask, isOwner: Bool) -> Bool {
    guard let being = sentence.being else { return false }
    let subject = sentence.stems[..<being]
    let after = sentence.words[(being + 1)...].prefix(Self.widest)
    let isOfTask = after.contains { task.isDone(by: $0) }
    // "Translation is finished" after "translate it".
    let isNamedByVerb =
      isOwner
      && (task.object.count < 3 && subject.contains(PorterStemmer.stem(task.verb))
        || task.noun.map(subject.contains) ?? false)
    let isDelivering = ReportWords.delivering.contains(task.verb) && !isNamedByVerb
    let isDone = after.contains {
      ReportWords.states.contains($0) && !(isDelivering && ReportWords.early.contains($0))
    }
    let rest = sentence.words[(being + 1)...].filter { !["now", "just", "already", "all"].contains($0) }
    if ReportWords.away.contains(where: rest.starts(with:)) {
      return task.isNamed(by: subject, isOwner: isOwner) || isNamedByVerb
    }
    guard isOfTask || isDone else {
      return isOwner && sentence.words.contains("now") && task.shared(sentence.stems) > 1
    }
    return task.isNamed(by: subject, isOwner: isOwner || isOfTask && task.object.count == 1)
      || isNamedByVerb || isOwner && isDone && !isDelivering && isPlaced(sentence, task, after: being)
  }

  /// "The menu is done, also on tablets" after "get the tablets fixed": where it is done too.
  private func isPlaced(_ sentence: Sentence, _ task: OpenTask, after being: Int) -> Bool {
    guard let also = sentence.words[being...].firstIndex(of: "also") else { return false }
    return !task.things.isEmpty && task.things.isSubset(of: sentence.stems[also...])
  }

  /// "Rollback script tested", "tap works": without "is", so most of what the task is about has to
  /// be named.
  private func tellsOutcome(_ sentence: Sentence, _ task: OpenTask, isOwner: Bool) -> Bool {
    guard let outcome = sentence.outcome else { return false }
    let word = sentence.words[outcome]
    let shared = task.shared(sentence.stems[..<outcome])
    let isNumbered = sentence.stems[..<outcome].contains { stem in
      stem.allSatisfy(\.isNumber) && task.object.contains(stem)
    }
    guard shared > 1 || isOwner && (shared == 1 && task.things.count == 1 || isNumbered) else { return false }
    if ReportWords.working.contains(word) { return isOwner && ReportWords.mending.contains(task.verb) }
    if task.isDone(by: word) || ReportWords.isPast(word, like: task.verb) { return true }
    let isDelivering = ReportWords.delivering.contains(task.verb)
    return ReportWords.states.contains(word) && !(isDelivering && ReportWords.early.contains(word))
  }

  /// "I sent the list", "Sent.", "Done".
  private func tellsDeed(_ sentence: Sentence, _ task: OpenTask, distance: Int, isOwner: Bool) -> Bool {
    guard isOwner || task.owner == nil, let deed = sentence.deed else { return false }
    let isOfTask = task.isDone(by: sentence.words[deed])
    // "Sent", after "dig out the list".
    let isOnly = sentence.words.count == deed + 1
    if isOwner, isOnly, distance <= Self.nearest, ReportWords.fetching.contains(task.verb),
      ReportWords.fetched.contains(sentence.words[deed])
    {
      return true
    }
    let isLikeTask = isOwner && ReportWords.isPast(sentence.words[deed], like: task.verb)
    guard isOfTask || isLikeTask || ReportWords.accomplishing.contains(sentence.words[deed]) else { return false }
    if task.shared(sentence.stems.dropFirst(deed + 1)) > 0 { return true }
    // "Sent the invoice" names another thing.
    let next = sentence.words.dropFirst(deed + 1).first
    guard isOwner, !isLikeTask,
      next.map({
        !ActionWords.determiners.contains($0) || TaskWords.pointers.contains($0) || ["both", "all"].contains($0)
      }) ?? true
    else { return false }
    return distance <= (isOfTask ? Self.near : Self.nearest)
  }

  /// "Numbers for Ana: 1,140 harbours", "Result: all but two".
  private func tellsResult(_ sentence: Sentence, _ task: OpenTask) -> Bool {
    guard let heading = sentence.heading else { return false }
    let words = sentence.words[..<heading]
    if ReportWords.inquiring.contains(task.verb), words.count == 1 { return ReportWords.results.contains(words[0]) }
    let telling = words.filter { !StopWords.common.contains($0) && !ReportWords.weak.contains($0) }
      .map(PorterStemmer.stem)
    return telling.first.map(task.object.contains) ?? false || task.shared(telling) > 1
  }

  /// "It is the twelfth" after "confirm the day".
  private func answers(_ sentence: Sentence, _ task: OpenTask, isNext: Bool) -> Bool {
    isNext && ReportWords.telling.contains(task.verb) && sentence.being != nil && sentence.words.count > 2
  }
}
