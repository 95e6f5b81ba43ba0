/// What was said before a clause, for tasks that only point at it.
struct TaskContext {
  /// How many turns back a thing may have been named.
  private static let reach = 3
  /// Longer turns name too many things to tell which one is meant.
  private static let longestTurn = 400

  /// The message, and its sentences before the clause's own.
  let reader: PhraseReader
  let earlier: [Range<Int>]
  /// Oldest first; its indices are those of the turns that the parser was given.
  let turns: ArraySlice<Turn>
  let tokenizer: Tokenizer
  let names: NameMatcher
  let verbs: Set<String>

  /// The thing that "it" (or "them", when `isPlural`) means in a clause whose sentence begins with
  /// `lead`.
  /// - `isNear`: it must have been named in the same message.
  func thing(after lead: Range<Int>, isPlural: Bool, isNear: Bool) -> Found<Antecedents.Thing>? {
    // No one thing stands for a wish.
    guard earlier.last.map(wishes) != true else { return nil }
    let found = find(after: lead, isNear: isNear) { $0.thing(in: $1, isPlural: isPlural, takesAsides: $2) }
    guard let found, let turn = found.turn else { return found }
    let thing = found.value
    return Found(
      value: Antecedents.Thing(name: owned(thing.name, by: turn), isPlural: thing.isPlural, predicate: thing.predicate),
      turn: turn)
  }

  private func wishes(_ sentence: Range<Int>) -> Bool {
    sentence.contains { reader.match(anyOf: ReferenceWords.wishes, at: $0, before: sentence.upperBound) != nil }
  }

  /// Such a thing as "one" means: "an alert" after "we need an alert for that".
  func example(after lead: Range<Int>) -> Found<String>? {
    find(after: lead, isNear: false) { words, range, _ in words.example(in: range) }
  }

  /// What was called by `words` and more in one of the last turns: "price list" of "prices".
  func fullName(of words: [String], reach: Int) -> (name: String, turn: Int)? {
    let stems = words.filter { !ReferenceWords.determiners.contains($0) }.map(PorterStemmer.stem)
    guard !stems.isEmpty else { return nil }
    for index in turns.indices.suffix(reach).reversed() where turns[index].text.utf8.count <= Self.longestTurn {
      let bytes = Array(turns[index].text.utf8)
      let there = antecedents(PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes))
      if let name = there.name(with: stems) { return (name, index) }
    }
    return nil
  }

  /// Whether the turn just before has the word, a verb of work.
  func lastTurnSays(_ word: String) -> Bool {
    verbs.contains(word) && turns.last.map { PlainWords.of($0.text).contains(word) } ?? false
  }

  /// What one of the last two turns says the same verb of: "the wall" of "somebody should measure
  /// the wall" for "I'll measure it".
  func object(of verb: String) -> Found<String>? {
    for index in turns.indices.suffix(2).reversed() where turns[index].text.utf8.count <= Self.longestTurn {
      let bytes = Array(turns[index].text.utf8)
      let there = antecedents(PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes))
      if let name = there.object(of: verb) { return Found(value: owned(name, by: index), turn: index) }
    }
    return nil
  }

  /// "My key", said by Bo, as "Bo's key".
  private func owned(_ name: String, by turn: Int) -> String {
    let words = name.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "my" else { return name }
    return "\(ActionScene.shortName(turns[turn].speaker))'s \(words[1])"
  }

  /// What a question proposes by its name alone: "dinner with the landlord, Monday at 7?".
  func proposal(after lead: Range<Int>) -> Found<String>? {
    find(after: lead, isNear: false) { words, range, _ in words.proposal(in: range) }
  }

  /// Whom "her" or "him" means, and what it was said that they can do.
  func person(after lead: Range<Int>) -> Found<Antecedents.Person>? {
    find(after: lead, isNear: false) { words, range, _ in words.person(in: range) }
  }

  /// What was found, and the index of its turn; `nil` for the message itself.
  struct Found<Value> {
    let value: Value
    let turn: Int?
  }

  private func find<Value>(
    after lead: Range<Int>, isNear: Bool, _ look: (Antecedents, Range<Int>, _ isHere: Bool) -> Value?
  ) -> Found<Value>? {
    let here = antecedents(reader)
    for range in [lead] + earlier.reversed() where !range.isEmpty {
      if let value = look(here, range, true) { return Found(value: value, turn: nil) }
    }
    if isNear { return nil }
    for index in turns.indices.suffix(Self.reach).reversed() where turns[index].text.utf8.count <= Self.longestTurn {
      let bytes = Array(turns[index].text.utf8)
      let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
      let there = antecedents(reader)
      for sentence in Sentences.ranges(of: reader.tokens, bytes: bytes).reversed() {
        if let value = look(there, sentence, false) { return Found(value: value, turn: index) }
      }
    }
    return nil
  }

  private func antecedents(_ reader: PhraseReader) -> Antecedents {
    Antecedents(reader: reader, names: names, verbs: verbs)
  }
}
