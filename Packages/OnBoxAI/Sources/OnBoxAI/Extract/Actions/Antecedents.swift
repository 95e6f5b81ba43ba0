/// Finds the thing that a later "it" or "them" points at, in one run of tokens.
///
/// No grammar, only rules of thumb: what a clause says something of comes first, then what a verb
/// is done to.
struct Antecedents {
  /// A thing that was named.
  struct Thing: Equatable {
    /// As it can stand in a task: "the login page".
    let name: String
    let isPlural: Bool
    /// What the clause says of it: "is broken on Safari".
    let predicate: String?
  }

  /// A person who was named, as called there.
  struct Person {
    let name: String
    /// What it was said that they can do: "watch the mailbox".
    let ability: String?
  }

  let reader: PhraseReader
  let names: NameMatcher
  /// Known verbs of work: a single word at the start that is one of them is a noun there ("Fix is
  /// in review").
  let verbs: Set<String>

  private var tokens: [Token] { reader.tokens }

  /// The thing in `range` that is most likely meant; what stands only in an aside ("on the wall")
  /// when `takesAsides`.
  func thing(in range: Range<Int>, isPlural: Bool, takesAsides: Bool) -> Thing? {
    let clauses = self.clauses(of: range)
    let subjects = clauses.compactMap { clause in
      subject(of: clause).map { (thing: $0, isAside: isSubordinate(clause, of: range)) }
    }.filter { $0.thing.isPlural == isPlural }
    if let last = subjects.last(where: { !$0.isAside }) ?? subjects.last { return last.thing }
    let objects = clauses.flatMap { self.objects(of: $0) }.filter { $0.thing.isPlural == isPlural }
    return (objects.last { !$0.isAside } ?? (takesAsides || isPlural ? objects.first : nil))?.thing
  }

  private func isSubordinate(_ clause: Range<Int>, of range: Range<Int>) -> Bool {
    guard clause.lowerBound > range.lowerBound else { return false }
    return ["because", "if", "when", "while", "though"].contains(tokens[clause.lowerBound - 1].text)
  }

  /// The person named last.
  func person(in range: Range<Int>) -> Person? {
    for index in range.reversed() where tokens[index].kind == .word {
      if let named = speaker(at: index, in: range) { return named }
      guard tokens[index].isCapitalized else { continue }
      let next = index + 1 < range.upperBound ? tokens[index + 1].text : ""
      let isMember = names.index(called: tokens[index].text) != nil
      let isActing = ["can", "could", "will", "should", "might", "may", "has", "knows"].contains(next)
      guard isMember || isActing, !ReferenceWords.pronouns.contains(tokens[index].text) else { continue }
      let isAble = isActing && next != "has" && next != "knows"
      return Person(name: reader.text(index), ability: isAble ? ability(from: index + 2, in: range) : nil)
    }
    return nil
  }

  /// "Lee asks", however it is spelled: who says something is a person.
  private func speaker(at index: Int, in range: Range<Int>) -> Person? {
    let word = tokens[index].text
    guard index == range.lowerBound, index + 1 < range.upperBound,
      ReferenceWords.saying.contains(tokens[index + 1].text), !StopWords.common.contains(word),
      !ReferenceWords.pronouns.contains(word), !ReferenceWords.hollow.contains(word), !word.hasSuffix("s")
    else { return nil }
    return Person(name: reader.text(index), ability: nil)
  }

  private func ability(from start: Int, in range: Range<Int>) -> String? {
    let end = (start..<max(start, range.upperBound)).first { tokens[$0].kind == .sign } ?? range.upperBound
    guard start < end, end - start <= 8, verbs.contains(tokens[start].text) else { return nil }
    return reader.text(start..<end)
  }

  /// "An alert": the kind of thing named last, or all that a short question names ("cake?").
  func example(in range: Range<Int>) -> String? {
    let named = range.reversed().lazy.filter { ["a", "an", "another"].contains(tokens[$0].text) }.compactMap { start in
      var end = start + 1
      while end < range.upperBound, end - start < 4, continuesThing(end) { end += 1 }
      return isThing(start..<end) && end - start > 1 ? reader.text(start..<end).lowercasedFirst : nil
    }.first
    if let named { return named }
    let words = range.filter { tokens[$0].kind != .sign }
    guard words.count == 1, let word = words.first, range.last.map({ tokens[$0].isSign("?") }) ?? false,
      tokens[word].kind == .word, !StopWords.common.contains(tokens[word].text), isThing(word..<word + 1),
      !tokens[word].text.hasSuffix("s"), !ActionWords.openings.contains(tokens[word].text),
      !ReferenceWords.asking.contains(tokens[word].text)
    else { return nil }
    return (["a", "e", "i", "o", "u"].contains(tokens[word].text.prefix(1)) ? "an " : "a ") + tokens[word].text
  }

