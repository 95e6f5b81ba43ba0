/// The words of a task: what it points at is named, what only explains is left out.
extension TaskBuilder {
  private var tokens: [Token] { reader.tokens }

  /// A task in words, and the index of the turn before that some of them come from.
  struct Wording {
    let text: String
    let turn: Int?
  }

  /// `nil` when it only points at something that cannot be told.
  func task(of indices: [Int], _ clause: ActionClause) -> Wording? {
    guard let verb = indices.first else { return nil }
    if let question = embeddedQuestion(in: indices) { return told(question, of: indices, clause) }
    if indices.count == 1 {
      guard !isAnnounced(clause) else { return Wording(text: phrase(indices, clause), turn: nil) }
      // "I'll look tonight": nothing says at what.
      guard !ActionWords.objectless.contains(tokens[verb].text) else { return nil }
      if let thing = context.thing(after: lead(of: clause), isPlural: false, isNear: isOffer(clause)) {
        return Wording(text: told(verb, thing.value, clause), turn: thing.turn)
      }
      guard !isOffer(clause), let proposal = context.proposal(after: lead(of: clause)) else { return nil }
      return Wording(text: "\(phrase([verb], clause)) \(proposal.value)", turn: proposal.turn)
    }
    if let place = (1..<min(3, indices.count)).first(where: { isExample(at: $0, of: indices) }),
      let thing = context.example(after: lead(of: clause))
    {
      return Wording(text: phrase(indices, clause, with: [indices[place]: thing.value]), turn: thing.turn)
    }
    guard let place = (1..<min(4, indices.count)).first(where: { isPointer(at: $0, of: indices) }),
      !indices[1..<place].contains(where: { ReferenceWords.determiners.contains(tokens[$0].text) })
    else { return Wording(text: phrase(indices, clause), turn: nil) }
    return resolved(place, of: indices, clause)
  }

  /// Where a question inside the task begins that says only a part of what it asks: "which ones
  /// don't", "how you did that".
  private func embeddedQuestion(in indices: [Int]) -> Int? {
    let asking = (1..<max(1, indices.count)).first { ReferenceWords.asking.contains(tokens[indices[$0]].text) }
    guard let asking, let last = indices.last else { return nil }
    let rest = indices[asking...]
    let pointsBack = zip(rest, rest.dropFirst()).contains { verb, object in
      ReferenceWords.doing.contains(tokens[verb].text) && ["that", "it", "this", "so"].contains(tokens[object].text)
    }
    let stopsShort = rest.count <= 3 && ReferenceWords.auxiliaries.contains(tokens[last].text)
    return pointsBack || stopsShort ? asking : nil
  }

  /// "Find out which phones don't"; `nil` when nothing can be put in for what is left out.
  private func told(_ question: Int, of indices: [Int], _ clause: ActionClause) -> Wording? {
    let place = question + 1
    guard indices.indices.contains(place), tokens[indices[place]].text == "ones", place < indices.count - 1,
      let thing = context.thing(after: lead(of: clause), isPlural: true, isNear: false)
    else { return nil }
    let words = thing.value.name.split(separator: " ")
    let isDetermined = words.first.map { ReferenceWords.determiners.contains($0.lowercased()) } ?? false
    let name = words.dropFirst(isDetermined && words.count > 1 ? 1 : 0).joined(separator: " ")
    return Wording(text: phrase(indices, clause, with: [indices[place]: name]), turn: thing.turn)
  }

  /// Whether the word at a place of a task stands for a thing or a person: "it", but not "that
  /// page".
  func isPointer(at place: Int, of indices: [Int]) -> Bool {
    let word = tokens[indices[place]].text
    if ["it", "them", "him"].contains(word) { return true }
    guard
      ReferenceWords.singular.contains(word) || ReferenceWords.plural.contains(word)
        || ReferenceWords.persons.contains(word)
    else { return false }
    guard place + 1 < indices.count else { return true }
    let next = tokens[indices[place + 1]]
    return next.kind == .sign || ReferenceWords.prepositions.contains(next.text)
      || ReferenceWords.breaks.contains(next.text) || ["no", "yes"].contains(next.text)
      || ReferenceWords.particles.contains(next.text)
  }

