import Foundation

/// Makes a task of a clause: cuts the time off, puts names for "me" and "you", tidies the ends.
struct TaskBuilder {
  let reader: PhraseReader
  let scene: ActionScene
  let sentence: Range<Int>
  /// What was said before, for tasks that only point at it ("fix it").
  let context: TaskContext

  /// The longest task, in characters.
  static let longest = 140

  private var tokens: [Token] { reader.tokens }

  var sentenceText: String { reader.text(sentence) }

  func words(of clause: ActionClause) -> String {
    clause.frame.isEmpty ? reader.text(clause.body.prefix(3)) : reader.text(clause.frame)
  }

  /// The tokens of a clause that make its task, and when it is due; `nil` when it speaks of no
  /// work.
  func work(of clause: ActionClause) -> (indices: [Int], due: Due?)? {
    let due = due(in: clause)
    var body = trimmed(clause.body)
    if let due { body = body.removing(due.cut) }
    guard let first = body.indices.first, isWork(first, in: clause, indices: body.indices) else { return nil }
    let indices = withoutClosings(condensed(body.indices))
    guard indices.count > 1 || indices.first.map({ ActionWords.verbs.contains(tokens[$0].text) }) ?? false,
      !isOnlyLetKnow(indices)
    else { return nil }
    return (indices, due)
  }

  func action(of clause: ActionClause) -> ParsedAction? {
    guard let work = work(of: clause), let task = task(of: work.indices, clause), task.text.count > 2
    else { return nil }
    return ParsedAction(
      task: task.text, owner: owner(of: clause), due: work.due?.mention, sentence: sentenceText,
      sources: task.turn.map { [$0] } ?? [], form: form(of: clause), frame: frame(of: clause))
  }

  private func frame(of clause: ActionClause) -> String { clause.frame.map { tokens[$0].text }.joined(separator: " ") }

  func form(of clause: ActionClause) -> ActionForm {
    switch clause.subject {
    case .member, .stranger: .assigned
    case .speaker: ActionWords.promises.contains(where: frame(of: clause).hasPrefix) ? .promised : .intended
    case .addressee: clause.frame.contains { ActionWords.asks(tokens[$0].text) } ? .requested : .ordered
    case .anyone: isHeading(clause) ? .announced : .planned
    }
  }

  // MARK: Owner

  func owner(of clause: ActionClause) -> OwnerGuess {
    switch clause.subject {
    case .speaker: return scene.speakerIsOwner(saying: words(of: clause))
    case .anyone:
      guard isHeading(clause), let member = clause.addressee else { return .none }
      return .member(member, reason: "named in the list")
    case .stranger(let name): return .named(name)
    case .member(let index):
      return .member(index, reason: "named in “\(words(of: clause))”")
    case .addressee:
      if let addressee = clause.addressee {
        return .member(addressee, reason: ActionScene.byName)
      }
      if let other = scene.onlyOther { return .member(other, reason: "asked in a conversation of two") }
      guard let answered = scene.answered else { return .none }
      if takesUp(clause) {
        return .member(answered, reason: "\(ActionScene.shortName(scene.members[answered])) spoke of it")
      }
      guard asksOne(clause) else { return .none }
      return .member(answered, reason: "asked in answer to \(ActionScene.shortName(scene.members[answered]))")
    }
  }

  /// "Please count them before you pack", to somebody who has just spoken of packing.
  private func takesUp(_ clause: ActionClause) -> Bool {
    clause.body.dropLast().contains { index in
      tokens[index].text == "you" && index > clause.body.lowerBound
        && ["before", "when", "once", "while", "after"].contains(tokens[index - 1].text)
        && context.lastTurnSays(tokens[index + 1].text)
    }
  }

  /// "Can you …" is said to one person; "please …" may be said to all.
  private func asksOne(_ clause: ActionClause) -> Bool {
    let asks =
      clause.frame.contains { ActionWords.askingOne.contains(tokens[$0].text) }
      || sentence.first.map { tokens[$0].text == "then" } ?? false
    return asks && !sentence.contains { ActionWords.everyone.contains(tokens[$0].text) }
  }

  // MARK: Due

  struct Due {
    let mention: TimeMention
    /// Tokens to leave out of the task: the time and its preposition; empty when the time is part
    /// of the task.
    let cut: Range<Int>
  }

