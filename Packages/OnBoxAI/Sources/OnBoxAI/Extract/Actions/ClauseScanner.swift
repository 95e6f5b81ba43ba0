/// Finds the clauses of one sentence in which somebody promises, asks or assigns.
struct ClauseScanner {
  let reader: PhraseReader
  let scene: ActionScene
  let sentence: Range<Int>

  var tokens: [Token] { reader.tokens }

  struct Opening {
    let subject: ActionClause.Subject
    let frame: Range<Int>
    let addressee: Int?
    let takesOver: Bool
  }

  func clauses() -> [ActionClause] {
    guard !isQuoted else { return [] }
    var openings: [Opening] = []
    var addressee: Int?
    let endOfLeadingTime = self.endOfLeadingTime
    var index = sentence.lowerBound
    while index < sentence.upperBound {
      let isStart = index == sentence.lowerBound || index == endOfLeadingTime || startsClause(index)
      if isStart, let opening = opening(at: index, addressee: &addressee, isFirst: openings.isEmpty) {
        openings.append(opening)
        index = max(opening.frame.upperBound, index + 1)
      } else {
        index += 1
      }
    }
    return openings.indices.map { position in
      let end = position + 1 < openings.count ? openings[position + 1].frame.lowerBound : sentence.upperBound
      let opening = openings[position]
      return ActionClause(
        subject: opening.subject, frame: opening.frame,
        body: opening.frame.upperBound..<max(end, opening.frame.upperBound),
        addressee: opening.addressee ?? addressee ?? trailingAddressee, takesOver: opening.takesOver)
    }
  }

  /// The token after "By Friday" at the start of the sentence.
  private var endOfLeadingTime: Int? {
    for mention in scene.mentions {
      guard let place = reader.place(of: mention.range), sentence.contains(place.lowerBound) else { continue }
      let lead = sentence.lowerBound..<place.lowerBound
      let isLeading = lead.allSatisfy {
        ActionWords.timePrepositions.contains(tokens[$0].text) || ActionWords.openings.contains(tokens[$0].text)
          || tokens[$0].isSign(",")
      }
      return isLeading ? place.upperBound : nil
    }
    return nil
  }

  /// A line that repeats somebody else's words.
  private var isQuoted: Bool {
    sentence.first.map { tokens[$0].isSign(">") } ?? true
  }

  /// "…, Bo?" or "… (Bo)" at the end.
  private var trailingAddressee: Int? {
    var last = sentence.upperBound - 1
    while last > sentence.lowerBound, tokens[last].kind == .sign, tokens[last].text != "," { last -= 1 }
    guard last > sentence.lowerBound, tokens[last].kind == .word else { return nil }
    let before = last - 1
    guard tokens[before].isSign(",") || tokens[before].isSign("@") || tokens[before].isSign("("),
      let member = scene.names.index(called: tokens[last].text)
    else { return nil }
    return scene.isSpeaker(member) ? nil : member
  }

  private func startsClause(_ index: Int) -> Bool {
    let before = tokens[index - 1]
    if before.kind == .sign {
      if [",", ";", ":", ")", "]", "-", "•"].contains(before.text) {
        return tokens[index].isSpaced || before.text == ":"
      }
      // An emoji parts clauses as a full stop does.
      return tokens[index].isSign("@") || before.text == "*" || !before.text.utf8.allSatisfy { $0 < 0x80 }
    }
    if ["think", "guess", "believe", "suppose", "thinking"].contains(before.text), index - 2 >= sentence.lowerBound {
      return !tokens[index - 2].text.hasSuffix("n't")
    }
    return ["and", "but", "so", "then", "plus", "also", "that"].contains(before.text)
      || tokens[index].isSign("@")
      || ["please", "pls"].contains(tokens[index].text) && !isTrailing(index) && !closesWish(index)
  }

  /// "If it fails, restart it": the order stands after the condition.
  private func followsCondition(_ index: Int) -> Bool {
    guard tokens[index - 1].isSign(","), let first = sentence.first else { return false }
    return ["if", "when", "once", "after", "before", "as", "unless", "whenever"].contains(tokens[first].text)
  }

  /// Nothing but punctuation follows.
  private func isTrailing(_ index: Int) -> Bool {
    (index + 1..<sentence.upperBound).allSatisfy { tokens[$0].kind == .sign }
  }

  // MARK: Openings

