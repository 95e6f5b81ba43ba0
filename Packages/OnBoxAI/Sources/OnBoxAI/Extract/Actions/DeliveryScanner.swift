/// Finds what somebody is to get, said of the thing or of who gets it: "you'll have the plan on
/// Friday", "the notes will be on your desk by noon", "the letter goes out tomorrow", "the bank
/// wants the form signed by Monday", "Bo, can I get a key to the shed?".
struct DeliveryScanner {
  /// Words of a thing that is delivered.
  private static let longestThing = 6

  let reader: PhraseReader
  let scene: ActionScene
  let sentence: Range<Int>

  private var tokens: [Token] { reader.tokens }

  func action(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    if let wanted = wantedDone(due: due) { return wanted }
    guard sentence.last.map({ !tokens[$0].isSign("?") }) ?? false else { return lent }
    return handed(due: due) ?? placed(due: due) ?? sentOut(due: due)
  }

  /// "You'll have the new plan on Friday": "Give Bo the new plan".
  private func handed(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    guard let next = reader.match(anyOf: ActionWords.handing, at: start, before: sentence.upperBound),
      let found = due(next..<sentence.upperBound), found.cut.lowerBound > next, let listener,
      let thing = thing(next..<found.cut.lowerBound)
    else { return nil }
    return promise("Give \(listener) \(thing)", found, frame: start..<next)
  }

  /// "Notes will be on your desk by noon": "Get the notes to Bo".
  private func placed(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    for index in sentence where index > start {
      guard let next = reader.match(anyOf: ActionWords.reaching, at: index, before: sentence.upperBound) else {
        continue
      }
      guard let found = due(next..<sentence.upperBound), let listener, let thing = thing(start..<index) else {
        return nil
      }
      return promise("Get \(determined(thing, at: start)) to \(listener)", found, frame: index..<next)
    }
    return nil
  }

  /// "The letter goes out tomorrow": "Send the letter".
  private func sentOut(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    for index in sentence where index > start {
      guard let next = reader.match(anyOf: ActionWords.leaving, at: index, before: sentence.upperBound) else {
        continue
      }
      guard let found = due(next..<sentence.upperBound), found.cut.lowerBound <= next,
        let thing = thing(start..<index)
      else { return nil }
      return promise("Send \(determined(thing, at: start))", found, frame: index..<next, form: .intended)
    }
    return nil
  }

  /// "The bank wants the form signed by Monday": "Get the form signed".
  private func wantedDone(due: (Range<Int>) -> TaskBuilder.Due?) -> ParsedAction? {
    for index in sentence where index > start && ["want", "wants", "need", "needs"].contains(tokens[index].text) {
      let rest = index + 1..<sentence.upperBound
      guard let participle = rest.prefix(Self.longestThing + 1).dropFirst().first(where: isParticiple),
        let thing = thing(index + 1..<participle), isBounded(after: participle)
      else { continue }
      let owner: OwnerGuess
      if let named = scene.names.match(tokens, at: start, before: index), named.next < index,
        !scene.isSpeaker(named.member)
      {
        owner = .member(named.member, reason: ActionScene.byName)
      } else {
        owner = .none
      }
      return ParsedAction(
        task: TaskBuilder.shortened("Get \(determined(thing, at: index + 1)) \(reader.text(participle))"), owner: owner,
        due: due(participle + 1..<sentence.upperBound)?.mention, sentence: reader.text(sentence))
    }
    return nil
  }

  /// "Bo, can I get a key to the shed?": "Give Ana a key to the shed".
  private var lent: ParsedAction? {
    guard !scene.speaker.isEmpty, let named = scene.names.match(tokens, at: start, before: sentence.upperBound),
      !scene.isSpeaker(named.member)
    else { return nil }
    let frame = named.next < sentence.upperBound && tokens[named.next].isSign(",") ? named.next + 1 : named.next
    guard let next = reader.match(anyOf: ActionWords.lending, at: frame, before: sentence.upperBound),
      let thing = thing(next..<sentence.upperBound - 1)
    else { return nil }
    return ParsedAction(
      task: "Give \(ActionScene.shortName(scene.speaker)) \(thing)",
      owner: .member(named.member, reason: ActionScene.byName), due: nil, sentence: reader.text(sentence),
      form: .requested, frame: reader.text(frame..<next).lowercased())
  }

  private func promise(
    _ task: String, _ due: TaskBuilder.Due, frame: Range<Int>, form: ActionForm = .promised
  ) -> ParsedAction {
    let words = reader.text(frame)
    return ParsedAction(
      task: TaskBuilder.shortened(task), owner: scene.speakerIsOwner(saying: words), due: due.mention,
      sentence: reader.text(sentence), form: form, frame: words.lowercased())
  }

  /// After "ok", "ty" and the like.
  private var start: Int {
    sentence.first { tokens[$0].kind != .sign && !ActionWords.openings.contains(tokens[$0].text) }
      ?? sentence.lowerBound
  }

  private var listener: String? {
    (scene.onlyOther ?? scene.answered).map { ActionScene.shortName(scene.members[$0]) }
  }

  /// The words as they stand, when they name a thing and not only point at one.
  private func thing(_ range: Range<Int>) -> String? {
    guard (1...Self.longestThing).contains(range.count), let first = range.first,
      !range.contains(where: { index in
        tokens[index].kind == .sign && tokens[index].text != "-" || tokens[index].text.contains("'")
          || ReferenceWords.finite.contains(tokens[index].text) || TaskWords.speaking.contains(tokens[index].text)
          || ActionWords.refusals.contains(tokens[index].text)
      }),
      !ReferenceWords.pronouns.contains(tokens[first].text) || range.count > 1 && isDeterminer(first),
      !ReferenceWords.prepositions.contains(tokens[first].text), !ReferenceWords.asking.contains(tokens[first].text),
      tokens[first].text != "to",
      range.contains(where: { index in
        tokens[index].kind == .word && !StopWords.common.contains(tokens[index].text)
          && !TaskWords.pointers.contains(tokens[index].text)
      })
    else { return nil }
    return reader.text(range)
  }

  /// "Notes" as "the notes".
  private func determined(_ thing: String, at first: Int) -> String {
    if isDeterminer(first) { return thing.lowercasedFirst }
    if tokens[first].isAllCapitals || tokens[first].isCapitalized && first > start { return "the " + thing }
    return "the " + thing.lowercasedFirst
  }

  private func isDeterminer(_ index: Int) -> Bool {
    ReferenceWords.determiners.contains(tokens[index].text) || ActionWords.determiners.contains(tokens[index].text)
  }

  private func isParticiple(_ index: Int) -> Bool {
    let word = tokens[index].text
    return word.hasSuffix("ed") && !word.hasSuffix("eed") || ActionWords.irregularParticiples.contains(word)
  }

  /// "By Monday" follows, also by a bare hour.
  private func isBounded(after participle: Int) -> Bool {
    scene.mentions.contains { mention in
      mention.bound == .by && (reader.place(of: mention.range)?.lowerBound ?? 0) - participle <= 3
        && (reader.place(of: mention.range)?.lowerBound ?? 0) > participle
    }
  }
}
