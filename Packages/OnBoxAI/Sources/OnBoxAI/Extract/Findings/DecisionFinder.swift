/// Picks the decisions of a message from what sounds like one.
struct DecisionFinder {
  /// Hours that a proposal stays on the table: over a weekend, but not for a week.
  private static let longestTable = 84.0
  /// Turns back in which a decision that is said again is the same.
  private static let memory = 48

  let parser: DecisionParser

  func decisions(in message: ReadMessage) -> [FoundDecision] {
    let found = judged(message)
    guard !found.isEmpty else { return [] }
    let known = message.previous.indices.suffix(Self.memory).flatMap { index in
      let turn = message.previous[index]
      return judged(
        ReadMessage(
          text: turn.text, speaker: turn.speaker, members: message.members, previous: Array(message.previous[..<index]),
          following: TextEngine.mayPropose(turn.text) ? message.previous[(index + 1)...] + [message.turn] : [],
          now: turn.at ?? message.now, timeZone: message.timeZone, signals: .none))
    }
    return found.filter { one in !known.contains { $0.isListed && one.decision.repeats($0.decision) } }
  }

  /// What the message resolves; `nil` for one that may give tasks.
  func resolution(in message: ReadMessage) -> ParsedDecision? {
    let (first, recent) = onTheTable(message)
    return parser.resolution(in: message.text, previous: recent, speaker: message.speaker)?.moved(by: first)
  }

  /// Whether the last of `message.following` makes a decision of what it only plans or proposes, or
  /// undoes one.
  func isEndorsed(_ message: ReadMessage) -> Bool {
    guard let last = message.following.indices.last else { return false }
    if let question = ProposalQuestion(message.text, speaker: message.speaker, tokenizer: parser.tokenizer) {
      return accepting(question, message)?.turns != accepting(question, message.before(last))?.turns
    }
    guard endorsing(message).last == last else { return false }
    return parser.decisions(in: message.text, previous: onTheTable(message).turns, speaker: message.speaker)
      .contains { $0.form == .planned || $0.form == .inferred }
  }

  private func judged(_ message: ReadMessage) -> [FoundDecision] {
    let (first, recent) = onTheTable(message)
    var parsed = parser.decisions(in: message.text, previous: recent, speaker: message.speaker)
    if !parsed.contains(where: \.isExplicit),
      let resolution = parser.resolution(in: message.text, previous: recent, speaker: message.speaker)
    {
      parsed = [resolution]
    }
    var accepted: [Int] = []
    if parsed.isEmpty, let proposal = asked(message, recent) {
      parsed = [proposal.decision]
      accepted = proposal.accepting
    }
    return parsed.compactMap { decision in
      let isPlan = decision.form == .planned || decision.form == .inferred
      let endorsing = isPlan ? endorsing(message) : accepted
      guard decision.form != .inferred || !endorsing.isEmpty else { return nil }
      let judge = DecisionJudge(decision: decision, message: message, isEndorsed: !endorsing.isEmpty)
      let confidence = judge.confidence
      guard confidence >= DecisionJudge.doubtful else { return nil }
      return FoundDecision(decision: decision.moved(by: first), confidence: confidence, endorsing: endorsing)
    }
  }

  /// What a message proposes by a question, when others accept it.
  private func asked(_ message: ReadMessage, _ recent: [Turn]) -> (decision: ParsedDecision, accepting: [Int])? {
    guard
      let question = ProposalQuestion(message.text, speaker: message.speaker, tokenizer: parser.tokenizer),
      let acceptance = accepting(question, message)
    else { return nil }
    return parser.decision(on: question, choosing: acceptance.option, after: recent, speaker: message.speaker)
      .map { ($0, acceptance.turns) }
  }

  private func accepting(_ question: ProposalQuestion, _ message: ReadMessage) -> Votes.Acceptance? {
    Votes.accepting(question, asker: message.speaker, in: message.following, members: message.members)
  }

  private func endorsing(_ message: ReadMessage) -> [Int] {
    Votes.endorsing(message.following, planner: message.speaker, members: message.members.count)
  }

  private func onTheTable(_ message: ReadMessage) -> (first: Int, turns: [Turn]) {
    let first =
      message.previous.firstIndex { turn in
        turn.at.map { message.now.timeIntervalSince($0) <= Self.longestTable * 3_600 } ?? true
      } ?? message.previous.endIndex
    return (first, Array(message.previous[first...]))
  }
}

extension ParsedDecision {
  /// The same, with its turns counted from `offset` turns further back.
  fileprivate func moved(by offset: Int) -> ParsedDecision {
    ParsedDecision(
      summary: summary, context: context, tags: tags, supporting: supporting.map { $0 + offset },
      isExplicit: isExplicit, form: form, sentence: sentence)
  }

  /// Whether it says again what was decided.
  fileprivate func repeats(_ earlier: ParsedDecision) -> Bool {
    let (own, other) = (Set(PlainWords.of(summary)), Set(PlainWords.of(earlier.summary)))
    return 10 * own.intersection(other).count >= 8 * max(own.count, other.count)
  }
}