  /// The words that stand there in one with some, as far as they name the thing.
  func name(with stems: [String]) -> String? {
    let found = tokens.indices.dropLast(stems.count - 1).first { start in
      stems.indices.allSatisfy { PorterStemmer.stem(tokens[start + $0].text) == stems[$0] }
    }
    guard let found else { return nil }
    var end = found + stems.count
    while end < tokens.count, end - found < stems.count + 2, continuesThing(end), tokens[end].kind == .word,
      !StopWords.common.contains(tokens[end].text)
    {
      end += 1
    }
    return reader.text(found..<end)
  }

  /// What stands right after the verb, when it names one thing.
  func object(of verb: String) -> String? {
    for index in tokens.indices.dropLast() where tokens[index].text == verb {
      let start = index + 1
      guard ReferenceWords.determiners.contains(tokens[start].text), tokens[start].text != "no" else { continue }
      var end = start + 1
      while end < tokens.count, end - start < 5, continuesThing(end) { end += 1 }
      if isThing(start..<end), end - start > 1 { return made(start..<end, predicate: nil).name }
    }
    return nil
  }

  /// "Dinner with the landlord" of "dinner with the landlord, Monday at 7?".
  func proposal(in range: Range<Int>) -> String? {
    guard range.last.map({ tokens[$0].isSign("?") }) ?? false, let first = range.first, tokens[first].kind == .word,
      !StopWords.common.contains(tokens[first].text), !verbs.contains(tokens[first].text),
      !ActionWords.openings.contains(tokens[first].text), !ReferenceWords.asking.contains(tokens[first].text),
      names.index(called: tokens[first].text) == nil, tokens[first].meaning.weekday == nil
    else { return nil }
    let words = range.prefix { index in
      (tokens[index].kind == .word || tokens[index].isSign("-")) && tokens[index].meaning.weekday == nil
        && tokens[index].meaning.dayPart == nil && !["tomorrow", "today", "at", "on"].contains(tokens[index].text)
    }
    let isClosed = words.count < range.count - 1
    guard isClosed, (1...5).contains(words.count),
      !words.contains(where: { index in
        ReferenceWords.finite.contains(tokens[index].text) || ReferenceWords.auxiliaries.contains(tokens[index].text)
          || ["i", "we", "you", "they", "he", "she", "it", "to"].contains(tokens[index].text)
      }),
      let last = words.last, !ReferenceWords.prepositions.contains(tokens[last].text)
    else { return nil }
    return reader.text(first..<last + 1)
  }

  // MARK: Clauses

  private func clauses(of range: Range<Int>) -> [Range<Int>] {
    var clauses: [Range<Int>] = []
    var start = range.lowerBound
    for index in range {
      let token = tokens[index]
      let isSign = token.kind == .sign && !["'", "\"", "%", "#", "€", "$"].contains(token.text)
      let isHyphen = token.isSign("-") && !token.isSpaced
      let isInNumber = token.isSign(",") && index + 1 < range.upperBound && !tokens[index + 1].isSpaced
      let isWord = ["and", "but", "so", "because", "if", "when", "while", "that", "then", "though"].contains(token.text)
      guard isSign && !isHyphen && !isInNumber || isWord && index > start else { continue }
      if isSign && [":"].contains(token.text), index - start <= 3 {
        start = index + 1
        continue
      }
      if start < index { clauses.append(start..<index) }
      start = index + 1
    }
    if start < range.upperBound { clauses.append(start..<range.upperBound) }
    return clauses
  }

  /// "The login page | is broken".
  private func subject(of clause: Range<Int>) -> Thing? {
    var start = clause.lowerBound
    while start < clause.upperBound,
      tokens[start].kind == .sign || ["ok", "okay", "hm", "also"].contains(tokens[start].text)
    {
      start += 1
    }
    guard
      let verb = (start..<clause.upperBound).first(where: {
        $0 > start && ReferenceWords.finite.contains(tokens[$0].text)
      }),
      verb - start <= 10, !ReferenceWords.saying.contains(tokens[verb].text)
    else { return nil }
    var end = verb
    if let cut = (start..<verb).first(where: { ReferenceWords.prepositions.contains(tokens[$0].text) }) {
      guard cut > start else { return nil }
      if verb - start > 6 { end = cut }
    }
    let isBroken = (start..<verb).contains { index in
      ReferenceWords.breaks.contains(tokens[index].text) || ReferenceWords.finite.contains(tokens[index].text)
        || index > start && ReferenceWords.pronouns.contains(tokens[index].text)
    }
    if verb == start + 1, isNumbered(start) {
      return Thing(name: reader.text(start), isPlural: false, predicate: reader.text(verb..<clause.upperBound))
    }
    guard end - start <= 6, !isBroken, isThing(start..<end) else { return nil }
    return made(start..<end, predicate: verb..<clause.upperBound)
  }

  /// "04", "310": a number that names a thing and counts none.
  private func isNumbered(_ index: Int) -> Bool {
    tokens[index].kind == .number && (tokens[index].text.hasPrefix("0") || tokens[index].text.count > 2)
  }

