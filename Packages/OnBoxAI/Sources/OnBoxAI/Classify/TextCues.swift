/// Yes-or-no observations about a text, by name: "please", "imperative", "ends with a question mark".
struct TextCues {
  private(set) var names: [String] = []

  private static let please = TokenSet("please pls plz")
  private static let futureWords = TokenSet("i'll we'll gonna")
  private static let futurePairs = pairs("i will", "we will", "i can", "i shall", "let me", "i could")
  private static let obligationWords = TokenSet("must should")
  private static let obligationPairs = pairs(
    "need to", "have to", "has to", "should be", "supposed to", "got to")
  private static let letUsWords = TokenSet("let's")
  private static let letUsPairs = pairs("let us")
  private static let links = TokenSet("http https www")
  private static let brackets = TokenSet("{ } (")
  private static let mention = TokenSet("@")
  private static let questionMarks = TokenSet("? ??")
  private static let exclamationMarks = TokenSet("! !!")
  private static let doNot = TokenSet("don't never do")
  private static let persons = TokenSet("you we i they")
  private static let you = TokenSet("you u ya")
  private static let us = TokenSet("i we")
  private static let speakers = TokenSet("i i'll i'm i've i'd")
  private static let groups = TokenSet("we we'll we're we've let's")
  private static let addressees = TokenSet("you you'll you're")
  private static let things = TokenSet("it it's this that there they he she the")
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

  private static func pairs(_ phrases: String...) -> Set<UInt64> {
    Set(
      phrases.map { phrase in
        phrase.split(separator: " ").map { TokenSet.hash($0.utf8) }.reduce(0) { TokenSet.pair($0, $1) }
      })
  }
}