  /// "One" in "I'll send you one", but not in "one page".
  private func isExample(at place: Int, of indices: [Int]) -> Bool {
    guard tokens[indices[place]].text == "one", place + 1 < indices.count else {
      return tokens[indices[place]].text == "one"
    }
    let next = tokens[indices[place + 1]]
    return next.kind == .sign && !next.isSign("-") || ReferenceWords.prepositions.contains(next.text)
      || ReferenceWords.breaks.contains(next.text)
  }

  private func resolved(_ place: Int, of indices: [Int], _ clause: ActionClause) -> Wording? {
    let word = tokens[indices[place]].text
    let before = lead(of: clause)
    if ReferenceWords.persons.contains(word) {
      guard let person = context.person(after: before) else { return nil }
      let task = phrase(indices, clause, with: [indices[place]: person.value.name])
      let ability = indices.count == 2 && tokens[indices[0]].text == "ask" ? person.value.ability : nil
      return Wording(text: ability.map { "\(task) to \($0)" } ?? task, turn: person.turn)
    }
    // Nobody tells a thing anything.
    if place == 1, ReferenceWords.addressing.contains(tokens[indices[0]].text) { return nil }
    if place == 1, let thing = context.object(of: tokens[indices[0]].text) {
      return Wording(text: phrase(indices, clause, with: [indices[place]: thing.value]), turn: thing.turn)
    }
    let isLikeness = place + 1 < indices.count && tokens[indices[place + 1]].text == "like"
    guard !isLikeness,
      let thing = context.thing(
        after: before, isPlural: ReferenceWords.plural.contains(word), isNear: isOffer(clause))
    else { return nil }
    if indices.count == 2 { return Wording(text: told(indices[0], thing.value, clause), turn: thing.turn) }
    var ordered = indices
    if place == 1, indices.count > 2, isParticle(at: 2, of: indices) { ordered.swapAt(1, 2) }
    return Wording(text: phrase(ordered, clause, with: [indices[place]: thing.value.name]), turn: thing.turn)
  }

  /// Whether "down" belongs to the verb ("take it down to 50"), and not to what follows ("get it
  /// off Bo").
  func isParticle(at place: Int, of indices: [Int]) -> Bool {
    guard ReferenceWords.particles.contains(tokens[indices[place]].text) else { return false }
    guard place + 1 < indices.count else { return true }
    let next = tokens[indices[place + 1]]
    return next.kind != .word && next.kind != .number || ReferenceWords.prepositions.contains(next.text)
      || ReferenceWords.breaks.contains(next.text) || next.text.hasSuffix("ly")
      || ActionWords.timePrepositions.contains(next.text) || next.meaning.weekday != nil || next.meaning.role != nil
      || next.meaning.dayPart != nil
  }

  /// "Fix the search: it does not find accents", but "Send the offer".
  private func told(_ verb: Int, _ thing: Antecedents.Thing, _ clause: ActionClause) -> String {
    let task = "\(phrase([verb], clause)) \(thing.name)"
    guard ReferenceWords.repairs.contains(tokens[verb].text), let predicate = thing.predicate else { return task }
    let whole = "\(task): \(thing.isPlural ? "they" : "it") \(predicate)"
    return whole.split(separator: " ").count <= Self.manyWords + 2 ? whole : task
  }

  /// "I can translate it": what was named long before is hardly meant.
  private func isOffer(_ clause: ActionClause) -> Bool {
    clause.frame.contains { tokens[$0].text == "can" }
      && { if case .speaker = clause.subject { true } else { false } }()
  }

  private func isAnnounced(_ clause: ActionClause) -> Bool {
    if case .anyone = clause.subject { return clause.frame.contains { tokens[$0].isSign(":") } }
    return false
  }

  /// What stands in the sentence before the clause.
  private func lead(of clause: ActionClause) -> Range<Int> {
    sentence.lowerBound..<max(sentence.lowerBound, clause.frame.lowerBound)
  }

  // MARK: Leaving out

  /// A task with more words loses what follows a comma.
  static let manyWords = 12