  private func opening(at start: Int, addressee: inout Int?, isFirst: Bool) -> Opening? {
    var index = skipOpenings(from: start)
    guard index < sentence.upperBound else { return nil }
    if start == sentence.lowerBound || isFirst, let next = heading(at: index) {
      return announced(at: next, from: index)
    }
    if let next = takeover(at: index) {
      return Opening(subject: .speaker, frame: index..<next, addressee: nil, takesOver: true)
    }
    if let named = namedOpening(at: index, addressee: &addressee) { return named }
    if let vocative = vocative(at: index) {
      addressee = vocative.member
      index = skipOpenings(from: vocative.next)
      guard index < sentence.upperBound else { return nil }
    }
    if let frame = frame(at: index) { return frame }
    if !isFirst, tokens[index].text == "you", index + 2 < sentence.upperBound,
      ActionWords.verbs.contains(tokens[index + 1].text),
      looksLikeObject(index + 2)
    {
      return Opening(subject: .addressee, frame: index..<index + 1, addressee: addressee, takesOver: false)
    }
    let mayOrder = isFirst && (start == sentence.lowerBound || start == endOfLeadingTime || followsCondition(start))
    return mayOrder ? imperative(at: index, addressee: addressee) : nil
  }

  private func skipOpenings(from start: Int) -> Int {
    var index = start
    while index < sentence.upperBound {
      let token = tokens[index]
      let isSkipped = token.kind == .sign && token.text != "@" || ActionWords.openings.contains(token.text)
      guard isSkipped, frameStarts(at: index) == nil else { break }
      index += 1
    }
    return index
  }

  /// "TODO:", "Action item -".
  private func heading(at index: Int) -> Int? {
    guard let next = reader.match(anyOf: ActionWords.headings, at: index, before: sentence.upperBound),
      next < sentence.upperBound,
      tokens[next].isSign(":") || tokens[next].isSign("-")
    else { return nil }
    return next + 1
  }

  /// What follows a heading is a task whatever its form; a name before it owns it.
  private func announced(at start: Int, from heading: Int) -> Opening? {
    let index = skipOpenings(from: start)
    guard index < sentence.upperBound else { return nil }
    var addressee: Int?
    if let named = namedOpening(at: index, addressee: &addressee) { return named }
    if let frame = frame(at: index) { return frame }
    if let vocative = vocative(at: index) {
      let next = skipOpenings(from: vocative.next)
      return Opening(subject: .member(vocative.member), frame: index..<next, addressee: nil, takesOver: false)
    }
    guard !ActionWords.statementStarts.contains(tokens[index].text) else { return nil }
    return Opening(subject: .anyone, frame: heading..<index, addressee: nil, takesOver: false)
  }

  private func takeover(at index: Int) -> Int? {
    guard let next = reader.match(anyOf: ActionWords.takeovers, at: index, before: sentence.upperBound) else {
      return nil
    }
    if tokens[index].text == "me", next == index + 1 {
      let isTimed = scene.mentions.contains { mention in
        mention.isAhead(of: scene.today) && [next, next + 1].contains(reader.place(of: mention.range)?.lowerBound)
      }
      let isAlone = next >= sentence.upperBound || tokens[next].kind == .sign || isTimed
      return index == sentence.lowerBound && isAlone && !isQuestion ? next : nil
    }
    guard next < sentence.upperBound else { return next }
    let after = tokens[next]
    let isClosed =
      after.kind == .sign || after.meaning.role != nil || after.meaning.weekday != nil
      || after.meaning.dayPart != nil
      || ["asap", "right", "then", "myself", "and", "but", "thanks"].contains(after.text)
    return isClosed ? next : nil
  }

  /// "Bo will …", "Bo to …", "@Bo can you …", "Bo'll …".
  private func namedOpening(at start: Int, addressee: inout Int?) -> Opening? {
    let index = tokens[start].isSign("@") ? start + 1 : start
    guard index < sentence.upperBound, tokens[index].kind == .word else { return nil }
    if tokens[index].text.hasSuffix("'ll"),
      let member = scene.names.index(called: String(tokens[index].text.dropLast(3)))
    {
      return Opening(subject: .member(member), frame: start..<skipFillers(index + 1), addressee: nil, takesOver: false)
    }
    if let match = scene.names.match(tokens, at: index, before: sentence.upperBound) {
      if let next = reader.match(anyOf: ActionWords.nameFrames, at: match.next, before: sentence.upperBound),
        !closesWish(match.next)
      {
        return Opening(
          subject: .member(match.member), frame: start..<skipFillers(next), addressee: nil, takesOver: false)
      }
      guard match.next < sentence.upperBound, tokens[match.next].isCapitalized else { return nil }
    }
    let isName =
      tokens[start].isSign("@") || tokens[index].isCapitalized && index == sentence.lowerBound + (index - start)
    guard isName, !ActionWords.openings.contains(tokens[index].text), isNameLike(index) else { return nil }
    let end = endOfStranger(from: index)
    guard let next = reader.match(anyOf: ActionWords.nameFrames, at: end, before: sentence.upperBound),
      ["to", "will", "should", "needs", "can", "could", "please", "has", "is"].contains(tokens[end].text),
      !closesWish(end)
    else { return nil }
    let verb = skipFillers(next)
    if tokens[end].text == "to" {
      guard verb < sentence.upperBound, ActionWords.verbs.contains(tokens[verb].text) else { return nil }
    }
    return Opening(
      subject: .stranger(reader.text(index..<end)), frame: start..<verb, addressee: nil, takesOver: false)
  }

