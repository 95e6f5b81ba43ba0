/// Picks the decisions of a message from what sounds like one.
struct DecisionFinder {
  /// Hours that a proposal stays on the table: over a weekend, but not for a week.
  static let longestTable = 84.0
  /// How sure a decision is at least that is said to be one.
  private static let explicit = 0.75

  let parser: DecisionParser

  /// What is said to be a decision ("we decided", "then we keep …"), and a mere plan ("let's …")
  /// when the classifier takes it for one.
  func decisions(in message: ReadMessage) -> [FoundDecision] {
    let signals = message.signals
    let first =
      message.previous.firstIndex { turn in
        turn.at.map { message.now.timeIntervalSince($0) <= Self.longestTable * 3_600 } ?? true
      } ?? message.previous.endIndex
    let recent = Array(message.previous[first...])
    return parser.decisions(in: message.text, previous: recent, speaker: message.speaker)
      .filter { $0.isExplicit || signals.isDecision }
      .map { decision in
        FoundDecision(
          decision: decision.moved(by: first),
          confidence: decision.isExplicit ? max(signals.decision, Self.explicit) : signals.decision)
      }
  }
}

extension ParsedDecision {
  /// The same, with its turns counted from `offset` turns further back.
  fileprivate func moved(by offset: Int) -> ParsedDecision {
    ParsedDecision(
      summary: summary, context: context, tags: tags, supporting: supporting.map { $0 + offset },
      isExplicit: isExplicit)
  }
}