  /// Without what only explains: "take it, you know that code best", "… because it is slow".
  func condensed(_ indices: [Int]) -> [Int] {
    var count = indices.count
    // "I can run, but Bo knows more": what follows is no object.
    if count > 2, tokens[indices[1]].isSign(","), ["but", "so", "and", "or"].contains(tokens[indices[2]].text) {
      return Array(indices.prefix(1))
    }
    for place in indices.indices.dropFirst(2) {
      let token = tokens[indices[place]]
      let next = place + 1 < indices.count ? tokens[indices[place + 1]] : nil
      let isAside =
        token.isSign(",")
        && next.map { ReferenceWords.pronouns.contains(Self.beforeApostrophe($0.text)) && $0.text != "that" } ?? false
      let isStatement =
        token.isSign(",") && next.map { ActionWords.determiners.contains($0.text) } ?? false
        && indices[(place + 2)...].prefix(6).contains { ActionWords.statingVerbs.contains(tokens[$0].text) }
      let isDash = token.isSpaced && (token.isSign("-") || token.isSign("—") || token.isSign("–"))
      let explains =
        ["because", "otherwise", "though", "although"].contains(token.text)
        || token.text == "even" && ["if", "though"].contains(next?.text) || token.isSign(",") && next?.text == "last"
        || token.text == "so" && ["that", "we", "i", "you", "they", "it"].contains(next?.text)
      if isAside || isStatement || isDash || explains {
        count = place
        break
      }
    }
    let isLong = indices.prefix(count).count { tokens[$0].kind != .sign } > Self.manyWords
    if isLong {
      let cut = (3..<count).first { place in
        let token = tokens[indices[place]]
        return [",", "(", ";"].contains(token.text) && token.kind == .sign
          || ["since", "which", "while", "as"].contains(token.text) && place > 4
      }
      count = cut ?? count
    }
    return Array(indices.prefix(count))
  }

  /// "I'll" as "i".
  private static func beforeApostrophe(_ word: String) -> String {
    word.firstIndex(of: "'").map { String(word[..<$0]) } ?? word
  }

  // MARK: Names

  func phrase(_ indices: [Int], _ clause: ActionClause, with names: [Int: String] = [:]) -> String {
    var text = ""
    var previous: Int?
    for index in indices {
      guard let word = names[index] ?? substitute(index, in: clause) else { continue }
      let isJoined = previous == index - 1 && !tokens[index].isSpaced
      if !text.isEmpty, !isJoined, !(tokens[index].kind == .sign && [",", "."].contains(tokens[index].text)) {
        text += " "
      }
      text += word
      previous = index
    }
    return Self.shortened(text.prefix(1).uppercased() + text.dropFirst())
  }

  /// "Send me" said by Ana is "Send Ana" on the board; "you" is whoever is addressed. `nil` for a
  /// word to leave out.
  private func substitute(_ index: Int, in clause: ActionClause) -> String? {
    let original = index == clause.body.lowerBound ? verb(index) : reader.text(index)
    if case .speaker = clause.subject {
      return toldBySpeaker(index, in: clause) ?? (isIdleYou(index, clause) ? nil : original)
    }
    guard !scene.speaker.isEmpty else { return original }
    let name = ActionScene.shortName(scene.speaker)
    switch tokens[index].text {
    case "me": return name
    case "my": return name + "'s"
    default: return original
    }
  }

  private func toldBySpeaker(_ index: Int, in clause: ActionClause) -> String? {
    let before = index > 0 ? tokens[index - 1].text : ""
    switch tokens[index].text {
    case "you": return listener(of: clause)
    // "By the end of my day" is a time.
    case "my" where !scene.speaker.isEmpty && !namesTime(after: index):
      return ActionScene.shortName(scene.speaker) + "'s"
    case "your": return listener(of: clause).map { $0 + "'s" }
    case "i" where index + 1 < tokens.count && Self.thirdPerson[tokens[index + 1].text] != nil:
      return scene.speaker.isEmpty ? nil : ActionScene.shortName(scene.speaker)
    case let word where before == "i": return scene.speaker.isEmpty ? nil : Self.thirdPerson[word]
    default: return nil
    }
  }

  private func namesTime(after index: Int) -> Bool {
    guard index + 1 < tokens.count else { return false }
    let next = tokens[index + 1]
    return next.meaning.dayPart != nil || ["day", "week", "time", "end", "side", "best", "own"].contains(next.text)
  }

  private static let thirdPerson = English.table("actions.thirdPerson").compactMapValues(\.first)

  private func listener(of clause: ActionClause) -> String? {
    (clause.addressee ?? scene.onlyOther ?? scene.answered).map { ActionScene.shortName(scene.members[$0]) }
  }

  /// "Send you the build", said to nobody who could be named.
  private func isIdleYou(_ index: Int, _ clause: ActionClause) -> Bool {
    tokens[index].text == "you" && index == clause.body.lowerBound + 1
  }
}