  /// After "Mike" or "Mike Prorock", before "to".
  private func endOfStranger(from index: Int) -> Int {
    guard index + 2 < sentence.upperBound, tokens[index + 1].isCapitalized, tokens[index + 2].text == "to" else {
      return index + 1
    }
    return index + 2
  }

  /// A capitalised word that no table knows.
  private func isNameLike(_ index: Int) -> Bool {
    let token = tokens[index]
    let meaning = token.meaning
    return token.isCapitalized && token.length > 1 && ActionWords.frames[token.text] == nil
      && !ActionWords.verbs.contains(token.text) && !StopWords.common.contains(token.text)
      && ActionWords.baseForm(ofGerund: token.text) == nil
      && meaning.role == nil && meaning.weekday == nil && meaning.month == nil && !token.text.contains("'")
      && ![
        "this", "that", "it", "he", "she", "they", "there", "everything", "nothing", "something", "who", "what", "how",
        "which", "these", "those", "nobody", "people", "someone", "anyone", "when", "where", "why",
      ].contains(token.text)
      && (tokens[index + 1 < tokens.count ? index + 1 : index].text == "to" || !token.isAllCapitals)
  }

  /// "@Bo", "Bo,", "Bo:", "Bo -", "Hi Bo,".
  private func vocative(at start: Int) -> (member: Int, next: Int)? {
    let isHandle = tokens[start].isSign("@")
    let index = isHandle ? start + 1 : start
    guard let match = scene.names.match(tokens, at: index, before: sentence.upperBound), !scene.isSpeaker(match.member)
    else { return nil }
    guard match.next < sentence.upperBound else { return isHandle ? match : nil }
    let after = tokens[match.next]
    if isHandle { return match }
    let isSet = after.isSign(",") || after.isSign(":") || after.isSign("-") && after.isSpaced
    if isSet { return (match.member, match.next + 1) }
    // "Bo im adding a map": nobody is called so.
    return ["i'm", "im", "i'll", "ill", "i"].contains(after.text) ? match : nil
  }

  private func frame(at index: Int) -> Opening? {
    if let search = search(at: index) { return search }
    if let underWay = underWay(at: index) { return underWay }
    if scene.readsOffers, isQuestion || index > sentence.lowerBound,
      let next = reader.match(anyOf: ActionWords.offers, at: index, before: sentence.upperBound)
    {
      return Opening(subject: .speaker, frame: index..<skipFillers(next), addressee: nil, takesOver: false)
    }
    guard let frame = frameStarts(at: index) else { return nil }
    let next = skipFillers(index + frame.words.count)
    guard next < sentence.upperBound else { return nil }
    if frame.needsKnownVerb {
      guard ActionWords.verbs.contains(tokens[next].text), !isQuestion || frame.words[0] != "i" else { return nil }
      let hasSubject =
        frame.words[0] != "i"
        && !continuesOwn(index)
        && (sentence.lowerBound..<index).contains {
          tokens[$0].kind != .sign && !ActionWords.openings.contains(tokens[$0].text)
        }
      let isConditional = (next..<sentence.upperBound).contains { tokens[$0].text == "if" }
      guard !hasSubject, !isConditional else { return nil }
    }
    if case .anyone = frame.subject, isQuestion, sentence.contains(where: { tokens[$0].text == "or" }) { return nil }
    let verb = afterInnerFrames(next)
    guard verb < sentence.upperBound, !ActionWords.refusals.contains(tokens[verb].text) else { return nil }
    let subject: ActionClause.Subject =
      switch frame.subject {
      case .speaker: .speaker
      case .addressee: .addressee
      case .anyone: .anyone
      }
    if frame.words == ["let", "me"], tokens[next].text == "know" {
      return Opening(subject: .addressee, frame: index..<index, addressee: nil, takesOver: false)
    }
    return Opening(subject: subject, frame: index..<verb, addressee: nil, takesOver: false)
  }

