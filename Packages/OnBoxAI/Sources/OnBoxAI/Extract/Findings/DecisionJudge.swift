/// Says how surely a message states a decision that stands alone. A sum of few features, as in
/// `TaskJudge`.
struct DecisionJudge {
  /// From here on a decision is on the list; below it waits to be confirmed.
  static let listed = TextEngine.leastListed
  /// Below this it is none.
  static let doubtful = 0.35
  private static let longSentence = 25
  private static let runOn = 40
  /// Words of a plan that is worth a place among the decisions: "grab a coffee" has fewer.
  private static let leastPlan = 4

  let decision: ParsedDecision
  let message: ReadMessage
  /// Whether others agreed to it at once.
  var isEndorsed = false

  var confidence: Double {
    let score = features.reduce(start) { $0 + $1 }
    return (min(max(score, 0), 0.98) * 100).rounded() / 100
  }

  private var start: Double {
    switch decision.form {
    case .announced: 0.85
    case .ruled: 0.75
    case .restated: 0.6
    case .stated, .concluded: 0.55
    case .settled, .agreed: 0.5
    case .bare: 0.4
    case .planned, .asked, .inferred: 0.3
    }
  }

  private var features: [Double] {
    [
      isResolved ? 0 : isAgreed ? max(0, sound) : sound,
      decision.supporting.isEmpty ? 0 : decision.supporting.count > 1 ? 0.2 : 0.1,
      isAgreed ? 0.3 : 0,
      telling.count > 1 ? 0.1 : telling.isEmpty && decision.form != .asked ? -0.3 : 0,
      isResolved && (telling.count < 3 || TaskWords.linking.contains(sentence.first ?? "")) ? -0.4 : 0,
      isImmediate ? -0.45 : 0,
      isHedged ? -0.25 : 0,
      isQuoted ? -0.5 : 0,
      isResolved ? 0 : sentence.count > Self.runOn ? -0.45 : sentence.count > Self.longSentence ? -0.15 : 0,
      isCutOff && !isResolved ? -0.3 : 0,
      sentence.starts(with: ["and", "then"]) ? -0.3 : 0,
      content.contains(where: TaskWords.babble.contains) ? -0.3 : 0,
    ]
  }

  private var isAgreed: Bool { isEndorsed && (decision.form == .asked || content.count >= Self.leastPlan) }
  /// What the way it is said speaks for it, or against.
  private var sound: Double { (message.signals.decision - 0.5) * 0.3 }
  private var sentence: [String] { PlainWords.of(decision.sentence) }

  /// The words of the decision without "go with" and "do not".
  private var content: [String] {
    let words = PlainWords.of(decision.summary)
    return words.starts(with: ["go", "with"]) || words.starts(with: ["do", "not"]) ? Array(words.dropFirst(2)) : words
  }

  private var telling: [String] { TaskWords.telling([""] + content) }
  private var isResolved: Bool { decision.form == .restated || decision.form == .bare }
  private var isImmediate: Bool {
    guard decision.form != .announced, decision.form != .ruled, !isResolved, !leavesOut else { return false }
    // "Cut it to 30?" is of a value, "shall we start?" of now.
    if decision.form == .asked, decision.sentence.contains(where: \.isNumber) { return false }
    // What to say is settled, and not said, when it stands in quotes.
    return TaskWords.starts(content, with: TaskWords.conduct) && !decision.summary.contains("\"")
  }
  /// "Leave the tour out of June" sends nobody away.
  private var leavesOut: Bool { content.first == "leave" && content.dropFirst(2).contains("out") }
  private var isHedged: Bool {
    guard decision.form != .announced, decision.form != .asked, !isResolved else { return false }
    return sentence.contains(where: DecisionWords.hedges.contains)
  }
  private var isQuoted: Bool { decision.sentence.first.map { "\"“‘>".contains($0) } ?? false }
  private var isCutOff: Bool { content.last.map(TaskWords.unfinished.contains) ?? true }
}
