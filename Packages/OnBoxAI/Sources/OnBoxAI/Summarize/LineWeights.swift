import Foundation

/// How much a reader who was not there wants to know of each line.
struct LineWeights: Sendable {
  /// One a line, 0 or more.
  let values: [Double]

  init(_ talk: SpokenConversation, relevance: [Double]) {
    let total = Double(max(1, talk.lines.count))
    values = talk.lines.indices.map { index in
      var value = Self.value(talk.lines[index], at: Double(index) / total, isLong: talk.isLong)
      // Who reports speaks long.
      if talk.isLong, !talk.isTopical(index) { value *= 0.4 }
      if talk.isLong {
        let isSettled = talk.isSettled(index)
        let line = talk.lines[index]
        if line.count < 8, line.kind != .reply { value *= isSettled || line.isPlan ? 0.8 : 0.3 }
        if isSettled { value *= 1.6 }
        if talk.isAnswered(index) { value *= 2 }
      }
      if talk.isLong { value *= min(1.6, 0.7 + 0.2 * log(Double(max(1, talk.turnLength(index))))) }
      return relevance.isEmpty ? value : value * relevance[index]
    }
  }

  private static func value(_ line: SpokenLine, at place: Double, isLong: Bool) -> Double {
    var value: Double
    switch line.kind {
    case .courtesy: value = 0
    case .reply: value = 0.3
    case .request: value = isLong ? 1 : 1.2
    case .proposal: value = 1.2
    case .question: value = isLong ? 0.5 : 0.9
    case .statement: value = 1
    }
    if line.isDecision { value *= 1.6 } else if line.isSettlement { value *= 1.25 }
    if line.isTrouble { value *= 1.25 }
    if line.isClaim { value *= 1.15 }
    if line.hasFigure { value *= 1.15 }
    if line.count < 5, !line.hasFigure, !line.isDecision { value *= 0.6 }
    if isLong {
      if line.isPlan { value *= 1.4 }
      if line.isShowing { value *= 0.2 }
      if line.isAnecdote { value *= 0.5 }
      if line.isProcedure { value *= 0.25 }
      value /= 1 + 0.5 * Double(line.sentence.hesitations)
      if line.isOpen { value *= 0.4 }
      if line.count > 28 { value *= 0.7 }
      if line.sentence.body.contains(where: { $0.text.contains("://") }) { value *= 0.5 }
      if !line.isClaim, !line.isPlan, !line.isDecision, !line.isTrouble, !line.hasFigure, line.kind == .statement {
        value *= 0.6
      }
    }
    return isLong ? value : value * (1.15 - 0.2 * place)
  }
}