  /// "Please don't forget to …": the inner frame adds nothing.
  private func afterInnerFrames(_ start: Int) -> Int {
    var index = start
    while index < sentence.upperBound, let inner = frameStarts(at: index), inner.subject == .addressee {
      index = skipFillers(index + inner.words.count)
    }
    return index
  }

  private func frameStarts(at index: Int) -> ActionWords.Frame? {
    ActionWords.frames[tokens[index].text]?.first {
      reader.match($0.words, at: index, before: sentence.upperBound) != nil
    }
  }

  private func skipFillers(_ start: Int) -> Int {
    var index = start
    while index < sentence.upperBound, ActionWords.fillers.contains(tokens[index].text) || tokens[index].isSign(",") {
      index += 1
    }
    return index
  }

  /// A sentence that begins with a verb of work.
  private func imperative(at start: Int, addressee: Int?) -> Opening? {
    let index = skipFillers(start)
    guard index < sentence.upperBound, tokens[index].kind == .word else { return nil }
    let verb = tokens[index].text
    if verb == "do", index + 1 < sentence.upperBound, isSubject(tokens[index + 1].text) { return nil }
    let isKnown = ActionWords.verbs.contains(verb) || addressee != nil && verb == "let"
    guard isKnown, index + 1 < sentence.upperBound, looksLikeObject(index + 1) else { return nil }
    guard addressee != nil || isListed || isOrder(index) else { return nil }
    return Opening(subject: .addressee, frame: start..<index, addressee: addressee, takesOver: false)
  }

  /// A line of a list.
  private var isListed: Bool {
    guard let first = sentence.first else { return false }
    return tokens[first].kind == .sign && ["-", "*", "•", "["].contains(tokens[first].text)
      || tokens[first].kind == .number && first + 1 < sentence.upperBound
        && [")", "."].contains(tokens[first + 1].text)
  }

  /// Whether a sentence that begins with a verb is an order, and not a report without its subject
  /// ("Read it on the train") or a thing with the verb's name ("Restore test: all fine", "Fix for
  /// the login is live").
  private func isOrder(_ verb: Int) -> Bool {
    let rest = verb + 1..<sentence.upperBound
    let isWished = rest.contains { ["please", "pls", "plz"].contains(tokens[$0].text) }
    let isTimed = scene.mentions.contains { $0.bound == .by || $0.date != nil }
    if isWished { return true }
    if ActionWords.pastAlike.contains(tokens[verb].text) { return isTimed }
    if reader.match(anyOf: ActionWords.idleOrders, at: verb, before: sentence.upperBound) != nil { return false }
    let head = rest.prefix { ![",", ";", "-"].contains(tokens[$0].text) || tokens[$0].kind != .sign }
    if head.contains(where: { tokens[$0].isSign(":") }) { return false }
    // "Paint it green yes, but …" answers a question.
    if head.last.map({ ["yes", "no", "yep", "nope"].contains(tokens[$0].text) }) ?? false { return false }
    let embeds = head.contains { ActionWords.embedding.contains(tokens[$0].text) }
    if !embeds, head.contains(where: { ActionWords.statingVerbs.contains(tokens[$0].text) }) { return false }
    let object = tokens[verb + 1]
    let isBareNoun =
      object.kind == .word && !object.isCapitalized && !ActionWords.determiners.contains(object.text)
      && !ActionWords.objectStarts.contains(object.text) && !ActionWords.timePrepositions.contains(object.text)
      && !object.text.hasSuffix("s") && !["tion", "ment", "ing", "ity", "ly"].contains { object.text.hasSuffix($0) }
    return isTimed || !isBareNoun || ActionWords.plainVerbs.contains(tokens[verb].text)
  }

  private func isSubject(_ word: String) -> Bool {
    ["you", "we", "they", "i", "u", "those", "these", "people", "any", "not", "n't"].contains(word)
  }

  /// What follows the verb must be able to follow an order: "Test the build", not "Test was red",
  /// "Work is hard".
  private func looksLikeObject(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.kind == .sign { return token.isSign("@") || token.isSign("#") || token.isSign("\"") || token.isSign("(") }
    return ![
      "is", "was", "are", "were", "has", "had", "will", "would", "looks", "look", "works", "of", "failed", "passed",
      "did", "does", "seems", "can", "could", "should", "might", "may", "i", "we", "he", "she", "they", "went", "came",
      "on", "and", "or", "but", "isn't", "wasn't", "than", "more", "time", "not", "got", "took", "sounds", "good",
    ].contains(token.text)
  }

  var isQuestion: Bool { sentence.last.map { tokens[$0].isSign("?") } ?? false }
}
