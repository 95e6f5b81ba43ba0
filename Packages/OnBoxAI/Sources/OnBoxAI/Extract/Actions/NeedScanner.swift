/// Finds tasks that are said of the thing and not of a person: "the docs need to be updated by
/// Friday", "we need the numbers by noon".
struct NeedScanner {
  let reader: PhraseReader
  let scene: ActionScene
  let sentence: Range<Int>

  private var tokens: [Token] { reader.tokens }

  func action(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    passive(due: due) ?? moved(due: due) ?? wantedOfOne ?? wanted(due: due)
  }

  /// "… needs to be updated": "Get … updated".
  private func passive(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    for index in sentence {
      for phrase in ActionWords.passives {
        guard let next = reader.match(phrase.words, at: index, before: sentence.upperBound), next < sentence.upperBound,
          isParticiple(tokens[next].text)
        else { continue }
        let subject = thing(before: index)
        guard !subject.isEmpty else { return nil }
        let found = due(next..<sentence.upperBound)
        guard found != nil || !phrase.needsDue else { return nil }
        return ParsedAction(
          task: TaskBuilder.shortened("Get \(lowerFirst(subject)) \(tokens[next].text)"), owner: .none,
          due: found?.mention, sentence: reader.text(sentence))
      }
    }
    return nil
  }

  /// "The cards have to go to the printer by Friday": "Get the cards to the printer".
  private func moved(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    for index in sentence {
      guard let next = reader.match(anyOf: ActionWords.movements, at: index, before: sentence.upperBound),
        next + 1 < sentence.upperBound, let found = due(next..<sentence.upperBound), !found.cut.isEmpty,
        found.cut.lowerBound > next
      else { continue }
      let subject = thing(before: index)
      guard !subject.isEmpty else { return nil }
      let goal = reader.text(next - 1..<found.cut.lowerBound)
      return ParsedAction(
        task: TaskBuilder.shortened("Get \(lowerFirst(subject)) \(goal)"), owner: .none, due: found.mention,
        sentence: reader.text(sentence))
    }
    return nil
  }

  /// "Mira, I need your OK on the text": "Give Amara an OK on the text".
  private var wantedOfOne: ParsedAction? {
    guard !scene.speaker.isEmpty, let member = addressee,
      let start = sentence.first(where: {
        reader.match(anyOf: ActionWords.wantsOfOne, at: $0, before: sentence.upperBound) != nil
      }),
      let next = reader.match(anyOf: ActionWords.wantsOfOne, at: start, before: sentence.upperBound)
    else { return nil }
    var end = sentence.upperBound
    while end > next, tokens[end - 1].kind == .sign { end -= 1 }
    guard (1...8).contains(end - next) else { return nil }
    let name = ActionScene.shortName(scene.speaker)
    return ParsedAction(
      task: "Give \(name) your \(reader.text(next..<end))",
      owner: .member(member.index, reason: member.isNamed ? ActionScene.byName : "asked in a conversation of two"),
      due: nil, sentence: reader.text(sentence), form: .requested)
  }

  /// Whom the sentence addresses: "Mira, …", or the only other one.
  private var addressee: (index: Int, isNamed: Bool)? {
    if let match = scene.names.match(tokens, at: skipOpenings, before: sentence.upperBound),
      !scene.isSpeaker(match.member)
    {
      return (match.member, true)
    }
    return scene.onlyOther.map { ($0, false) }
  }

  /// "We need the numbers by Thursday": "Provide the numbers". Without a time it is a wish.
  private func wanted(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    for phrase in ActionWords.wants {
      guard let next = reader.match(phrase, at: skipOpenings, before: sentence.upperBound),
        next + 1 < sentence.upperBound,
        ActionWords.determiners.contains(tokens[next].text), let found = due(next..<sentence.upperBound),
        !found.cut.isEmpty,
        found.mention.bound == .by, found.cut.lowerBound > next + 1
      else { continue }
      let object = reader.text(next..<found.cut.lowerBound)
      return ParsedAction(
        task: TaskBuilder.shortened("Provide \(object)"), owner: .none, due: found.mention,
        sentence: reader.text(sentence))
    }
    return nil
  }

  private var skipOpenings: Int {
    var index = sentence.lowerBound
    while index + 1 < sentence.upperBound,
      ActionWords.openings.contains(tokens[index].text) || tokens[index].kind == .sign
    {
      index += 1
    }
    return index
  }

  /// The words from the start of the clause to `end`: at most eight, and no pronoun alone.
  private func thing(before end: Int) -> String {
    var start = end
    while start > sentence.lowerBound, !isBoundary(start - 1) { start -= 1 }
    while start < end, ActionWords.openings.contains(tokens[start].text) { start += 1 }
    guard start < end, end - start <= 8 else { return "" }
    if end - start == 1,
      ActionWords.pointers.contains(tokens[start].text)
        || ["i", "we", "you", "he", "she", "they"].contains(
          tokens[start].text)
    {
      return ""
    }
    return reader.text(start..<end)
  }

  private func isBoundary(_ index: Int) -> Bool {
    tokens[index].kind == .sign && [",", ";", ":", "-"].contains(tokens[index].text)
      || ["but", "so", "because", "think", "that", "if"].contains(tokens[index].text)
  }

  private func isParticiple(_ word: String) -> Bool {
    word.hasSuffix("ed") || ActionWords.irregularParticiples.contains(word)
  }

  private func lowerFirst(_ text: String) -> String {
    let first = text.split(separator: " ").first.map(String.init) ?? text
    return ActionWords.determiners.contains(first.lowercased())
      ? first.lowercased() + text.dropFirst(first.count) : text
  }
}
