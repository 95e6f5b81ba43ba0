/// Yes-or-no observations about a text, by name: "please", "imperative", "ends with a question
/// mark".
struct TextCues {
  private(set) var names: [String] = []

  private static let please = TokenSet(English.words("cues.please"))
  private static let futureWords = TokenSet(English.words("cues.futureWords"))
  private static let futurePairs = pairs("cues.futurePairs")
  private static let obligationWords = TokenSet(English.words("cues.obligationWords"))
  private static let obligationPairs = pairs("cues.obligationPairs")
  private static let letUsWords = TokenSet(English.words("cues.letUsWords"))
  private static let letUsPairs = pairs("cues.letUsPairs")
  private static let links = TokenSet(English.words("cues.links"))
  private static let brackets = TokenSet(English.words("cues.brackets"))
  private static let mention = TokenSet(English.words("cues.mention"))
  private static let questionMarks = TokenSet(English.words("cues.questionMarks"))
  private static let exclamationMarks = TokenSet(English.words("cues.exclamationMarks"))
  private static let doNot = TokenSet(English.words("cues.doNot"))
  private static let persons = TokenSet(English.words("cues.persons"))
  private static let you = TokenSet(English.words("cues.you"))
  private static let us = TokenSet(English.words("cues.us"))
  private static let speakers = TokenSet(English.words("cues.speakers"))
  private static let groups = TokenSet(English.words("cues.groups"))
  private static let addressees = TokenSet(English.words("cues.addressees"))
  private static let things = TokenSet(English.words("cues.things"))
  private static let lengths = [1, 2, 3, 5, 8, 12, 18, 27, 40, 80]

  init(_ tokens: TextTokens, sentences: [TextSentence]) {
    let hashes = (0..<tokens.count).map(tokens.hash)
    let seen = Set(hashes)
    let pairs = Set(zip(hashes, hashes.dropFirst()).map { TokenSet.pair($0, $1) })
    func has(_ words: TokenSet) -> Bool { !words.isDisjoint(with: seen) }

    let words = (0..<tokens.count).count { tokens.isWord($0) }
    names.append("length\(Self.lengths.firstIndex { words <= $0 } ?? Self.lengths.count)")
    add("question mark", when: has(Self.questionMarks))
    add("ends with a question mark", when: hashes.last.map(Self.questionMarks.contains) ?? false)
    add("exclamation", when: has(Self.exclamationMarks))
    add("please", when: has(Self.please))
    add("second person", when: has(CueWords.secondPerson))
    add("first person future", when: has(Self.futureWords) || !pairs.isDisjoint(with: Self.futurePairs))
    add("obligation", when: has(Self.obligationWords) || !pairs.isDisjoint(with: Self.obligationPairs))
    add("let's", when: has(Self.letUsWords) || !pairs.isDisjoint(with: Self.letUsPairs))
    add("day", when: has(CueWords.days))
    add("number", when: (0..<tokens.count).contains { tokens.isNumber($0) })
    add("past", when: has(CueWords.past))
    add("hedge", when: has(CueWords.hedges))
    add("urgent word", when: has(CueWords.urgent))
    add("calendar word", when: has(CueWords.calendar))
    add("mention", when: has(Self.mention))
    add("link", when: has(Self.links))
    add("brackets", when: has(Self.brackets))
    for sentence in sentences { addForm(of: sentence, hashes: hashes) }
    names = Array(Set(names))
  }

  /// What the first words of a sentence say about it.
  private mutating func addForm(of sentence: TextSentence, hashes: [UInt64]) {
    let first = hashes[sentence.head]
    let second = sentence.head + 1 < sentence.end ? hashes[sentence.head + 1] : nil
    func secondIs(_ words: TokenSet) -> Bool { second.map(words.contains) ?? false }

    if CueWords.verbs.contains(first) || (Self.doNot.contains(first) && !secondIs(Self.persons)) {
      names.append("imperative")
      add("imperative question", when: sentence.mark.map { Self.questionMarks.contains(hashes[$0]) } ?? false)
    }
    if CueWords.auxiliaries.contains(first) {
      names.append("auxiliary first")
      add("asks you", when: secondIs(Self.you))
      add("asks us", when: secondIs(Self.us))
    }
    add("question word first", when: CueWords.questionWords.contains(first))
    add("speaker first", when: Self.speakers.contains(first))
    add("we first", when: Self.groups.contains(first))
    add("you first", when: Self.addressees.contains(first))
    add("thing first", when: Self.things.contains(first))
  }

  private mutating func add(_ name: String, when holds: Bool) {
    if holds { names.append(name) }
  }

  private static func pairs(_ list: String) -> Set<UInt64> {
    Set(English.phrases(list).map { $0.map { TokenSet.hash($0.utf8) }.reduce(0) { TokenSet.pair($0, $1) } })
  }
}
