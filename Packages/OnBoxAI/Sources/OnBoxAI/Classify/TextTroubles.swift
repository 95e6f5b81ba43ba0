/// Yes-or-no observations for urgency, by name: a trouble that is there, that is over, or that is only spoken of.
///
/// `Packages/OnBoxAI/Training/features.py` does the same: change both or none.
struct TextTroubles {
  private(set) var names: [String] = []

  private static let trouble = TokenSet(
    """
    fail fails failed failing failure failures down broken breaks broke crash crashes crashed crashing error errors
    outage stuck hang hangs hanging leak leaks leaking leaked lost losing lose loses dead dies died dying expires
    expired refused refuses unreachable unavailable blocked blocking blocks breach corrupt corrupted corrupts garbage
    wrong wrongly full timeout timeouts locked emergency alarm fire flood missing cancelled attack attacks overheating
    overheats restarted restarts memory limit cannot can't attacker passwords deleting twice charged ringing loop
    unpaid stolen
    """)
  private static let over = TokenSet(
    """
    fixed resolved solved repaired recovered restored works worked again back finished done over gone found merged
    deployed renewed stable green rolled closed rotated installed upgraded signed clear quiet ready changed valid
    switched
    """)
  private static let presses = TokenSet(
    """
    now immediately asap urgent urgently tonight midnight minute minutes hour today quick quickly soon hurry once right
    everyone everybody all customers users production live
    """)
  private static let calm = TokenSet(
    """
    no nothing none known fine later someday whenever week weeks month months quarter year yesterday spring past some
    day rush hurry minor test training lessons planned announced
    """)
  private static let supposed = TokenSet(
    """
    if would could should how which whether what why shall might maybe let's article word
    """)

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