  /// The time by which the clause's task is due: a deadline, or a time at an end of the sentence.
  func due(in clause: ActionClause) -> Due? {
    for mention in scene.mentions where mention.isAhead(of: scene.today) && !mention.isBareNumber {
      let planning =
        clause.body.first.map {
          ActionWords.planningVerbs.contains(tokens[$0].text)
            && (mention.time != nil || !ActionWords.changingVerbs.contains(tokens[$0].text))
        } ?? false
      guard let place = reader.place(of: mention.range), place.lowerBound >= sentence.lowerBound,
        place.upperBound <= sentence.upperBound
      else { continue }
      let isInside = clause.body.contains(place.lowerBound)
      guard isInside || place.upperBound <= clause.frame.lowerBound && isSentenceStart(place) else { continue }
      let isDeadline = mention.bound == .by
      if isInside {
        guard isDeadline || isAtEnd(place, of: clause.body) && !isAttribute(place) && !planning else { continue }
        guard !planning || isDeadline else { continue }
        return Due(mention: mention, cut: withPrepositions(place, in: clause.body))
      }
      return planning && !isDeadline ? nil : Due(mention: mention, cut: place)
    }
    return nil
  }

  /// The same for a sentence whose words after a certain point may hold the time.
  func due(within body: Range<Int>) -> Due? {
    due(
      in: ActionClause(
        subject: .anyone, frame: body.lowerBound..<body.lowerBound, body: body, addressee: nil, takesOver: false))
  }

  private func isSentenceStart(_ place: Range<Int>) -> Bool {
    place.lowerBound - sentence.lowerBound <= 2
  }

  /// Nothing but closings and punctuation follows in the clause, or the next clause begins.
  private func isAtEnd(_ place: Range<Int>, of body: Range<Int>) -> Bool {
    guard place.upperBound < body.upperBound else { return true }
    let next = tokens[place.upperBound]
    return next.kind == .sign && next.text != "'" && next.text != "-"
      || [
        "and", "but", "so", "instead", "please", "pls", "if", "then", "thanks", "or", "because", "when", "for", "with",
        "to",
        "at", "before", "after", "as",
      ].contains(next.text)
  }

  /// "The Friday report": the time names the thing.
  private func isAttribute(_ place: Range<Int>) -> Bool {
    guard place.lowerBound > 0 else { return false }
    let before = tokens[place.lowerBound - 1].text
    guard ["the", "my", "our", "your", "a", "this"].contains(before) else { return false }
    return place.upperBound < sentence.upperBound && tokens[place.upperBound].kind == .word
  }

  private func withPrepositions(_ place: Range<Int>, in body: Range<Int>) -> Range<Int> {
    var first = place.lowerBound
    while first > body.lowerBound + 1, ActionWords.timePrepositions.contains(tokens[first - 1].text) {
      // "Fill it in by noon": "in" is of the verb.
      let isOfVerb = ["in", "on"].contains(tokens[first - 1].text) && first < place.lowerBound
      if isOfVerb, ["it", "them", "that", "this"].contains(tokens[first - 2].text) { break }
      first -= 1
    }
    return first..<place.upperBound
  }

  // MARK: Words

  private struct Body {
    var indices: [Int]

    func removing(_ cut: Range<Int>) -> Body {
      Body(indices: indices.filter { !cut.contains($0) })
    }
  }

  private func trimmed(_ body: Range<Int>) -> Body {
    var range = body
    while let first = range.first, tokens[first].kind == .sign && tokens[first].text != "@" {
      range = range.dropFirst()
    }
    return Body(indices: Array(range.lowerBound..<range.upperBound))
  }

  /// Whether the clause speaks of doing something at all.
  private func isWork(_ verb: Int, in clause: ActionClause, indices: [Int]) -> Bool {
    let token = tokens[verb]
    guard token.kind == .word, token.text.utf8.count > 1 else { return false }
    if isHeading(clause) { return true }
    if isParticiple(token.text), clause.subjectIsSomeone {
      return ActionWords.baseForm(ofGerund: token.text) != nil && (followsMind(clause) || followsBeing(clause))
    }
    if token.text == "find",
      indices.dropFirst().prefix(3).contains(where: { ActionWords.slots.contains(tokens[$0].text) })
    {
      return false
    }
    guard !ActionWords.idleVerbs.contains(token.text), !ActionWords.openings.contains(token.text),
      !isPast(token.text), !asksForTime(verb, in: clause)
    else { return false }
    if let next = reader.match(anyOf: ActionWords.idleEnds, at: verb, before: clause.body.upperBound),
      next >= clause.body.upperBound || tokens[next].kind == .sign
    {
      return false
    }
    // "I'll have a draft by Sunday", but "have a good one".
    if token.text == "have", scene.mentions.contains(where: { $0.bound == .by }) { return true }
    return reader.match(anyOf: ActionWords.idlePhrases, at: verb, before: (indices.last ?? verb) + 1) == nil
  }

  /// "Measured 3 metres" tells, whatever stands before it.
  private func isPast(_ word: String) -> Bool {
    word.hasSuffix("ed") && !word.hasSuffix("eed") && !ActionWords.verbs.contains(word)
  }