  private func objects(of clause: Range<Int>) -> [(thing: Thing, isAside: Bool)] {
    var found: [(Thing, Bool)] = []
    var index = clause.lowerBound
    while index < clause.upperBound {
      let token = tokens[index]
      let opens =
        ReferenceWords.determiners.contains(token.text) || ReferenceWords.numbers.contains(token.text)
        || token.kind == .number || isPossessor(index)
      guard opens, token.text != "no" else {
        index += 1
        continue
      }
      var end = index + 1
      while end < clause.upperBound, end - index < 5, continuesThing(end) { end += 1 }
      if isThing(index..<end), end - index > 1 {
        let isAwaited = index > clause.lowerBound + 1 && tokens[index - 2].text == "waiting"
        let isAside =
          index > clause.lowerBound && ReferenceWords.prepositions.contains(tokens[index - 1].text) && !isAwaited
        found.append((made(index..<end, predicate: nil), isAside))
      }
      index = end
    }
    return found
  }

  /// "Bo's" of "Bo's text".
  private func isPossessor(_ index: Int) -> Bool {
    tokens[index].text.hasSuffix("'s") && names.index(called: String(tokens[index].text.dropLast(2))) != nil
  }

  private func continuesThing(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .word || token.isSign("-") && !token.isSpaced || token.kind == .opaque else { return false }
    return !ReferenceWords.finite.contains(token.text) && !ReferenceWords.prepositions.contains(token.text)
      && !ReferenceWords.breaks.contains(token.text) && token.meaning.weekday == nil && token.meaning.dayPart == nil
  }

  private func isThing(_ range: Range<Int>) -> Bool {
    guard let first = range.first, let last = range.last, tokens[last].kind != .sign else { return false }
    if ReferenceWords.pronouns.contains(tokens[first].text),
      range.count == 1 || !ReferenceWords.determiners.contains(tokens[first].text)
    {
      return false
    }
    if ReferenceWords.prepositions.contains(tokens[first].text) || tokens[first].text.contains("'") && range.count == 1
    {
      return false
    }
    guard !ReferenceWords.hollow.contains(tokens[last].text), tokens[last].meaning.weekday == nil,
      tokens[last].meaning.month == nil, tokens[last].meaning.dayPart == nil
    else { return false }
    // "The new guy" is nobody to be set up, and "I'd like to" wishes.
    if ReferenceWords.people.contains(tokens[last].text) { return false }
    if range.contains(where: { TaskWords.speaking.contains(tokens[$0].text) }) { return false }
    if tokens[first].text.hasSuffix("ing"), !tokens[first].isSpaced || range.count > 1 { return false }
    return range.allSatisfy {
      names.index(called: tokens[$0].text) == nil && (tokens[$0].kind != .sign || tokens[$0].isSign("-"))
    }
      && range.contains {
        tokens[$0].kind == .word && tokens[$0].length > 1 && !ReferenceWords.determiners.contains(tokens[$0].text)
      }
  }

  // MARK: Names of things

  private func made(_ range: Range<Int>, predicate: Range<Int>?) -> Thing {
    let last = head(of: range)
    let first = tokens[range.lowerBound]
    let isCounted = first.kind == .number || ReferenceWords.numbers.contains(first.text)
    let isPlural =
      isCounted
      || tokens[last].text.hasSuffix("s") && !tokens[last].text.hasSuffix("ss") && !tokens[last].text.hasSuffix("us")
        && !tokens[last].text.hasSuffix("is")
    return Thing(
      name: name(of: range), isPlural: isPlural,
      predicate: predicate.flatMap { $0.isEmpty ? nil : reader.text($0) })
  }

  /// The last word before "of", "for" and the like.
  private func head(of range: Range<Int>) -> Int {
    let cut = range.dropFirst().first { ReferenceWords.prepositions.contains(tokens[$0].text) } ?? range.upperBound
    return max(range.lowerBound, cut - 1)
  }

  private func name(of range: Range<Int>) -> String {
    let first = tokens[range.lowerBound]
    let rest = range.dropFirst()
    let isNumber = first.kind == .number || ReferenceWords.numbers.contains(first.text)
    if isNumber || ReferenceWords.loose.contains(first.text) { return "the " + reader.text(rest) }
    if ReferenceWords.determiners.contains(first.text), !["old", "new", "no"].contains(first.text) {
      return first.text + " " + reader.text(rest)
    }
    if isPossessor(range.lowerBound) { return reader.text(range) }
    let isAcronym = first.isAllCapitals && first.length > 1
    let isProper = isAcronym || first.isCapitalized && range.count == 1 && !isCommon(first.text)
    if isProper, range.count == 1 { return reader.text(range) }
    guard first.kind == .word, !isProper else { return "the " + reader.text(range) }
    return "the " + first.text + (rest.isEmpty ? "" : " " + reader.text(rest))
  }

  /// A word that is hardly a name though a sentence begins with it.
  private func isCommon(_ word: String) -> Bool {
    verbs.contains(word) || ReferenceWords.nounEndings.contains { word.hasSuffix($0) } || word.hasSuffix("s")
  }
}
