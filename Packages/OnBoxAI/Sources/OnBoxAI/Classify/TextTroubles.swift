/// Yes-or-no observations for urgency, by name: a trouble that is there, that is over, or that is
/// only spoken of.
///
/// `Packages/OnBoxAI/Training/features.py` does the same: change both or none.
struct TextTroubles {
  private(set) var names: [String] = []

  private static let trouble = TokenSet(English.words("cues.trouble"))
  private static let over = TokenSet(English.words("cues.over"))
  private static let presses = TokenSet(English.words("cues.presses"))
  private static let calm = TokenSet(English.words("cues.calm"))
  private static let supposed = TokenSet(English.words("cues.supposed"))

  init(_ tokens: TextTokens) {
    let seen = Set((0..<tokens.count).map(tokens.hash))
    func has(_ words: TokenSet) -> Bool { !words.isDisjoint(with: seen) }
    let (isTrouble, isOver, isPressing) = (has(Self.trouble), has(Self.over), has(Self.presses))
    let (isCalm, isSupposed) = (has(Self.calm), has(Self.supposed))
    add("trouble", when: isTrouble)
    add("over", when: isOver)
    add("presses", when: isPressing)
    add("calm", when: isCalm)
    add("supposed", when: isSupposed)
    add("open trouble", when: isTrouble && !isOver && !isCalm && !isSupposed)
    add("pressing trouble", when: isTrouble && isPressing)
    add("no trouble", when: !isTrouble && !isPressing)
    add("over and calm", when: isOver && !isPressing)
  }

  private mutating func add(_ name: String, when holds: Bool) {
    if holds { names.append(name) }
  }
}