  /// "Give me an hour", "do Tuesday at 7": about when, and no work.
  private func asksForTime(_ verb: Int, in clause: ActionClause) -> Bool {
    let rest = verb + 1..<clause.body.upperBound
    guard let next = rest.first else { return false }
    if tokens[verb].text == "give", ["me", "us"].contains(tokens[next].text) {
      let after = rest.dropFirst().prefix(3)
      return ["til", "till", "until"].contains(after.first.map { tokens[$0].text })
        || after.contains { ActionWords.spans.contains(tokens[$0].text) }
          && !after.contains { ActionWords.determiners.subtracting(["a", "an"]).contains(tokens[$0].text) }
    }
    guard ["do", "make", "manage"].contains(tokens[verb].text) else { return false }
    return scene.mentions.contains { reader.place(of: $0.range)?.lowerBound == next && !$0.isBareNumber }
  }

  /// The frame is a heading: "TODO:".
  private func isHeading(_ clause: ActionClause) -> Bool {
    if case .anyone = clause.subject {
      return clause.frame.contains { tokens[$0].isSign(":") || tokens[$0].isSign("-") }
    }
    return false
  }

  /// "Let me know" promises and asks nothing that a board could show.
  private func isOnlyLetKnow(_ indices: [Int]) -> Bool {
    guard let first = indices.first, tokens[first].text == "let", indices.count <= 3 else { return false }
    return indices.last.map { tokens[$0].text == "know" } ?? false
  }

  private func followsMind(_ clause: ActionClause) -> Bool {
    clause.frame.contains { tokens[$0].text == "mind" }
  }

  private func followsBeing(_ clause: ActionClause) -> Bool {
    let words = clause.frame.map { tokens[$0].text }
    return ActionWords.beings.contains(words) || ActionWords.agreements.contains(words)
  }

  private func isParticiple(_ word: String) -> Bool {
    word.hasSuffix("ing") && !ActionWords.verbs.contains(word) && word.count > 5
  }

  func withoutClosings(_ indices: [Int]) -> [Int] {
    var indices = indices
    var isChanged = true
    while isChanged {
      isChanged = false
      while let last = indices.last, tokens[last].kind == .sign,
        ![")", "%", "\"", "+", "€", "$"].contains(tokens[last].text)
      {
        indices.removeLast()
        isChanged = true
      }
      for closing in ActionWords.closings where indices.count > closing.count {
        if indices.suffix(closing.count).map({ tokens[$0].text }) == closing {
          indices.removeLast(closing.count)
          isChanged = true
          break
        }
      }
      if let last = indices.last, indices.count > 2, tokens[last].isSpaced,
        ActionWords.timePrepositions.contains(tokens[last].text),
        !["in", "on", "no"].contains(tokens[last].text)
      {
        indices.removeLast()
        isChanged = true
      }
      if indices.count > 2, let name = clausesAddressee(at: indices) {
        indices = name
        isChanged = true
      }
    }
    return indices
  }

  /// "…, Bo": the name at the end is no part of the task.
  private func clausesAddressee(at indices: [Int]) -> [Int]? {
    var kept = indices
    let isBracketed = kept.last.map { tokens[$0].isSign(")") } ?? false
    if isBracketed { kept.removeLast() }
    guard let last = kept.popLast(), scene.names.index(called: tokens[last].text) != nil, kept.count > 1,
      let sign = kept.popLast(),
      isBracketed ? tokens[sign].isSign("(") : tokens[sign].isSign(",") || tokens[sign].isSign("@")
    else { return nil }
    return kept
  }

  /// The verb, "checking" after "would you mind" and "checks" after "who" as "check".
  func verb(_ index: Int) -> String {
    let base = ActionWords.baseForm(ofGerund: tokens[index].text)
    if base == nil, index > 0, tokens[index - 1].text == "who" {
      return ActionWords.baseForm(ofThirdPerson: tokens[index].text) ?? reader.text(index)
    }
    return base ?? reader.text(index)
  }

  static func shortened(_ text: String) -> String {
    guard text.count > longest else { return text }
    let head = text.prefix(longest - 1)
    let end = head.lastIndex(of: " ") ?? head.endIndex
    return head[..<end].trimmingCharacters(in: [" ", ",", ";", ":"]) + "…"
  }
}

extension ActionClause {
  var subjectIsSomeone: Bool {
    if case .anyone = subject { return false }
    return true
  }
}

extension TimeMention {
  /// Whether something can be due then: not before today, and not from then on.
  func isAhead(of today: CivilDay) -> Bool {
    guard bound != .after, !text.lowercased().hasSuffix("'s") else { return false }
    guard let day = (endDate ?? date).flatMap({ CivilDay($0) }) else { return time != nil }
    return day >= today
  }

  /// "At 10" may be in the morning, in the evening, or in somebody else's zone.
  var isBareNumber: Bool { text.utf8.allSatisfy(Tokenizer.isDigit) }
}
